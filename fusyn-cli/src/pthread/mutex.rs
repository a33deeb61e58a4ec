//! Mutexes of every kind that is measured.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

use super::must;

/// Type, protocol and robustness of a mutex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `PTHREAD_MUTEX_NORMAL`.
    Normal,
    /// `PTHREAD_MUTEX_RECURSIVE`.
    Recursive,
    /// `PTHREAD_MUTEX_ERRORCHECK`.
    ErrorChecking,
    /// Normal and `PTHREAD_MUTEX_ROBUST`.
    Robust,
    /// Normal and `PTHREAD_PRIO_INHERIT`.
    Inherit,
    /// Normal, `PTHREAD_PRIO_INHERIT` and `PTHREAD_MUTEX_ROBUST`.
    InheritRobust,
}

impl Kind {
    fn mutex_type(self) -> i32 {
        match self {
            Self::Recursive => libc::PTHREAD_MUTEX_RECURSIVE,
            Self::ErrorChecking => libc::PTHREAD_MUTEX_ERRORCHECK,
            _ => libc::PTHREAD_MUTEX_NORMAL,
        }
    }

    fn is_robust(self) -> bool {
        matches!(self, Self::Robust | Self::InheritRobust)
    }

    fn inherits(self) -> bool {
        matches!(self, Self::Inherit | Self::InheritRobust)
    }

    /// Calls `with` with the attributes of this kind.
    fn with_attr(self, with: impl FnOnce(*const libc::pthread_mutexattr_t)) {
        let mut place = MaybeUninit::uninit();
        let attr = place.as_mut_ptr();
        // SAFETY: init writes the whole object; the others then get an initialised one.
        unsafe {
            must("pthread_mutexattr_init", libc::pthread_mutexattr_init(attr));
            must("pthread_mutexattr_settype", libc::pthread_mutexattr_settype(attr, self.mutex_type()));
            if self.inherits() {
                let inherit = libc::PTHREAD_PRIO_INHERIT;
                must("pthread_mutexattr_setprotocol", libc::pthread_mutexattr_setprotocol(attr, inherit));
            }
            if self.is_robust() {
                let robust = libc::PTHREAD_MUTEX_ROBUST;
                must("pthread_mutexattr_setrobust", libc::pthread_mutexattr_setrobust(attr, robust));
            }
        }
        with(attr);
        // SAFETY: initialised above, not used afterwards.
        must("pthread_mutexattr_destroy", unsafe { libc::pthread_mutexattr_destroy(attr) });
    }
}

/// A `pthread_mutex_t` on cache lines of its own, and what it protects.
#[repr(align(64))]
pub(crate) struct Mutex<T> {
    raw: UnsafeCell<libc::pthread_mutex_t>,
    data: UnsafeCell<T>,
}

// SAFETY: `data` is reached through a guard only, hence by one thread at a time; `raw` is made for sharing.
unsafe impl<T: Send> Sync for Mutex<T> {}
// SAFETY: a mutex that nobody can hold may move with its data; holders borrow it.
unsafe impl<T: Send> Send for Mutex<T> {}

impl<T> Mutex<T> {
    /// A normal, private mutex.
    pub(crate) const fn new(data: T) -> Self {
        Self { raw: UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER), data: UnsafeCell::new(data) }
    }

    /// A mutex of `kind`, initialised where it stays.
    ///
    /// # Safety
    /// No thread locks it while it holds it: a recursive mutex would let it, and lend the data twice.
    pub(crate) unsafe fn boxed(kind: Kind, data: T) -> Box<Self> {
        let mutex = Box::new(Self::new(data));
        kind.with_attr(|attr| {
            // SAFETY: nobody else has the mutex yet; `attr` is initialised.
            must("pthread_mutex_init", unsafe { libc::pthread_mutex_init(mutex.raw.get(), attr) });
        });
        mutex
    }

    /// Locks; a failing call ends the process.
    #[inline]
    pub(crate) fn lock(&self) -> Guard<'_, T> {
        // SAFETY: `raw` was initialised at construction and does not move while borrowed.
        must("pthread_mutex_lock", unsafe { libc::pthread_mutex_lock(self.raw.get()) });
        Guard { mutex: self, not_send: PhantomData }
    }
}

/// The mutex is held by this thread, which alone may release it: the guard is not `Send`.
pub(crate) struct Guard<'a, T> {
    mutex: &'a Mutex<T>,
    not_send: PhantomData<*const ()>,
}

impl<T> Guard<'_, T> {
    /// The held mutex.
    #[inline]
    pub(super) fn raw(&self) -> *mut libc::pthread_mutex_t {
        self.mutex.raw.get()
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: a guard means that this thread holds the mutex.
        unsafe { &*self.mutex.data.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: a guard means that this thread holds the mutex, and it is borrowed mutably.
        unsafe { &mut *self.mutex.data.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the guard's thread holds the mutex.
        must("pthread_mutex_unlock", unsafe { libc::pthread_mutex_unlock(self.mutex.raw.get()) });
    }
}
