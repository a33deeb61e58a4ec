//! The gate of a robust rwlock: a robust inheriting word, in the C library's list while it is held for long.
//!
//! Every operation on it is announced in the list's pending slot first, so the kernel marks it if its owner
//! is killed, at any instruction.

use fusyn_sys::{Deadline, Errno};

use super::caller::{Caller, Word, is_owned_by, release as release_word};
use crate::sync::Ordering;
use crate::word::{self, OWNER_DIED};

/// Whether, and how long, a call waits.
#[derive(Clone, Copy)]
pub(super) enum Wait<'a> {
    No,
    Until(Option<&'a Deadline>),
}

/// The gate, just taken and announced: to be kept ([`Gate::hold`]) or let go ([`Gate::leave`]).
pub(super) struct Gate<C: Caller> {
    word: *const C::Word,
    caller: C,
    outer: C::Outer,
}

/// Takes the gate; whether its last owner died does not matter here: the state word tells what it did.
///
/// # Errors
/// `EBUSY`, `ETIMEDOUT`, `EDEADLK`; `EAGAIN`: the caller's robust list is full; `ENOTRECOVERABLE`: its owner is
/// gone, and the kernel was never told; `EINVAL`: the word is not one.
///
/// # Safety
/// `word` is the gate of a robust rwlock, which the caller does not own.
pub(super) unsafe fn enter<C: Caller>(
    caller: C,
    word: *const C::Word,
    wait: Wait<'_>,
) -> Result<Gate<C>, Errno> {
    if caller.is_list_full() {
        return Err(Errno::EAGAIN);
    }
    // SAFETY: a live word, by the caller; the list is this thread's.
    unsafe {
        let gate = Gate { word, caller, outer: caller.announce(word) };
        // Acquire: pairs with the release of the last owner.
        if (*word).compare_exchange(0, caller.tid(), Ordering::Acquire, Ordering::Relaxed).is_ok() {
            return Ok(gate);
        }
        let taken = match wait {
            Wait::No => try_kernel(caller, word),
            Wait::Until(deadline) => ask_kernel(caller, word, deadline),
        };
        if let Err(error) = taken {
            caller.end(gate.outer);
            return Err(error);
        }
        // Relaxed: the caller owns it; its own death would set the mark again.
        if (*word).load(Ordering::Relaxed) & OWNER_DIED != 0 {
            (*word).fetch_and(!OWNER_DIED, Ordering::Relaxed);
        }
        Ok(gate)
    }
}

/// # Safety
/// As [`enter`].
unsafe fn try_kernel<C: Caller>(caller: C, word: *const C::Word) -> Result<(), Errno> {
    // SAFETY: a live word of the PI protocol, by the caller.
    match unsafe { caller.trylock_pi(word) } {
        Ok(()) => Ok(()),
        Err(Errno::EINVAL) => Err(Errno::EINVAL),
        Err(_) => Err(Errno::EBUSY),
    }
}

/// # Safety
/// As [`enter`].
unsafe fn ask_kernel<C: Caller>(
    caller: C,
    word: *const C::Word,
    deadline: Option<&Deadline>,
) -> Result<(), Errno> {
    loop {
        // SAFETY: as in `try_kernel`.
        match unsafe { caller.lock_pi(word, deadline) } {
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            // No memory for the kernel's state just now.
            Err(Errno::ENOMEM) => caller.yield_now(),
            Err(Errno::ESRCH) => return Err(Errno::ENOTRECOVERABLE),
            result => return result,
        }
    }
}

impl<C: Caller> Gate<C> {
    /// Keeps the gate: it stands in the list until [`release`].
    pub(super) fn hold(self) {
        // SAFETY: announced, owned, and in no list.
        unsafe {
            self.caller.link(self.word);
            self.caller.end(self.outer);
        }
    }

    /// Lets the gate go.
    pub(super) fn leave(self) {
        // SAFETY: announced, owned, and in no list. The object may be gone after the release.
        unsafe {
            release_word(self.caller, self.word);
            self.caller.end(self.outer);
        }
    }
}

/// Lets a gate go that was kept; the object may be gone afterwards.
///
/// # Safety
/// `word` is a gate that the caller has kept.
pub(super) unsafe fn release<C: Caller>(caller: C, word: *const C::Word) {
    // SAFETY: owned, and in this thread's list, by the caller.
    unsafe {
        let outer = caller.announce(word);
        caller.unlink(word);
        release_word(caller, word);
        caller.end(outer);
    }
}

/// Whether the calling thread owns the gate.
pub(super) fn is_owner<C: Caller>(caller: C, word: &C::Word) -> bool {
    // Relaxed: whether a thread owns it, no other changes.
    is_owned_by(word.load(Ordering::Relaxed), caller.tid())
}

/// Whether somebody may wait for the gate.
pub(super) fn is_awaited(gate: &impl Word) -> bool {
    // Relaxed: a hint.
    word::is_contended(gate.load(Ordering::Relaxed))
}
