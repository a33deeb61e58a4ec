//! Priority-inheriting lock words that the kernel keeps: what its answers mean to a mutex.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::Scope;
use fusyn_sys::futex_pi::{self, OWNER_DIED, TID_MASK, WAITERS};
use fusyn_sys::{Deadline, Errno, sched, thread_id};

use super::stall::{pause, stall};

/// How `FUTEX_LOCK_PI` ended, beyond what can be repeated.
pub(crate) enum Answer {
    /// The caller owns the word.
    Owned,
    /// The deadline has passed.
    TimedOut,
    /// The caller owned it already, or would close a cycle of PI locks.
    Deadlock,
    /// The owner is gone and nobody was told.
    OwnerGone,
    /// The word does not agree with the kernel's state, or with this process.
    Refused(Errno),
}

/// Asks the kernel for the lock until it gives an answer that counts.
///
/// # Safety
/// `word` must be a lock word that follows the PI protocol.
pub(crate) unsafe fn ask(word: *const AtomicU32, scope: Scope, deadline: Option<&Deadline>) -> Answer {
    loop {
        // SAFETY: forwarded from the caller.
        match unsafe { futex_pi::lock_pi(word.cast(), scope, deadline) } {
            Ok(()) => return Answer::Owned,
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            // No memory for the kernel's state just now.
            Err(Errno::ENOMEM) => sched::yield_now(),
            Err(Errno::ETIMEDOUT) => return Answer::TimedOut,
            Err(Errno::EDEADLK) => return Answer::Deadlock,
            Err(Errno::ESRCH) => return Answer::OwnerGone,
            Err(error) => return Answer::Refused(error),
        }
    }
}

/// How often in a row `EINVAL` must come without a hand-over that could explain it, before the word is wrong.
const PATIENCE: u32 = 50;

/// Locks a word that is not robust.
///
/// A dead owner's lock blocks for ever, or until the deadline, as POSIX has it for stalled mutexes.
///
/// # Safety
/// As [`ask`].
pub(super) unsafe fn lock(
    word: *const AtomicU32,
    tid: u32,
    scope: Scope,
    is_errorcheck: bool,
    deadline: Option<&Deadline>,
) -> c_int {
    // SAFETY: a live lock word, by the caller.
    let lock = unsafe { &*word };
    let mut patience = PATIENCE;
    loop {
        // Acquire: pairs with the release in `unlock`.
        if lock.compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed).is_ok() {
            return 0;
        }
        // SAFETY: forwarded from the caller.
        match unsafe { ask(word, scope, deadline) } {
            Answer::Owned => {
                // A waiter gets a dead owner's lock from the kernel with the mark, which only robust
                // mutexes can tell anybody of. Relaxed: the caller owns the word.
                if lock.load(Ordering::Relaxed) & OWNER_DIED != 0 {
                    lock.fetch_and(!OWNER_DIED, Ordering::Relaxed);
                }
                return 0;
            }
            Answer::TimedOut => return libc::ETIMEDOUT,
            Answer::Deadlock if is_errorcheck => return libc::EDEADLK,
            Answer::Deadlock | Answer::OwnerGone => return stall(deadline),
            Answer::Refused(Errno::EPERM) if inherit(lock, tid) => {
                return if is_errorcheck { libc::EDEADLK } else { stall(deadline) };
            }
            // A thread of another process owns a private word: the parent's, after a fork.
            Answer::Refused(Errno::EPERM) => {
                if pause(deadline) {
                    return libc::ETIMEDOUT;
                }
            }
            Answer::Refused(Errno::EINVAL) if patience > 0 && word.is_aligned() => {
                patience = if is_handed_on(lock, scope) { PATIENCE } else { patience - 1 };
                if pause(deadline) {
                    return libc::ETIMEDOUT;
                }
            }
            Answer::Refused(error) => return error.raw(),
        }
    }
}

/// Whether the word's owner has died, and the waiter that the kernel chose has not run yet: until it has, the word
/// is the dead one's, contended (K13).
fn is_handed_on(lock: &AtomicU32, scope: Scope) -> bool {
    // Relaxed: a look; one that comes after the hand-over costs a little patience.
    let word = lock.load(Ordering::Relaxed);
    let owner = word & TID_MASK;
    word & WAITERS != 0 && owner != 0 && !futex_pi::is_living(owner, scope)
}

/// In a forked child, rewrites a private word that names the forking thread to the child's id (R12):
/// the child's first thread owns it.
fn inherit(lock: &AtomicU32, tid: u32) -> bool {
    // Relaxed: only the owner writes it; the kernel of this process has no state for it.
    let word = lock.load(Ordering::Relaxed);
    thread_id::is_ancestor(word & TID_MASK)
        && lock.compare_exchange(word, tid, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

/// Releases a word that the calling thread owns.
///
/// # Safety
/// As [`ask`].
#[inline]
pub(crate) unsafe fn unlock(word: *const AtomicU32, tid: u32, scope: Scope) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { if unlock_free(word, tid) { 0 } else { unlock_by_kernel(word, scope) } }
}

/// Releases a word that nobody waits for; false if somebody does, or if another thread owns it.
///
/// # Safety
/// As [`ask`].
#[inline(always)]
pub(crate) unsafe fn unlock_free(word: *const AtomicU32, tid: u32) -> bool {
    // SAFETY: a live lock word, by the caller, until it is released. Release: pairs with `lock`.
    unsafe { (*word).compare_exchange(tid, 0, Ordering::Release, Ordering::Relaxed) }.is_ok()
}

/// Has the kernel release a word, handing it over to the top waiter if there is one.
///
/// # Safety
/// As [`ask`].
#[cold]
pub(crate) unsafe fn unlock_by_kernel(word: *const AtomicU32, scope: Scope) -> c_int {
    loop {
        // SAFETY: forwarded from the caller.
        match unsafe { futex_pi::unlock_pi(word.cast(), scope) } {
            Ok(()) => return 0,
            Err(Errno::EAGAIN | Errno::EINTR) => {}
            Err(error) => return error.raw(),
        }
    }
}

/// Releases, in a forked child, a private word that names the forking thread (R12): the kernel of the
/// child knows nothing of it. False if it names another.
///
/// # Safety
/// As [`ask`].
pub(super) unsafe fn unlock_inherited(word: *const AtomicU32) -> bool {
    // SAFETY: a live lock word, by the caller.
    let lock = unsafe { &*word };
    // Relaxed: as in `inherit`.
    let old = lock.load(Ordering::Relaxed);
    thread_id::is_ancestor(old & TID_MASK)
        // Release: as in `unlock`.
        && lock.compare_exchange(old, 0, Ordering::Release, Ordering::Relaxed).is_ok()
}

/// Whether a word's owner is `tid`.
#[inline(always)]
pub(crate) fn is_owned_by(word: u32, tid: u32) -> bool {
    word & TID_MASK == tid
}

/// Whether somebody may wait for a word.
#[inline(always)]
pub(crate) fn is_contended(word: u32) -> bool {
    word & WAITERS != 0
}
