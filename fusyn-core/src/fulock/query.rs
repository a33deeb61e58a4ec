//! What can be asked of a lock without taking it. Every answer is of a moment: it may be old when it is read.

use super::is_mine;
use crate::kernel::Kernel;
use crate::local;
use crate::sync::{AtomicU32, Ordering};
use crate::table::section::Section;
use crate::waiter::Kind;
use crate::word;

/// The kernel's id of the owner, if the lock is owned.
///
/// In a forked child, a lock that the forking thread held is its own there (R12), under its new id.
///
/// # Blocking
/// Never.
/// # Signal safety
/// Async-signal-safe: one look at the word.
///
/// # Safety
/// `word` is a live lock word.
///
/// # Examples
/// ```
/// use fusyn_core::{fulock, kernel::{Kernel, Linux}, sync::AtomicU32};
/// let word = AtomicU32::new(0);
/// // SAFETY: the word lives to the end, and is used as a lock alone.
/// unsafe {
///     assert_eq!(fulock::owner::<Linux>(&word), None);
///     assert!(fulock::try_lock::<Linux>(&word));
///     assert_eq!(fulock::owner::<Linux>(&word), Some(Linux::tid()));
/// }
/// ```
#[must_use]
pub unsafe fn owner<K: Kernel>(word: *const AtomicU32) -> Option<u32> {
    // SAFETY: alive by the caller's contract. Relaxed: an answer for a moment, nothing is read by it.
    let owner = word::owner(unsafe { (*word).load(Ordering::Relaxed) });
    // SAFETY: as above.
    let owner = if owner != 0 && unsafe { is_mine::<K>(word) } { K::tid() } else { owner };
    (owner != 0).then_some(owner)
}

/// Whether a thread stands in the lock's queue: one that waits in `lock_slow`, in user space or in the
/// kernel, or that a signal moved there from its condvar.
///
/// The queue is asked, not `WAITERS`, which is a hint that errs upwards. A thread that was popped to
/// compete for the lock, or has not queued yet, does not count. In a signal handler that interrupted its
/// own thread inside a bucket, the hint is the answer.
///
/// # Blocking
/// For the bucket lock, as long as bounded work takes; its owner is boosted.
/// # Priority
/// None is asked for or changed.
/// # Signal safety
/// Async-signal-safe, with the exception above.
///
/// # Safety
/// `word` is a live lock word.
///
/// # Examples
/// ```
/// use fusyn_core::{fulock, kernel::Linux, sync::AtomicU32};
/// let word = AtomicU32::new(0);
/// // SAFETY: the word lives to the end, and is used as a lock alone.
/// assert!(!unsafe { fulock::has_waiters::<Linux>(&word) });
/// ```
#[must_use]
pub unsafe fn has_waiters<K: Kernel>(word: *const AtomicU32) -> bool {
    if local::must_defer::<K>() {
        // SAFETY: alive by the caller's contract. Relaxed: a hint, for a moment.
        return word::is_contended(unsafe { (*word).load(Ordering::Relaxed) });
    }
    let key = word as usize;
    let section = Section::<K>::of_key(key);
    // SAFETY: the section holds the key's bucket; whether there is a top is asked, not what it is.
    !unsafe { section.find(Kind::Mutex, key) }.is_null()
}
