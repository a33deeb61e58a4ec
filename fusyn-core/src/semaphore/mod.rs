//! Counting semaphores of one process: a value, and a queue of waiters by priority.
//!
//! One 64-bit word, so that a post publishes the value and learns of waiters in one step, and touches
//! nothing of the semaphore afterwards (must-hold 6):
//!
//! | bits | meaning |
//! |---|---|
//! | 0..32 | the value |
//! | 32.. | `WAITERS`, a hint: may be set with nobody queued, never clear while somebody is |
//!
//! * *Anybody may write*: value + 1 while `WAITERS` is clear, value - 1 while it is above 0.
//! * *Under the bucket lock only*: setting `WAITERS` (with the value 0, before queueing), clearing it
//!   (with the queue empty), and value + 1 while it is set (but for a handler, below).
//!
//! **Who gets it.** A post that finds a waiter hands the token over if that is a real-time thread, or was
//! overtaken [`OVERTAKEN_LIMIT`] times: nobody can take it on the way. Else the value goes up, and the top
//! waiter is woken to compete for it.
//!
//! **Nothing lost.** Whenever the value is above 0 and somebody is queued, somebody popped, or a noted
//! post, is on its way: a popped waiter tries to take before it gives up (R4), and a cancelled one passes
//! the wake on (R10).
//!
//! **Handlers.** A post from a signal handler that interrupted its own thread inside a bucket raises the
//! value at once and notes the wake only; the value itself is the count of what was noted (P7).

#[cfg(not(loom))]
mod face;
mod post;
mod wait;

#[cfg(not(loom))]
pub use face::Semaphore;
pub use post::{Overflow, post, post_fast};
pub(crate) use post::{wake_all_in, wake_key};
pub use wait::{Begun, Ended, Settled, Waiting, has_waiters, wait};

use crate::sync::{AtomicU64, Ordering};

/// Largest value.
pub const MAX: u32 = i32::MAX as u32;
/// How often a waiter that was woken may find the value taken, before a post is handed to it.
pub const OVERTAKEN_LIMIT: u32 = 16;
/// Somebody may be queued.
pub(crate) const WAITERS: u64 = 1 << 32;

/// The value part of a word.
#[inline(always)]
#[must_use]
pub const fn value(word: u64) -> u32 {
    word as u32
}

/// Whether somebody may wait, by the word.
#[inline(always)]
#[must_use]
pub const fn is_waited_for(word: u64) -> bool {
    word >= WAITERS
}

/// Takes one from the value in one attempt, which another thread's may spoil.
///
/// # Safety
/// `word` is a live semaphore's.
#[inline(always)]
#[must_use]
pub unsafe fn try_wait_once(word: *const AtomicU64) -> bool {
    // SAFETY: alive by the caller's contract.
    let word = unsafe { &*word };
    // Relaxed: the exchange decides.
    let now = word.load(Ordering::Relaxed);
    value(now) > 0
        // Acquire: pairs with the Release of the post.
        && word.compare_exchange(now, now - 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
}

/// Takes one from the value, if it is above 0.
///
/// # Safety
/// `word` is a live semaphore's.
#[inline]
#[must_use]
pub unsafe fn try_wait(word: *const AtomicU64) -> bool {
    // SAFETY: alive by the caller's contract.
    let word = unsafe { &*word };
    // Relaxed: the exchange decides.
    let mut now = word.load(Ordering::Relaxed);
    while value(now) > 0 {
        // Acquire: pairs with the Release of the post.
        match word.compare_exchange_weak(now, now - 1, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return true,
            Err(other) => now = other,
        }
    }
    false
}
