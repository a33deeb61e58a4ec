//! Read-write locks.

use std::cell::UnsafeCell;

use super::must;

/// A private `pthread_rwlock_t` of the default kind on cache lines of its own, and what it protects.
#[repr(align(128))]
pub(crate) struct RwLock {
    raw: UnsafeCell<libc::pthread_rwlock_t>,
    data: UnsafeCell<u64>,
}

// SAFETY: `data` is read under a read lock and written under the write lock only.
unsafe impl Sync for RwLock {}

impl RwLock {
    /// A free one, which stays where it is.
    pub(crate) fn boxed() -> Box<Self> {
        Box::new(Self { raw: UnsafeCell::new(libc::PTHREAD_RWLOCK_INITIALIZER), data: UnsafeCell::new(0) })
    }

    /// The value, under a read lock; a failing call ends the process.
    #[inline]
    pub(crate) fn read(&self) -> u64 {
        // SAFETY: initialised and in place; the data are read between the two calls.
        unsafe {
            must("pthread_rwlock_rdlock", libc::pthread_rwlock_rdlock(self.raw.get()));
            let value = *self.data.get();
            must("pthread_rwlock_unlock", libc::pthread_rwlock_unlock(self.raw.get()));
            value
        }
    }

    /// Adds one under the write lock.
    #[inline]
    pub(crate) fn add_one(&self) {
        // SAFETY: as in `read`; nobody else is inside.
        unsafe {
            must("pthread_rwlock_wrlock", libc::pthread_rwlock_wrlock(self.raw.get()));
            *self.data.get() += 1;
            must("pthread_rwlock_unlock", libc::pthread_rwlock_unlock(self.raw.get()));
        }
    }
}
