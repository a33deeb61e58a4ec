//! The gate of a robust rwlock: a robust inheriting word, in the C library's list while it is held for long.
//!
//! Every operation on it is announced in the list's pending slot first, so the kernel marks it if its owner
//! is killed, at any instruction.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::Scope;
use fusyn_sys::futex_pi::{self, OWNER_DIED};
use fusyn_sys::{Deadline, Errno};

use crate::abi::RobustRwLock;
use crate::mutex::pi::{self, Answer};
use crate::robust_list::{self, Outer, Own};

/// Whether, and how long, a call waits.
#[derive(Clone, Copy)]
pub(super) enum Wait<'a> {
    No,
    Until(Option<&'a Deadline>),
}

/// The gate, just taken and announced: to be kept ([`Gate::hold`]) or let go ([`Gate::leave`]).
pub(super) struct Gate {
    word: *const AtomicU32,
    own: Own,
    outer: Outer,
}

/// Takes the gate; whether its last owner died does not matter here: the state word tells what it did.
///
/// # Errors
/// `EBUSY`, `ETIMEDOUT`, `EDEADLK`; `EAGAIN`: the caller's robust list is full; `ENOTRECOVERABLE`: its owner is
/// gone, and the kernel was never told; `EINVAL`: the word is not one.
///
/// # Safety
/// `rw` must point to a robust rwlock whose gate the caller does not own.
pub(super) unsafe fn enter(rw: *mut RobustRwLock, own: Own, wait: Wait<'_>) -> Result<Gate, c_int> {
    if own.is_full() {
        return Err(libc::EAGAIN);
    }
    // SAFETY: a live word, by the caller; the list is this thread's.
    unsafe {
        let word = &raw const (*rw).lock;
        let gate = Gate { word, own, outer: robust_list::begin(own, robust_list::entry_of(word), true) };
        // Acquire: pairs with the release of the last owner.
        if (*word).compare_exchange(0, own.tid(), Ordering::Acquire, Ordering::Relaxed).is_ok() {
            return Ok(gate);
        }
        let taken = match wait {
            Wait::No => try_kernel(word),
            Wait::Until(deadline) => ask_kernel(word, deadline),
        };
        if let Err(error) = taken {
            robust_list::end(own, gate.outer);
            return Err(error);
        }
        // Relaxed: the caller owns it; its own death would set the mark again.
        if (*word).load(Ordering::Relaxed) & OWNER_DIED != 0 {
            (*word).fetch_and(!OWNER_DIED, Ordering::Relaxed);
        }
        Ok(gate)
    }
}

unsafe fn try_kernel(word: *const AtomicU32) -> Result<(), c_int> {
    // SAFETY: a live word of the PI protocol, by the caller.
    match unsafe { futex_pi::trylock_pi(word.cast(), Scope::Shared) } {
        Ok(()) => Ok(()),
        Err(Errno::EINVAL) => Err(libc::EINVAL),
        Err(_) => Err(libc::EBUSY),
    }
}

unsafe fn ask_kernel(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), c_int> {
    // SAFETY: as in `try_kernel`.
    match unsafe { pi::ask(word, Scope::Shared, deadline) } {
        Answer::Owned => Ok(()),
        Answer::TimedOut => Err(libc::ETIMEDOUT),
        Answer::Deadlock => Err(libc::EDEADLK),
        Answer::OwnerGone => Err(libc::ENOTRECOVERABLE),
        Answer::Refused(error) => Err(error.raw()),
    }
}

impl Gate {
    /// Keeps the gate: it stands in the list until [`release`].
    pub(super) fn hold(self) {
        // SAFETY: announced, owned, and in no list.
        unsafe {
            robust_list::link(self.own, robust_list::entry_of(self.word), true);
            robust_list::end(self.own, self.outer);
        }
    }

    /// Lets the gate go.
    pub(super) fn leave(self) {
        // SAFETY: announced, owned, and in no list. The object may be gone after the release.
        unsafe {
            pi::unlock(self.word, self.own.tid(), Scope::Shared);
            robust_list::end(self.own, self.outer);
        }
    }
}

/// Lets a gate go that was kept; the object may be gone afterwards.
///
/// # Safety
/// `rw` must point to a robust rwlock whose gate the caller has kept.
pub(super) unsafe fn release(rw: *mut RobustRwLock, own: Own) {
    // SAFETY: owned, and in this thread's list, by the caller.
    unsafe {
        let word = &raw const (*rw).lock;
        let entry = robust_list::entry_of(word);
        let outer = robust_list::begin(own, entry, true);
        robust_list::unlink(own, entry);
        pi::unlock(word, own.tid(), Scope::Shared);
        robust_list::end(own, outer);
    }
}

/// Whether a thread owns the gate.
///
/// # Safety
/// `rw` must point to a robust rwlock.
pub(super) unsafe fn is_owner(rw: *mut RobustRwLock, tid: u32) -> bool {
    // SAFETY: by the caller. Relaxed: whether a thread owns it, no other changes.
    pi::is_owned_by(unsafe { (*rw).lock.load(Ordering::Relaxed) }, tid)
}

/// Whether somebody may wait for the gate.
///
/// # Safety
/// As [`is_owner`].
pub(super) unsafe fn is_awaited(rw: *mut RobustRwLock) -> bool {
    // SAFETY: by the caller. Relaxed: a hint.
    pi::is_contended(unsafe { (*rw).lock.load(Ordering::Relaxed) })
}
