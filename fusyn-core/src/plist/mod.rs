//! Priority-sorted list: highest first, FIFO (by ticket) among equals.
//!
//! There is no head object. The nodes form a ring in queue order; the first of each priority (its
//! *leader*) is also on a second ring, of leaders only:
//!
//! ```text
//!   all:    [80 a] <-> [80 b] <-> [30 c] <-> [0 d] <-> [0 e] <-> back to a
//!   level:  [80 a] <------------> [30 c] <-> [0 d] <-----------> back to a
//! ```
//!
//! The *top* is the node the caller holds on to; its `all.prev` is the tail, its `level.prev` the leader
//! of the lowest priority. Insertion costs the number of distinct priorities; everything else is O(1).
//!
//! Nothing here locks: every function's caller holds the lock of the bucket in which the list stands.

use core::ptr::null_mut;

use crate::prio::Prio;

#[cfg(all(test, not(loom)))]
mod tests;

#[derive(Clone, Copy, Debug)]
struct Links {
    prev: *mut PNode,
    next: *mut PNode,
}

impl Links {
    const NONE: Links = Links { prev: null_mut(), next: null_mut() };
}

/// A member of a list; under the bucket lock while linked.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct PNode {
    /// Ring of every node.
    all: Links,
    /// Ring of leaders; null unless this node is one.
    level: Links,
    /// Order among equals: smaller goes first.
    pub(crate) ticket: u64,
    pub(crate) prio: Prio,
}

impl PNode {
    /// An unlinked node.
    #[must_use]
    pub(crate) const fn new(prio: Prio) -> PNode {
        PNode { all: Links::NONE, level: Links::NONE, ticket: 0, prio }
    }

    #[inline]
    fn is_leader(&self) -> bool {
        !self.level.next.is_null()
    }
}

/// Makes `node` a list of one.
///
/// # Safety
/// `node` is valid and in no list.
#[inline]
pub(crate) unsafe fn start(node: *mut PNode) {
    // SAFETY: valid by the caller's contract.
    unsafe {
        (*node).all = Links { prev: node, next: node };
        (*node).level = Links { prev: node, next: node };
    }
}

/// Puts `node` in its place and returns the list's top, which is `node` if it goes before all others.
///
/// ```text
///   BEFORE  [80 a] [30 c] [0 d]     insert 30 x     AFTER  [80 a] [30 c] [30 x] [0 d]
/// ```
///
/// # Safety
/// `top` is the top of a list whose members are all valid; `node` is valid and in no list.
pub(crate) unsafe fn insert(top: *mut PNode, node: *mut PNode) -> *mut PNode {
    // SAFETY: every pointer reached from `top` is a member of the list, valid by the caller's contract.
    unsafe {
        let lowest = (*top).level.prev;
        let prio = (*node).prio;
        if prio < (*lowest).prio {
            link_all(node, top);
            link_level(node, top);
            return top;
        }
        // Most waiters are of the lowest priority present: do not walk for them.
        let mut leader = if prio == (*lowest).prio { lowest } else { top };
        while (*leader).prio > prio {
            leader = (*leader).level.next;
        }
        if (*leader).prio == prio {
            insert_among_equals(top, leader, node)
        } else {
            link_all(node, leader);
            link_level(node, leader);
            if leader == top { node } else { top }
        }
    }
}

/// # Safety
/// As [`insert`]; `leader` leads the priority of `node`.
#[inline]
unsafe fn insert_among_equals(top: *mut PNode, leader: *mut PNode, node: *mut PNode) -> *mut PNode {
    // SAFETY: as `insert`.
    unsafe {
        let ticket = (*node).ticket;
        if (*leader).ticket > ticket {
            // Older than the leader: takes over its place on both rings.
            link_all(node, leader);
            replace_level(leader, node);
            return if leader == top { node } else { top };
        }
        // A new one goes last, one that comes back belongs near the first: from both ends at once.
        let mut first = leader;
        let mut last = (*(*leader).level.next).all.prev;
        while (*last).ticket > ticket {
            last = (*last).all.prev;
            let next = (*first).all.next;
            if (*next).ticket > ticket {
                last = first;
            }
            first = next;
        }
        link_all(node, (*last).all.next);
        (*node).level = Links::NONE;
        top
    }
}

/// Takes `node` out of its list; returns its successor, which is the new top if `node` was the top, or
/// null if the list is now empty.
///
/// ```text
///   BEFORE  [80 a] [80 b] [0 d]     remove a     AFTER  [80 b] [0 d], b leads
/// ```
///
/// # Safety
/// `node` is in a list whose members are all valid.
pub(crate) unsafe fn remove(node: *mut PNode) -> *mut PNode {
    // SAFETY: every pointer reached from `node` is a member of the list, valid by the caller's contract.
    unsafe {
        let next = (*node).all.next;
        if next == node {
            (*node).all = Links::NONE;
            (*node).level = Links::NONE;
            return null_mut();
        }
        if (*node).is_leader() {
            if !(*next).is_leader() {
                replace_level(node, next); // same priority, next in line
            } else {
                let Links { prev, next } = (*node).level;
                (*prev).level.next = next;
                (*next).level.prev = prev;
            }
        }
        let prev = (*node).all.prev;
        (*prev).all.next = next;
        (*next).all.prev = prev;
        (*node).all = Links::NONE;
        (*node).level = Links::NONE;
        next
    }
}

/// The oldest node of the lowest priority in the list of `top`.
///
/// # Safety
/// As [`insert`].
#[inline]
pub(crate) unsafe fn lowest_leader(top: *mut PNode) -> *mut PNode {
    // SAFETY: as `insert`.
    unsafe { (*top).level.prev }
}

/// Whether the list of `top` has no other node.
///
/// # Safety
/// As [`insert`].
#[inline]
pub(crate) unsafe fn is_alone(top: *mut PNode) -> bool {
    // SAFETY: as `insert`.
    unsafe { (*top).all.next == top }
}

/// The node after `node`; the top again after the last.
///
/// # Safety
/// As [`remove`].
#[inline]
pub(crate) unsafe fn next(node: *mut PNode) -> *mut PNode {
    // SAFETY: as `remove`.
    unsafe { (*node).all.next }
}

#[inline]
unsafe fn link_all(node: *mut PNode, before: *mut PNode) {
    // SAFETY: both are members or about to be, valid by the contract of `insert`.
    unsafe {
        let prev = (*before).all.prev;
        (*node).all = Links { prev, next: before };
        (*prev).all.next = node;
        (*before).all.prev = node;
    }
}

#[inline]
unsafe fn link_level(node: *mut PNode, before: *mut PNode) {
    // SAFETY: as `link_all`; `before` is a leader.
    unsafe {
        let prev = (*before).level.prev;
        (*node).level = Links { prev, next: before };
        (*prev).level.next = node;
        (*before).level.prev = node;
    }
}

#[inline]
unsafe fn replace_level(old: *mut PNode, new: *mut PNode) {
    // SAFETY: as `link_all`; `old` is a leader.
    unsafe {
        let Links { prev, next } = (*old).level;
        (*old).level = Links::NONE;
        if next == old {
            (*new).level = Links { prev: new, next: new };
        } else {
            (*new).level = Links { prev, next };
            (*prev).level.next = new;
            (*next).level.prev = new;
        }
    }
}
