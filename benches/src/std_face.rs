//! The standard library's locks.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::Face;

/// `std::sync`.
#[derive(Debug, Clone, Copy)]
pub struct Std;

impl Face for Std {
    type Mutex<T: Send + 'static> = Mutex<T>;
    type Guard<'a, T: Send + 'static> = MutexGuard<'a, T>;
    type Condvar = Condvar;

    fn name(&self) -> &'static str {
        "std"
    }

    fn mutex<T: Send + 'static>(&self, value: T) -> Mutex<T> {
        Mutex::new(value)
    }

    fn condvar(&self) -> Condvar {
        Condvar::new()
    }

    #[inline]
    fn lock<T: Send + 'static>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn wait<'a, T: Send + 'static>(condvar: &Condvar, guard: Self::Guard<'a, T>) -> Self::Guard<'a, T> {
        condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn notify_one(condvar: &Condvar) {
        condvar.notify_one();
    }

    #[inline]
    fn notify_all(condvar: &Condvar) {
        condvar.notify_all();
    }
}
