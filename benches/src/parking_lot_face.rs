//! The locks of `parking_lot`.

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::Face;

/// `parking_lot`.
#[derive(Debug, Clone, Copy)]
pub struct ParkingLot;

impl Face for ParkingLot {
    type Mutex<T: Send + 'static> = Mutex<T>;
    type Guard<'a, T: Send + 'static> = MutexGuard<'a, T>;
    type Condvar = Condvar;

    fn name(&self) -> &'static str {
        "parking_lot"
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
    fn wait<'a, T: Send + 'static>(condvar: &Condvar, mut guard: Self::Guard<'a, T>) -> Self::Guard<'a, T> {
        condvar.wait(&mut guard);
        guard
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
