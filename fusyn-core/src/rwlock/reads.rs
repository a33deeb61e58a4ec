//! Which read locks a thread holds, so that one that reads again is let in past waiting writers: a reader
//! that waited behind a writer who waits for that very reader would wait for ever.
//!
//! A few slots per thread, found by the lock's address; what finds its slot occupied is only counted, and
//! while that count is not zero the thread passes everywhere. So the record errs towards "holds": that
//! costs a writer a place, never a deadlock. A read lock that another thread gives back (POSIX leaves
//! that undefined) leaves a wrong entry, with the same harmless effect.

use crate::kernel::Kernel;

const SLOTS: usize = 16;

/// A thread's record; zero in a new thread. Its own thread's only.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Reads {
    /// Addresses of read-locked rwlocks, 0 if free.
    slots: [usize; SLOTS],
    /// Read locks held that found their slot occupied.
    uncounted: usize,
}

impl Reads {
    #[cfg(any(loom, test))]
    pub(crate) const NONE: Reads = Reads { slots: [0; SLOTS], uncounted: 0 };

    #[inline(always)]
    fn slot(&mut self, key: usize) -> &mut usize {
        let index = key.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as usize) >> (usize::BITS - SLOTS.ilog2());
        // The shift leaves fewer bits than there are slots; the mask says so to the compiler.
        &mut self.slots[index % SLOTS]
    }

    #[inline(always)]
    fn note(&mut self, key: usize) {
        let slot = self.slot(key);
        if *slot == 0 {
            *slot = key;
        } else {
            self.uncounted += 1;
        }
    }

    #[inline(always)]
    fn forget(&mut self, key: usize) {
        let slot = self.slot(key);
        if *slot == key {
            *slot = 0;
        } else {
            self.uncounted = self.uncounted.saturating_sub(1);
        }
    }

    #[inline(always)]
    fn names(&mut self, key: usize) -> bool {
        *self.slot(key) == key
    }

    fn may_hold(&mut self, key: usize) -> bool {
        self.names(key) || self.uncounted > 0
    }
}

/// The caller holds one read lock more of the rwlock at `key`.
#[inline(always)]
pub fn note<K: Kernel>(key: usize) {
    // SAFETY: the caller's own block, to which no other reference exists; a handler in between leaves the
    // counts as it found them.
    unsafe { (*K::local()).reads.note(key) };
}

/// The caller holds one read lock less.
#[inline(always)]
pub fn forget<K: Kernel>(key: usize) {
    // SAFETY: as in `note`.
    unsafe { (*K::local()).reads.forget(key) };
}

/// [`forget`], of a lock that [the record names](names).
#[inline(always)]
pub fn forget_named<K: Kernel>(key: usize) {
    // SAFETY: as in `note`.
    unsafe { *(*K::local()).reads.slot(key) = 0 };
}

/// Whether the caller's record names the rwlock at `key`: it holds a read lock of it, unless another thread has given
/// that back.
#[inline(always)]
pub fn names<K: Kernel>(key: usize) -> bool {
    // SAFETY: as in `note`.
    unsafe { (*K::local()).reads.names(key) }
}

/// Whether the caller may hold a read lock of the rwlock at `key`.
pub fn may_hold<K: Kernel>(key: usize) -> bool {
    // SAFETY: as in `note`.
    unsafe { (*K::local()).reads.may_hold(key) }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const NONE: Reads = Reads::NONE;

    #[test]
    fn nested_reads_are_counted() {
        let mut reads = NONE;
        reads.note(64);
        reads.note(64);
        assert!(reads.may_hold(64));
        reads.forget(64);
        assert!(reads.may_hold(64));
        reads.forget(64);
        assert!(!reads.may_hold(64));
    }

    #[test]
    fn more_locks_than_slots_count_as_held_until_given_back() {
        let mut reads = NONE;
        let keys: Vec<usize> = (1..=100).map(|n| n * 56).collect();
        keys.iter().for_each(|key| reads.note(*key));
        assert!(keys.iter().all(|key| reads.may_hold(*key)));
        keys.iter().for_each(|key| reads.forget(*key));
        assert!(!keys.iter().any(|key| reads.may_hold(*key)));
    }

    #[test]
    fn stray_forget_harms_nothing() {
        let mut reads = NONE;
        reads.forget(8);
        reads.note(8);
        assert!(reads.may_hold(8) && !reads.may_hold(16));
    }
}
