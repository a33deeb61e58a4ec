//! [`Condvar`]: the condition variable for [`Mutex`](crate::Mutex).

use core::fmt;
use core::time::Duration;

use fusyn_sys::Deadline;

use crate::condvar::{self, MutexRef, Parked, Unsignalled, Waiting};
use crate::fulock;
use crate::kernel::{Kernel, Linux};
use crate::mutex::{MutexGuard, deadline_after};
use crate::sync::AtomicU32;

/// A condition variable whose waiters are woken by priority, and boost the mutex's owner as soon as they
/// are signalled.
///
/// Notifying needs no lock held. A notified waiter does not contend for a mutex that is owned: it moves to
/// the mutex's queue, asleep; a real-time one, which boosts the owner, goes for it in the kernel: several of one
/// priority, notified while the mutex is owned, have it in the order in which the kernel runs them.
/// [`notify_all`](Condvar::notify_all) is O(1) for the caller.
///
/// # Examples
/// ```
/// use fusyn_core::{Condvar, Mutex};
/// let (ready, changed) = (Mutex::new(false), Condvar::new());
/// std::thread::scope(|s| {
///     s.spawn(|| {
///         *ready.lock() = true;
///         changed.notify_one();
///     });
///     let guard = changed.wait_while(ready.lock(), |ready| !*ready);
///     assert!(*guard);
/// });
/// ```
pub struct Condvar {
    hint: AtomicU32,
}

/// Whether a timed wait ended by its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// True if the time passed before a notification came.
    #[must_use]
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

impl Condvar {
    /// A condvar that nobody waits for.
    #[must_use]
    pub const fn new() -> Condvar {
        Condvar { hint: AtomicU32::new(0) }
    }

    /// Unlocks the mutex, waits for a notification, and locks it again.
    ///
    /// # Blocking
    /// Until notified; may also return without a reason (in a forked child).
    /// # Priority
    /// Read when the call blocks; a told change re-sorts.
    /// # Signal safety
    /// Not async-signal-safe.
    pub fn wait<'a, T: ?Sized>(&self, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.wait_inner(&guard, None);
        guard
    }

    /// Waits while a condition holds.
    pub fn wait_while<'a, T: ?Sized>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> MutexGuard<'a, T> {
        while condition(&mut guard) {
            guard = self.wait(guard);
        }
        guard
    }

    /// [`wait`](Condvar::wait) for at most a duration.
    pub fn wait_for<'a, T: ?Sized>(
        &self,
        guard: MutexGuard<'a, T>,
        timeout: Duration,
    ) -> (MutexGuard<'a, T>, WaitTimeoutResult) {
        self.wait_until(guard, deadline_after(timeout))
    }

    /// [`wait`](Condvar::wait) until an instant on either clock at the latest.
    pub fn wait_until<'a, T: ?Sized>(
        &self,
        guard: MutexGuard<'a, T>,
        deadline: Deadline,
    ) -> (MutexGuard<'a, T>, WaitTimeoutResult) {
        let timed_out = !self.wait_inner(&guard, Some(&deadline));
        (guard, WaitTimeoutResult(timed_out))
    }

    /// [`wait_while`](Condvar::wait_while) for at most a duration.
    pub fn wait_while_for<'a, T: ?Sized>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: impl FnMut(&mut T) -> bool,
        timeout: Duration,
    ) -> (MutexGuard<'a, T>, WaitTimeoutResult) {
        let deadline = deadline_after(timeout);
        while condition(&mut guard) {
            let (back, result) = self.wait_until(guard, deadline);
            guard = back;
            if result.timed_out() {
                let still = condition(&mut guard);
                return (guard, WaitTimeoutResult(still));
            }
        }
        (guard, WaitTimeoutResult(false))
    }

    /// Wakes the thread of highest priority that waits now, if there is one.
    ///
    /// # Blocking
    /// Takes two bucket locks for a moment.
    /// # Signal safety
    /// Async-signal-safe: from a handler that interrupted fusyn itself, the wake is made when the
    /// interrupted operation leaves its bucket.
    #[inline]
    pub fn notify_one(&self) {
        // SAFETY: the word is ours, and alive while borrowed.
        unsafe { condvar::signal::<Linux>(&raw const self.hint) };
    }

    /// Wakes every thread that waits now; they take the mutex one after the other, by priority.
    ///
    /// # Blocking
    /// As [`notify_one`](Condvar::notify_one), whatever the number of waiters.
    /// # Signal safety
    /// As [`notify_one`](Condvar::notify_one).
    #[inline]
    pub fn notify_all(&self) {
        // SAFETY: as in `notify_one`.
        unsafe { condvar::broadcast::<Linux>(&raw const self.hint) };
    }

    /// Whether the wait ended by a notification. The caller owns the mutex before and after.
    fn wait_inner<T: ?Sized>(&self, guard: &MutexGuard<'_, T>, deadline: Option<&Deadline>) -> bool {
        let mutex = MutexGuard::mutex(guard);
        let mut waiting = Waiting::new::<Linux>();
        let this = &raw mut waiting;
        // SAFETY: `waiting` stays in this frame, and is settled before it ends; the guard proves ownership.
        unsafe {
            Waiting::queue::<Linux>(
                this,
                &raw const self.hint,
                MutexRef::movable(mutex.word(), mutex.policy()),
            );
            mutex.unlock();
            let parked = Waiting::park::<Linux>(this, deadline);
            let state = Waiting::settle::<Linux>(this, parked);
            let locked = if state.owns_mutex || fulock::lock_fast(mutex.word(), Linux::tid()) {
                Ok(())
            } else {
                fulock::lock_slow::<Linux>(mutex.word(), mutex.policy(), None)
            };
            mutex.count_held(1); // the guard counts it out again, also if it does not own the mutex
            condvar::carry::<Linux>(this);
            assert!(locked.is_ok(), "the mutex cannot be locked again: {locked:?}");
            state.signalled || parked != Parked::Unsignalled(Unsignalled::TimedOut)
        }
    }
}

impl Default for Condvar {
    fn default() -> Self {
        Condvar::new()
    }
}

impl fmt::Debug for Condvar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condvar { .. }")
    }
}
