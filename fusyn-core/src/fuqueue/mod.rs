//! Bare wait queues: `wait`, `wake` with a result code, `requeue`; highest priority first.
//!
//! A fuqueue is a futex in user space: the key is an address, the queue exists while somebody waits. What
//! a futex does not have: the waker chooses each waiter's result, and a told priority change re-sorts.

mod wait;
mod wake;

pub use wait::{WaitError, wait};
pub use wake::{requeue, wake};

/// Waiters that one section pops at most, so that a bucket is never held for long.
const PER_SECTION: usize = 16;
