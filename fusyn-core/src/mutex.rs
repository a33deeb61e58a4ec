//! [`Mutex`]: a priority-inheriting mutex that owns its data.

use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::time::Duration;

use fusyn_sys::{Clock, Deadline};

use crate::fulock::{self, LockError, Policy};
use crate::kernel::{Kernel, Linux};
use crate::sync::AtomicU32;

/// A mutual exclusion lock for data, inheriting priorities by default.
///
/// While a real-time thread waits, the owner runs at that thread's priority; while only ordinary threads
/// wait, it costs what a plain lock costs (waiting is in user space then).
///
/// # Differences from `std::sync::Mutex`
/// * No poisoning: a panic while the guard lives unlocks the mutex and leaves the data as they are.
/// * Locking a mutex that the caller owns is reported by [`try_lock`](Mutex::try_lock) (`None`) and panics
///   in [`lock`](Mutex::lock), instead of waiting for ever.
/// * Guards are not `Send`: ownership is a thread's.
///
/// # Priority
/// Waiters are served by priority (deadline, then real-time by priority, then all others in the order of
/// their arrival), read when they block. An ordinary waiter is overtaken a bounded number of times
/// ([`fulock::OVERTAKEN_LIMIT`]).
///
/// # Examples
/// ```
/// use fusyn_core::Mutex;
/// static COUNTER: Mutex<u32> = Mutex::new(0);
/// *COUNTER.lock() += 1;
/// if let Some(mut guard) = COUNTER.try_lock_for(std::time::Duration::from_millis(5)) {
///     *guard += 1;
/// }
/// assert_eq!(*COUNTER.lock(), 2);
/// ```
pub struct Mutex<T: ?Sized> {
    word: AtomicU32,
    policy: Policy,
    data: UnsafeCell<T>,
}

// SAFETY: the lock gives one thread at a time access to the data.
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}

impl<T> Mutex<T> {
    /// A free mutex that inherits priorities.
    #[must_use]
    pub const fn new(data: T) -> Mutex<T> {
        Mutex::with_policy(data, Policy::INHERIT)
    }

    /// A free mutex whose waiters boost nobody.
    #[must_use]
    pub const fn new_plain(data: T) -> Mutex<T> {
        Mutex::with_policy(data, Policy::NONE)
    }

    /// A free mutex of a policy: with or without inheritance, and how it is handed over.
    ///
    /// ```
    /// use fusyn_core::{Mutex, fulock::Policy};
    /// // Ownership always goes to the top waiter: no overtaking, at the price of a context switch each.
    /// static QUEUE: Mutex<Vec<u8>> = Mutex::with_policy(Vec::new(), Policy::INHERIT.with(Policy::SERIAL));
    /// QUEUE.lock().push(1);
    /// ```
    #[must_use]
    pub const fn with_policy(data: T, policy: Policy) -> Mutex<T> {
        // A guard proves ownership, so nobody else unlocks; a cycle is reported, not waited out.
        let policy = policy.without(Policy::FOREIGN_UNLOCK).with(Policy::ERROR_CHECK);
        Mutex { word: AtomicU32::new(0), policy, data: UnsafeCell::new(data) }
    }

    /// The data; nobody can hold the lock.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.data.into_inner()
    }
}

impl<T: ?Sized> Mutex<T> {
    /// Takes the lock.
    ///
    /// # Blocking
    /// Until the lock is free; not ended by signals.
    /// # Priority
    /// See the type.
    /// # Signal safety
    /// Not async-signal-safe. In a forked child the forking thread's locks stay its own.
    /// # Panics
    /// If the caller owns the lock, or if its word was overwritten.
    #[inline]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let tid = Linux::tid();
        // SAFETY: the word is ours, and alive while borrowed.
        if !unsafe { fulock::lock_fast(&raw const self.word, tid) } {
            self.lock_or_panic();
        }
        self.guard()
    }

    #[cold]
    #[inline(never)]
    fn lock_or_panic(&self) {
        self.refuse_relock();
        // SAFETY: as in `lock`; the caller does not own it.
        if let Err(error) = unsafe { fulock::lock_slow::<Linux>(&raw const self.word, self.policy(), None) } {
            panic!("the mutex cannot be locked: {error:?}");
        }
    }

    fn refuse_relock(&self) {
        assert!(!self.is_mine(), "the caller owns this mutex already");
    }

    /// Takes the lock if it is free.
    ///
    /// # Blocking
    /// Never.
    #[inline]
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        // SAFETY: as in `lock`.
        unsafe { fulock::try_lock::<Linux>(&raw const self.word) }.then(|| self.guard())
    }

    /// Takes the lock, waiting at most for a duration.
    ///
    /// # Panics
    /// As [`lock`](Mutex::lock).
    pub fn try_lock_for(&self, timeout: Duration) -> Option<MutexGuard<'_, T>> {
        self.try_lock_until(deadline_after(timeout))
    }

    /// Takes the lock, waiting at most until an instant on either clock.
    ///
    /// # Panics
    /// As [`lock`](Mutex::lock).
    pub fn try_lock_until(&self, deadline: Deadline) -> Option<MutexGuard<'_, T>> {
        if let Some(guard) = self.try_lock() {
            return Some(guard);
        }
        self.refuse_relock();
        // SAFETY: as in `lock`; the caller does not own it.
        match unsafe { fulock::lock_slow::<Linux>(&raw const self.word, self.policy(), Some(&deadline)) } {
            Ok(()) => Some(self.guard()),
            Err(LockError::TimedOut) => None,
            Err(error) => panic!("the mutex cannot be locked: {error:?}"),
        }
    }

    /// The data, through an exclusive borrow: no lock is needed.
    pub fn get_mut(&mut self) -> &mut T {
        self.data.get_mut()
    }

    /// Whether some thread owns the lock just now.
    ///
    /// # Blocking
    /// Never.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.owner().is_some()
    }

    /// The kernel's id of the owner, if any, just now; [`fulock::owner`].
    ///
    /// # Blocking
    /// Never.
    #[must_use]
    pub fn owner(&self) -> Option<u32> {
        // SAFETY: the word is ours, and alive while borrowed.
        unsafe { fulock::owner::<Linux>(&raw const self.word) }
    }

    /// Whether a thread is queued for the lock just now; [`fulock::has_waiters`].
    ///
    /// # Blocking
    /// For the bucket lock, as long as bounded work takes.
    ///
    /// ```
    /// let mutex = fusyn_core::Mutex::new(());
    /// let guard = mutex.lock();
    /// assert!(!mutex.has_waiters());
    /// std::thread::scope(|scope| {
    ///     scope.spawn(|| drop(mutex.lock()));
    ///     while !mutex.has_waiters() {
    ///         std::thread::yield_now();
    ///     }
    ///     drop(guard);
    /// });
    /// assert!(!mutex.has_waiters() && !mutex.is_locked());
    /// ```
    #[must_use]
    pub fn has_waiters(&self) -> bool {
        // SAFETY: as in `owner`.
        unsafe { fulock::has_waiters::<Linux>(&raw const self.word) }
    }

    pub(crate) fn is_mine(&self) -> bool {
        // SAFETY: as in `lock`.
        unsafe { fulock::is_mine::<Linux>(&raw const self.word) }
    }

    pub(crate) fn word(&self) -> *const AtomicU32 {
        &raw const self.word
    }

    pub(crate) fn policy(&self) -> Policy {
        self.policy
    }

    #[inline(always)]
    fn guard(&self) -> MutexGuard<'_, T> {
        self.count_held(1);
        MutexGuard { mutex: self, not_send: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn count_held(&self, by: i32) {
        if self.policy.has(Policy::INHERIT) {
            fulock::count_held::<Linux>(by);
        }
    }

    /// # Safety
    /// The caller owns the lock, and no longer uses the data.
    #[inline]
    pub(crate) unsafe fn unlock(&self) {
        self.count_held(-1);
        let word = &raw const self.word;
        // SAFETY: as in `lock`.
        if !unsafe { fulock::unlock_fast(word, Linux::tid()) } {
            // SAFETY: as in `lock`. The guard proves ownership, so it cannot be refused.
            let _ = unsafe { fulock::unlock_slow::<Linux>(word, self.policy()) };
        }
    }
}

pub(crate) fn deadline_after(timeout: Duration) -> Deadline {
    Deadline::after(Clock::Monotonic, u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX))
}

impl<T: Default> Default for Mutex<T> {
    fn default() -> Self {
        Mutex::new(T::default())
    }
}

impl<T> From<T> for Mutex<T> {
    fn from(data: T) -> Self {
        Mutex::new(data)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.try_lock() {
            Some(guard) => f.debug_struct("Mutex").field("data", &&*guard).finish(),
            None => f.write_str("Mutex { <locked> }"),
        }
    }
}

/// Access to the data of a locked [`Mutex`]; dropping it unlocks. Not `Send`:
///
/// ```compile_fail
/// fn send<T: Send>(_: T) {}
/// let mutex = fusyn_core::Mutex::new(0);
/// send(mutex.lock());
/// ```
#[must_use = "the mutex is unlocked at once if the guard is dropped"]
#[clippy::has_significant_drop]
pub struct MutexGuard<'a, T: ?Sized> {
    mutex: &'a Mutex<T>,
    /// Ownership is a thread's.
    not_send: PhantomData<*mut ()>,
}

// SAFETY: a shared guard gives `&T` only.
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

impl<'a, T: ?Sized> MutexGuard<'a, T> {
    /// The mutex this guard locks.
    #[must_use]
    pub fn mutex(this: &MutexGuard<'a, T>) -> &'a Mutex<T> {
        this.mutex
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the guard proves that the calling thread owns the lock.
        unsafe { &*self.mutex.data.get() }
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; the guard is borrowed exclusively.
        unsafe { &mut *self.mutex.data.get() }
    }
}

impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the guard proves ownership, and ends here.
        unsafe { self.mutex.unlock() };
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
