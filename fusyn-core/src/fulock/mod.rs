//! Owned locks: priority-inheriting if asked, at no cost while nobody real-time waits.
//!
//! The state table is above the word, in [`crate::word`]. The rules R1-R12 are those of the waiting
//! protocols (docs/decisions/0001); each is named where it is kept.
//!
//! * A **lazy** waiter (not real-time, holds no inheriting lock) queues in the bucket of the word, and
//!   sleeps on a word of its own.
//! * A **kernel** waiter first enters its node in the same queue as a *ghost* (seen, never popped), then
//!   calls `FUTEX_LOCK_PI`, which boosts the owner.
//! * An unlock that finds no ghost releases in user space, there and then; the kernel knows nothing of
//!   the lock. With a ghost it calls `FUTEX_UNLOCK_PI`, and the kernel hands over by priority.

mod inherit;
mod lock;
mod query;
#[cfg(all(test, not(loom)))]
mod tests;
mod unlock;

pub(crate) use inherit::{back_from_kernel, settle_all_in, settle_key};
pub use lock::{LockError, lock_slow, try_lock};
pub(crate) use lock::{class_of, resume, wait_as_owner_never};
pub use query::{has_waiters, owner};
pub use unlock::{UnlockError, unlock_slow};

use crate::kernel::Kernel;
use crate::sync::{AtomicU32, Ordering};
use crate::word;

/// How a lock behaves; the same at every call for one word, but for [`SERIAL`](Policy::SERIAL) and
/// [`PARALLEL`](Policy::PARALLEL), which are of one release and may change from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy(u8);

impl Policy {
    /// No inheritance, hand-over decided by the waiter ("auto").
    pub const NONE: Policy = Policy(0);
    /// Waiters boost the owner.
    pub const INHERIT: Policy = Policy(1);
    /// A cycle of inheriting locks is reported ([`LockError::WouldDeadlock`]) instead of waited out.
    pub const ERROR_CHECK: Policy = Policy(2);
    /// Another thread than the owner may unlock, as real programs do with plain POSIX mutexes.
    pub const FOREIGN_UNLOCK: Policy = Policy(4);
    /// Every contended release hands ownership to the top waiter.
    pub const SERIAL: Policy = Policy(8);
    /// No release hands over; a woken waiter competes. Overtaking stays bounded.
    pub const PARALLEL: Policy = Policy(16);

    /// Both policies' bits.
    #[must_use]
    pub const fn with(self, other: Policy) -> Policy {
        Policy(self.0 | other.0)
    }

    /// This policy's bits but the other's.
    #[must_use]
    pub const fn without(self, other: Policy) -> Policy {
        Policy(self.0 & !other.0)
    }

    /// Whether every bit of `other` is set.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, other: Policy) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How often a waiter may be overtaken before it is handed the lock, or converted (R8).
pub const OVERTAKEN_LIMIT: u32 = 16;

/// Tries the free, unqueued word: the whole uncontended lock.
///
/// # Safety
/// `word` is a live lock word; `tid` is the caller's id.
#[inline(always)]
pub unsafe fn lock_fast(word: *const AtomicU32, tid: u32) -> bool {
    // Acquire: pairs with the Release of the unlock before.
    // SAFETY: alive by the caller's contract.
    unsafe { (*word).compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed).is_ok() }
}

/// Tries the owned, unqueued word: the whole uncontended unlock. Nothing is touched after it.
///
/// # Safety
/// `word` is a live lock word; `tid` is the caller's id.
#[inline(always)]
pub unsafe fn unlock_fast(word: *const AtomicU32, tid: u32) -> bool {
    // Release: pairs with the Acquire of the next lock.
    // SAFETY: alive by the caller's contract.
    unsafe { (*word).compare_exchange(tid, 0, Ordering::Release, Ordering::Relaxed).is_ok() }
}

/// Counts an inheriting lock in or out of the caller's held ones (P4).
#[inline(always)]
pub fn count_held<K: Kernel>(by: i32) {
    let local = K::local();
    // SAFETY: the caller's own block. Wraps rather than panics; errs upwards only.
    unsafe { (*local).held = (*local).held.wrapping_add_signed(by) };
}

/// Whether the caller owns the lock, also under the id it had before a fork (R12).
///
/// # Safety
/// `word` is a live lock word.
#[inline]
pub unsafe fn is_mine<K: Kernel>(word: *const AtomicU32) -> bool {
    // Relaxed: only the caller itself writes its own id.
    // SAFETY: alive by the caller's contract.
    let owner = word::owner(unsafe { (*word).load(Ordering::Relaxed) });
    owner == K::tid() || (owner != 0 && K::is_ancestor(owner))
}

/// In a forked child: renames the owner of a word that the forking thread holds (R12).
///
/// # Safety
/// `word` is a live lock word.
#[inline]
pub(crate) unsafe fn adopt<K: Kernel>(word: *const AtomicU32) {
    // SAFETY: alive by the caller's contract.
    unsafe {
        let now = (*word).load(Ordering::Relaxed);
        let owner = word::owner(now);
        if owner != 0 && owner != K::tid() && K::is_ancestor(owner) {
            // Relaxed: the caller owned it before the fork; nothing is published.
            let renamed = (now & !word::TID_MASK) | K::tid();
            let _ = (*word).compare_exchange(now, renamed, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}
