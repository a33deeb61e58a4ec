//! Condvars on kernel futexes: shared between processes, and private ones of the kernel backend.
//!
//! `word` is a sequence, advanced by every signal; `lock` is the section's lock, inheriting and (shared)
//! robust through the thread's pending slot; `reserved[0]` is the hint [`MAY_WAIT`].
//!
//! * wait: in the section, set the hint and read the sequence; leave it; unlock the mutex; sleep while the
//!   word holds that sequence. A changed word counts as woken.
//! * signal: in the section, advance the sequence and wake one. A thread that begins to wait later reads
//!   the sequence after the section, so it cannot sleep before the wake is done: none can steal it.
//! * Who was woken touches the object no more: it may have been destroyed. Who looks again, after a slice
//!   of sleep or an interrupted one, has the kernel look: gone memory counts as woken.
//!
//! # What a death leaves behind
//!
//! | killed | outcome |
//! | --- | --- |
//! | asleep, or before | nothing: the hint errs upwards |
//! | woken, before it returned | the signal is not lost: sleepers look at the sequence again within a slice |
//! | inside the section | the next to enter finds the lock marked, advances, wakes all |
//! | between advance and wake | the same; the hint is cleared only after the wake |
//!
//! Hint: it may say "waiters" when there are none, which costs a needless section; never the reverse.

pub(crate) mod section;
mod wait;

pub(crate) use wait::wait;

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, Scope};

use crate::abi::Cond;

/// The hint's value while somebody may wait.
const MAY_WAIT: u32 = 1;

/// The hint's word.
///
/// # Safety
/// `c` must point to a condvar.
#[inline]
unsafe fn hint<'a>(c: *mut Cond) -> &'a AtomicU32 {
    // SAFETY: by the caller; the first half of `reserved[0]`, written as an atomic only.
    unsafe { AtomicU32::from_ptr((&raw mut (*c).reserved).cast()) }
}

/// Wakes one waiter, the highest in priority.
///
/// # Safety
/// `c` must point to a condvar of this scope.
#[inline(always)]
pub(crate) unsafe fn signal(c: *mut Cond, scope: Scope) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { if may_wait(c) { wake(c, scope, 1) } else { 0 } }
}

/// Wakes every waiter.
///
/// # Safety
/// `c` must point to a condvar of this scope.
#[inline(always)]
pub(crate) unsafe fn broadcast(c: *mut Cond, scope: Scope) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { if may_wait(c) { wake(c, scope, u32::MAX) } else { 0 } }
}

/// Reads the hint.
#[inline(always)]
unsafe fn may_wait(c: *mut Cond) -> bool {
    // SAFETY: forwarded from the caller. Acquire: pairs with the mutex that ordered a wait before this
    // call; the hint was set in the section, before the waiter gave the mutex up.
    unsafe { hint(c).load(Ordering::Acquire) != 0 }
}

#[inline(always)]
unsafe fn wake(c: *mut Cond, scope: Scope, count: u32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match scope {
            Scope::Private => advance::<false>(c, count),
            Scope::Shared => advance::<true>(c, count),
        }
    }
}

/// The section of a signal or broadcast. `extern "C"`: never unwinds, so that its callers need no guard.
#[inline(never)]
unsafe extern "C" fn advance<const SHARED: bool>(c: *mut Cond, count: u32) -> c_int {
    let scope = if SHARED { Scope::Shared } else { Scope::Private };
    // SAFETY: forwarded from the caller.
    unsafe {
        let section = match section::enter(c, scope) {
            Ok(section) => section,
            Err(error) => return error,
        };
        advance_and_wake(c, scope, count);
        section::leave(c, scope, section);
    }
    0
}

/// Advances the sequence, wakes up to `count` waiters, and clears the hint if none is left asleep.
///
/// # Safety
/// `c` must point to a condvar of this scope, inside its section.
unsafe fn advance_and_wake(c: *mut Cond, scope: Scope, count: u32) {
    // SAFETY: forwarded from the caller.
    unsafe {
        let word = &raw const (*c).word;
        // Relaxed: ordered by the section; a waiter that reads it outside is the kernel.
        (*word).fetch_add(1, Ordering::Relaxed);
        let woken = futex::wake(word.cast(), count, scope).unwrap_or(1);
        if woken < count.min(i32::MAX as u32) {
            // All that slept are awake, and who has not slept yet finds the word changed.
            hint(c).store(0, Ordering::Relaxed);
        }
    }
}
