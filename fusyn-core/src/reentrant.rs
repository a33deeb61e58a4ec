//! [`ReentrantMutex`]: a mutex that its owner may lock again.

use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;
use core::time::Duration;

use fusyn_sys::Deadline;

use crate::mutex::{Mutex, MutexGuard, deadline_after};
use crate::sync::{AtomicU32, Ordering};

/// A recursive mutex: locks nest, and the data are shared (`&T`) by the guards of one thread.
///
/// Waiting, priorities and inheritance are [`Mutex`]'s.
///
/// # Examples
/// ```
/// use fusyn_core::ReentrantMutex;
/// static LOG: ReentrantMutex<std::cell::Cell<u32>> = ReentrantMutex::new(std::cell::Cell::new(0));
/// let outer = LOG.lock();
/// {
///     let inner = LOG.lock(); // the same thread: no wait
///     inner.set(inner.get() + 1);
/// }
/// assert_eq!(outer.get(), 1);
/// ```
pub struct ReentrantMutex<T: ?Sized> {
    lock: Mutex<()>,
    /// How often the owner has locked it, beyond the first time; the owner's.
    deeper: AtomicU32,
    data: UnsafeCell<T>,
}

// SAFETY: one thread at a time has access to the data.
unsafe impl<T: ?Sized + Send> Send for ReentrantMutex<T> {}
// SAFETY: as above; a thread's own guards share it, which needs no `Sync` of `T`.
unsafe impl<T: ?Sized + Send> Sync for ReentrantMutex<T> {}

impl<T> ReentrantMutex<T> {
    /// A free mutex that inherits priorities.
    #[must_use]
    pub const fn new(data: T) -> ReentrantMutex<T> {
        ReentrantMutex { lock: Mutex::new(()), deeper: AtomicU32::new(0), data: UnsafeCell::new(data) }
    }

    /// The data; nobody can hold the lock.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.data.into_inner()
    }
}

impl<T: ?Sized> ReentrantMutex<T> {
    /// Takes the lock, or one level more of it.
    ///
    /// # Blocking
    /// Until no other thread owns it.
    /// # Panics
    /// If the thread holds it 2^32 - 1 times, or if its word was overwritten.
    #[inline]
    pub fn lock(&self) -> ReentrantMutexGuard<'_, T> {
        if let Some(guard) = self.deepen() {
            return guard;
        }
        self.first(self.lock.lock())
    }

    /// Takes the lock if no other thread owns it.
    ///
    /// # Blocking
    /// Never.
    /// # Panics
    /// As [`lock`](ReentrantMutex::lock).
    #[inline]
    pub fn try_lock(&self) -> Option<ReentrantMutexGuard<'_, T>> {
        self.deepen().or_else(|| self.lock.try_lock().map(|guard| self.first(guard)))
    }

    /// Takes the lock, waiting at most for a duration.
    ///
    /// # Panics
    /// As [`lock`](ReentrantMutex::lock).
    pub fn try_lock_for(&self, timeout: Duration) -> Option<ReentrantMutexGuard<'_, T>> {
        self.try_lock_until(deadline_after(timeout))
    }

    /// Takes the lock, waiting at most until an instant on either clock.
    ///
    /// # Panics
    /// As [`lock`](ReentrantMutex::lock).
    pub fn try_lock_until(&self, deadline: Deadline) -> Option<ReentrantMutexGuard<'_, T>> {
        self.deepen().or_else(|| self.lock.try_lock_until(deadline).map(|guard| self.first(guard)))
    }

    /// The data, through an exclusive borrow: no lock is needed.
    pub fn get_mut(&mut self) -> &mut T {
        self.data.get_mut()
    }

    /// Whether some thread owns the lock just now.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.lock.is_locked()
    }

    /// The kernel's id of the owner, if any, just now; see [`Mutex::owner`].
    #[must_use]
    pub fn owner(&self) -> Option<u32> {
        self.lock.owner()
    }

    /// Whether a thread is queued for the lock just now; see [`Mutex::has_waiters`].
    #[must_use]
    pub fn has_waiters(&self) -> bool {
        self.lock.has_waiters()
    }

    fn deepen(&self) -> Option<ReentrantMutexGuard<'_, T>> {
        if !self.lock.is_mine() {
            return None;
        }
        // Relaxed: the owner's.
        let deeper = self.deeper.load(Ordering::Relaxed);
        assert!(deeper < u32::MAX - 1, "the mutex is locked too deeply");
        self.deeper.store(deeper + 1, Ordering::Relaxed);
        Some(ReentrantMutexGuard { mutex: self, not_send: PhantomData })
    }

    fn first<'a>(&'a self, guard: MutexGuard<'a, ()>) -> ReentrantMutexGuard<'a, T> {
        core::mem::forget(guard); // the last of ours unlocks
        ReentrantMutexGuard { mutex: self, not_send: PhantomData }
    }
}

impl<T: Default> Default for ReentrantMutex<T> {
    fn default() -> Self {
        ReentrantMutex::new(T::default())
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for ReentrantMutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.try_lock() {
            Some(guard) => f.debug_struct("ReentrantMutex").field("data", &&*guard).finish(),
            None => f.write_str("ReentrantMutex { <locked> }"),
        }
    }
}

/// Shared access to the data of a locked [`ReentrantMutex`]; dropping the last of a thread's unlocks. Not
/// `Send`:
///
/// ```compile_fail
/// fn send<T: Send>(_: T) {}
/// let mutex = fusyn_core::ReentrantMutex::new(0);
/// send(mutex.lock());
/// ```
#[must_use = "the mutex is unlocked at once if the guard is dropped"]
#[clippy::has_significant_drop]
pub struct ReentrantMutexGuard<'a, T: ?Sized> {
    mutex: &'a ReentrantMutex<T>,
    /// Ownership is a thread's.
    not_send: PhantomData<*mut ()>,
}

impl<T: ?Sized> Deref for ReentrantMutexGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the guard proves that the calling thread owns the lock; its guards only share.
        unsafe { &*self.mutex.data.get() }
    }
}

impl<T: ?Sized> Drop for ReentrantMutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // Relaxed: the owner's.
        let deeper = self.mutex.deeper.load(Ordering::Relaxed);
        if deeper > 0 {
            self.mutex.deeper.store(deeper - 1, Ordering::Relaxed);
        } else {
            // SAFETY: the guard proves ownership, and was the last.
            unsafe { self.mutex.lock.unlock() };
        }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for ReentrantMutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
