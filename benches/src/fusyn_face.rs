//! The locks of `fusyn-core`.

use fusyn_core::{Condvar, Mutex, MutexGuard};

use crate::Face;

/// `fusyn_core`: priority-inheriting mutexes, priority-ordered waiting.
#[derive(Debug, Clone, Copy)]
pub struct Fusyn;

impl Face for Fusyn {
    type Mutex<T: Send + 'static> = Mutex<T>;
    type Guard<'a, T: Send + 'static> = MutexGuard<'a, T>;
    type Condvar = Condvar;

    fn name(&self) -> &'static str {
        "fusyn"
    }

    fn mutex<T: Send + 'static>(&self, value: T) -> Mutex<T> {
        Mutex::new(value)
    }

    fn condvar(&self) -> Condvar {
        Condvar::new()
    }

    #[inline]
    fn lock<T: Send + 'static>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock()
    }

    #[inline]
    fn wait<'a, T: Send + 'static>(condvar: &Condvar, guard: Self::Guard<'a, T>) -> Self::Guard<'a, T> {
        condvar.wait(guard)
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
