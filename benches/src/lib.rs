//! Rust locks under one trait, so that one workload measures them all.
//!
//! `fusyn bench` runs its workloads on these faces, and on the pthread calls by a face of its own;
//! the criterion benchmarks of this crate measure the small operations closely.

mod fusyn_face;
mod parking_lot_face;
mod std_face;

use std::fmt::Debug;
use std::ops::DerefMut;

pub use fusyn_face::Fusyn;
pub use parking_lot_face::ParkingLot;
pub use std_face::Std;

/// A mutex and a condition variable that belong together.
pub trait Face: Debug + Send + Sync + 'static {
    /// The mutex, which owns what it protects.
    type Mutex<T: Send + 'static>: Send + Sync + 'static;
    /// Held while the mutex is locked.
    type Guard<'a, T: Send + 'static>: DerefMut<Target = T>;
    /// The condition variable.
    type Condvar: Send + Sync + 'static;

    /// Name in tables.
    fn name(&self) -> &'static str;
    /// A free mutex.
    fn mutex<T: Send + 'static>(&self, value: T) -> Self::Mutex<T>;
    /// A condition variable without waiters.
    fn condvar(&self) -> Self::Condvar;
    /// Locks; the guard's end unlocks.
    fn lock<T: Send + 'static>(mutex: &Self::Mutex<T>) -> Self::Guard<'_, T>;
    /// Unlocks, waits, locks again; may return without a signal.
    fn wait<'a, T: Send + 'static>(condvar: &Self::Condvar, guard: Self::Guard<'a, T>) -> Self::Guard<'a, T>;
    /// Wakes one waiter.
    fn notify_one(condvar: &Self::Condvar);
    /// Wakes all waiters.
    fn notify_all(condvar: &Self::Condvar);
}

/// A value on cache lines of its own, so that neighbours do not disturb a measurement.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Line<T>(pub T);
