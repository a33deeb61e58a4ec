//! [`Barrier`], the Rust face.

use core::fmt;

use super::{Passed, wait};
use crate::kernel::Linux;
use crate::sync::AtomicU32;

/// Lets threads go on when a number of them have arrived, round by round.
///
/// # Priority
/// The last thread to arrive wakes the others by priority, read when they blocked.
///
/// # Examples
/// ```
/// use fusyn_core::Barrier;
/// use std::sync::atomic::{AtomicU32, Ordering};
/// let (barrier, leaders) = (Barrier::new(3), AtomicU32::new(0));
/// std::thread::scope(|s| {
///     for _ in 0..3 {
///         s.spawn(|| {
///             if barrier.wait().is_leader() {
///                 leaders.fetch_add(1, Ordering::Relaxed);
///             }
///         });
///     }
/// });
/// assert_eq!(leaders.into_inner(), 1);
/// ```
pub struct Barrier {
    arrived: AtomicU32,
    count: u32,
}

/// Who a thread is in its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierWaitResult(bool);

impl BarrierWaitResult {
    /// True for one thread of each round.
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.0
    }
}

impl Barrier {
    /// A barrier for `count` threads; 0 is taken as 1.
    #[must_use]
    pub const fn new(count: u32) -> Barrier {
        Barrier { arrived: AtomicU32::new(0), count }
    }

    /// Waits until `count` threads have arrived.
    ///
    /// # Blocking
    /// Until the last one arrives; not ended by signals.
    /// # Signal safety
    /// Not async-signal-safe.
    /// # Memory order
    /// What each thread did before is visible to all of its round.
    /// # Panics
    /// In a signal handler that interrupted fusyn itself.
    pub fn wait(&self) -> BarrierWaitResult {
        // SAFETY: the word is ours, and alive while borrowed.
        let passed = unsafe { wait::<Linux>(&raw const self.arrived, self.count) };
        assert!(passed != Passed::Refused, "a signal handler that interrupted a lock operation cannot wait");
        BarrierWaitResult(passed == Passed::Last)
    }
}

impl fmt::Debug for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Barrier").field("count", &self.count).finish_non_exhaustive()
    }
}
