//! Condition variables.

use std::cell::UnsafeCell;
use std::time::Duration;

use super::{Guard, must};

/// A `pthread_cond_t` on a cache line of its own.
#[repr(align(64))]
pub(crate) struct Cond {
    raw: UnsafeCell<libc::pthread_cond_t>,
}

// SAFETY: a condition variable is made for use by several threads.
unsafe impl Sync for Cond {}
// SAFETY: one without waiters may move; waiters borrow it.
unsafe impl Send for Cond {}

impl Cond {
    /// A private condition variable on the realtime clock.
    pub(crate) const fn new() -> Self {
        Self { raw: UnsafeCell::new(libc::PTHREAD_COND_INITIALIZER) }
    }

    /// Waits until `deadline` on the realtime clock; false when it passed.
    #[inline]
    pub(crate) fn wait_until<T>(&self, guard: &mut Guard<'_, T>, deadline: &libc::timespec) -> bool {
        // SAFETY: both objects are initialised and stay in place; the guard's thread holds the mutex.
        let result = unsafe { libc::pthread_cond_timedwait(self.raw.get(), guard.raw(), deadline) };
        if result == libc::ETIMEDOUT {
            return false;
        }
        must("pthread_cond_timedwait", result);
        true
    }

    /// Waits; may return without a signal.
    #[inline]
    pub(crate) fn wait<T>(&self, guard: &mut Guard<'_, T>) {
        // SAFETY: both objects are initialised and stay in place; the guard's thread holds the mutex.
        must("pthread_cond_wait", unsafe { libc::pthread_cond_wait(self.raw.get(), guard.raw()) });
    }

    /// Wakes one waiter.
    #[inline]
    pub(crate) fn signal(&self) {
        // SAFETY: initialised at construction.
        must("pthread_cond_signal", unsafe { libc::pthread_cond_signal(self.raw.get()) });
    }

    /// Wakes all waiters.
    #[inline]
    pub(crate) fn broadcast(&self) {
        // SAFETY: initialised at construction.
        must("pthread_cond_broadcast", unsafe { libc::pthread_cond_broadcast(self.raw.get()) });
    }
}

/// The instant `after` from now, on the realtime clock.
pub(crate) fn realtime_deadline(after: Duration) -> libc::timespec {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a valid place for the result.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut now) };
    let nsec = now.tv_nsec + i64::from(after.subsec_nanos());
    libc::timespec {
        tv_sec: now.tv_sec + i64::try_from(after.as_secs()).unwrap_or(i64::MAX / 2) + nsec / 1_000_000_000,
        tv_nsec: nsec % 1_000_000_000,
    }
}
