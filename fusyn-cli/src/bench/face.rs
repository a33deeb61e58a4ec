//! The pthread calls as a face, and the list of Rust faces.

use fusyn_benches::{Face, Fusyn, ParkingLot, Std};

use super::case::Work;
use super::work::Outcome;
use crate::pthread::{Cond, Guard, Kind, Mutex};

/// `pthread_mutex_t` of one kind and `pthread_cond_t`: glibc's, or the shim's when it is preloaded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pthread(pub(crate) Kind);

impl Face for Pthread {
    type Mutex<T: Send + 'static> = Box<Mutex<T>>;
    type Guard<'a, T: Send + 'static> = Guard<'a, T>;
    type Condvar = Cond;

    fn name(&self) -> &'static str {
        "pthread"
    }

    fn mutex<T: Send + 'static>(&self, value: T) -> Box<Mutex<T>> {
        // SAFETY: no workload locks a mutex that its thread holds.
        unsafe { Mutex::boxed(self.0, value) }
    }

    fn condvar(&self) -> Cond {
        Cond::new()
    }

    #[inline]
    fn lock<T: Send + 'static>(mutex: &Box<Mutex<T>>) -> Guard<'_, T> {
        mutex.lock()
    }

    #[inline]
    fn wait<'a, T: Send + 'static>(condvar: &Cond, mut guard: Self::Guard<'a, T>) -> Self::Guard<'a, T> {
        condvar.wait(&mut guard);
        guard
    }

    #[inline]
    fn notify_one(condvar: &Cond) {
        condvar.signal();
    }

    #[inline]
    fn notify_all(condvar: &Cond) {
        condvar.broadcast();
    }
}

/// Names of the Rust faces; the first is what the others are compared with.
pub(crate) const RUST_NAMES: [&str; 3] = ["std", "parking_lot", "fusyn"];

/// Does `work` on the Rust face called `name`.
pub(crate) fn run_rust(name: &str, work: Work, time: std::time::Duration) -> Option<Outcome> {
    match name {
        "std" => Some(work.run(&Std, time)),
        "parking_lot" => Some(work.run(&ParkingLot, time)),
        "fusyn" => Some(work.run(&Fusyn, time)),
        _ => None,
    }
}
