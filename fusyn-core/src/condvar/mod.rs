//! Condition variables: a queue, and waiters that move to their mutex.
//!
//! * *wait*: queue (bucket lock), unlock the mutex, sleep on the waiter's own word.
//! * *signal*: the top waiter, and nothing else: moved to the mutex's queue if that is owned
//!   (wait-morphing, R6; a real-time waiter as a ghost, so that it boosts the owner), else woken.
//! * *broadcast*: the whole queue is detached in O(1) and hangs on its top member, the carrier, which
//!   goes to the mutex; whoever carries brings the next ones on its way out (R9).
//!
//! The condvar's word is a hint, "somebody may wait": written under the bucket lock only, cleared when
//! the queue is empty; a woken waiter never touches the condvar again (C-g), so it may be destroyed as
//! soon as the broadcast returned.
//!
//! No sequence numbers, no groups, no stealing: a signal goes to the highest-priority thread that waits
//! at that moment.

mod carry;
mod signal;
mod wait;

pub(crate) use carry::bring;
pub use carry::carry;
pub use signal::{broadcast, signal, signal_address};
pub(crate) use signal::{broadcast_key, signal_key, wake_all_in};
pub use wait::{Parked, Unsignalled, WaitState, Waiting};

use core::ptr::null;

use crate::fulock::Policy;
use crate::sync::AtomicU32;

/// What a signal may do with a waiter's mutex.
#[derive(Clone, Copy, Debug)]
pub struct MutexRef {
    pub(crate) word: *const AtomicU32,
    pub(crate) policy: Policy,
}

impl MutexRef {
    /// A private, non-robust fulock: signalled waiters may be moved to its queue.
    #[must_use]
    pub const fn movable(word: *const AtomicU32, policy: Policy) -> MutexRef {
        MutexRef { word, policy }
    }

    /// Any other mutex (robust, shared, ceiling, or still held by the waiter): signalled waiters are woken
    /// and lock it themselves (R7).
    pub const FIXED: MutexRef = MutexRef { word: null(), policy: Policy::NONE };
}
