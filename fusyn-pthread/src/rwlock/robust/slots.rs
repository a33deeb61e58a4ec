//! The readers of a robust rwlock: a slot for each, an inheriting word that holds its TID.
//!
//! | value | meaning |
//! | --- | --- |
//! | 0 | empty |
//! | t | thread t reads, or is about to see that it may not |
//! | t, W | the same, and the gate's owner waits for t to leave, in the kernel, where it boosts t |
//!
//! * Anybody: 0 to its own TID, and that back to 0. The kernel: t to its waiter's TID, at t's release or death.
//! * The gate's owner alone: a dead thread's TID to 0. Nobody else writes such a slot, so what the owner
//!   has seen there is still there, whoever has the id by then.
//! * A thread that reads again raises its slot's depth, in the state word; that counts nothing but the
//!   slot's own thread, and is reset when a slot is taken.
//!
//! Who is dead, the kernel says (`ESRCH`): also of a process that its parent has not waited for yet. An id
//! that was given to a new thread counts as living; so does a process that has called `exec`.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::Scope;
use fusyn_sys::futex_pi::{self, TID_MASK};
use fusyn_sys::{Deadline, Errno, sched};

use crate::abi::{RW_ROBUST_DEPTH, RW_ROBUST_DEPTH_BITS, RW_ROBUST_READERS, RobustRwLock};
use crate::mutex::pi;

/// Where the slots are, in words from the object's start: all that has no other use.
const AT: [usize; RW_ROBUST_READERS] = [0, 3, 4, 5, 6, 12, 13];
/// How often a thread can read again, beyond the first time.
const DEPTH_MAX: u32 = (1 << RW_ROBUST_DEPTH_BITS) - 1;

/// # Safety
/// `rw` must point to a robust rwlock.
#[inline]
pub(super) unsafe fn all<'a>(rw: *mut RobustRwLock) -> [&'a AtomicU32; RW_ROBUST_READERS] {
    // SAFETY: by the caller; each place is a word of the object.
    AT.map(|at| unsafe { &*rw.cast::<AtomicU32>().add(at) })
}

fn depth_shift(slot: usize) -> u32 {
    RW_ROBUST_DEPTH + slot as u32 * RW_ROBUST_DEPTH_BITS
}

/// The slot of a thread that reads.
///
/// # Safety
/// As [`all`].
pub(super) unsafe fn of(rw: *mut RobustRwLock, tid: u32) -> Option<usize> {
    // SAFETY: by the caller. Relaxed: only the thread itself writes its id.
    unsafe { all(rw) }.iter().position(|slot| pi::is_owned_by(slot.load(Ordering::Relaxed), tid))
}

/// Takes an empty slot.
///
/// # Safety
/// As [`all`].
pub(super) unsafe fn claim(rw: *mut RobustRwLock, tid: u32) -> Option<usize> {
    // SAFETY: by the caller.
    let slots = unsafe { all(rw) };
    // Elsewhere for each thread, so that they need not all look at the same slots first.
    let start = tid as usize % slots.len();
    // SeqCst: before the look at the state that follows, in the order in which the gate's owner closes it and
    // looks at the slots: one of the two sees the other.
    let is_taken =
        |slot: &AtomicU32| slot.compare_exchange(0, tid, Ordering::SeqCst, Ordering::Relaxed).is_ok();
    let found = (0..slots.len())
        .map(|i| (start + i) % slots.len())
        .find(|&i| slots.get(i).is_some_and(|slot| is_taken(slot)))?;
    // Relaxed: the slot's own thread alone reads its depth. What a dead thread left there goes.
    let depth = DEPTH_MAX << depth_shift(found);
    // SAFETY: by the caller.
    unsafe {
        if (*rw).state.load(Ordering::Relaxed) & depth != 0 {
            (*rw).state.fetch_and(!depth, Ordering::Relaxed);
        }
    }
    Some(found)
}

/// One level more for the slot's thread; false if there is no more room.
///
/// # Safety
/// As [`all`]; the slot is the caller's.
pub(super) unsafe fn nest(rw: *mut RobustRwLock, slot: usize) -> bool {
    let shift = depth_shift(slot);
    // SAFETY: by the caller. Relaxed: the caller's own bits.
    unsafe {
        if (*rw).state.load(Ordering::Relaxed) >> shift & DEPTH_MAX == DEPTH_MAX {
            return false;
        }
        (*rw).state.fetch_add(1 << shift, Ordering::Relaxed);
    }
    true
}

/// Gives back one level, and the slot with the last.
///
/// # Safety
/// As [`nest`]; the object may be gone once the slot is empty.
pub(super) unsafe fn give_back(rw: *mut RobustRwLock, slot: usize, tid: u32) {
    let shift = depth_shift(slot);
    // SAFETY: by the caller. Relaxed: as in `nest`.
    unsafe {
        if (*rw).state.load(Ordering::Relaxed) >> shift & DEPTH_MAX != 0 {
            (*rw).state.fetch_sub(1 << shift, Ordering::Relaxed);
            return;
        }
        let slots = all(rw);
        if let Some(word) = slots.get(slot) {
            // Release: pairs with the look of the gate's owner.
            pi::unlock(&raw const **word, tid, Scope::Shared);
        }
    }
}

/// What the kernel says about the thread in a slot.
enum Reader {
    /// The slot is empty now.
    Gone,
    /// Lives, and reads.
    Lives,
    /// Look again.
    Unclear,
    Failed(c_int),
}

/// Waits until the reader in a slot has left or died.
///
/// # Errors
/// `ETIMEDOUT`; `EDEADLK`: the caller reads itself, or a cycle of inheriting locks would close.
///
/// # Safety
/// The caller owns the gate, and has closed the rwlock.
pub(super) unsafe fn wait_for(slot: &AtomicU32, tid: u32, deadline: Option<&Deadline>) -> Result<(), c_int> {
    loop {
        // SAFETY: a live word of the protocol above, by the caller.
        let ask = |word: *const AtomicU32| unsafe { futex_pi::lock_pi(word.cast(), Scope::Shared, deadline) };
        match look(slot, tid, ask) {
            Reader::Gone => return Ok(()),
            Reader::Lives | Reader::Unclear => {}
            // SeqCst: as in `look`; the reader may have left with the time.
            Reader::Failed(libc::ETIMEDOUT) if slot.load(Ordering::SeqCst) == 0 => return Ok(()),
            Reader::Failed(error) => return Err(error),
        }
    }
}

/// Whether a living thread reads; a dead one's slot is emptied.
///
/// # Safety
/// The caller owns the gate.
pub(super) unsafe fn is_read(slot: &AtomicU32, tid: u32) -> bool {
    loop {
        // SAFETY: a live word of the protocol above, by the caller.
        let ask = |word: *const AtomicU32| unsafe { futex_pi::trylock_pi(word.cast(), Scope::Shared) };
        return match look(slot, tid, ask) {
            Reader::Gone => false,
            Reader::Unclear => continue,
            Reader::Lives | Reader::Failed(_) => true,
        };
    }
}

/// One look at a slot by the gate's owner, which may take it over to find out.
fn look(slot: &AtomicU32, tid: u32, ask: impl FnOnce(*const AtomicU32) -> Result<(), Errno>) -> Reader {
    // SeqCst: after the store that closed the rwlock: `claim`. Acquire: pairs with the reader's release.
    let now = slot.load(Ordering::SeqCst);
    if now == 0 {
        return Reader::Gone;
    }
    if pi::is_owned_by(now, tid) {
        return Reader::Failed(libc::EDEADLK);
    }
    match ask(slot) {
        Ok(()) => {
            // Handed over by the reader, or by its death.
            // SAFETY: the caller's own, with no other waiter: the gate's owner alone waits here.
            unsafe { pi::unlock(slot, tid, Scope::Shared) };
            Reader::Gone
        }
        // Dead; or the id is a kernel thread's by now.
        Err(Errno::ESRCH | Errno::EPERM) => {
            empty(slot, now & TID_MASK);
            Reader::Gone
        }
        Err(Errno::EAGAIN) => Reader::Lives,
        Err(Errno::EINTR) => Reader::Unclear,
        Err(Errno::ENOMEM) => {
            sched::yield_now();
            Reader::Unclear
        }
        Err(error) => Reader::Failed(error.raw()),
    }
}

/// Empties a dead thread's slot.
fn empty(slot: &AtomicU32, dead: u32) {
    // Relaxed: nobody else writes it; the kernel may just have added WAITERS, by the question.
    let now = slot.load(Ordering::Relaxed);
    if pi::is_owned_by(now, dead) {
        let _ = slot.compare_exchange(now, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
