//! Wait queues (fuqueues), owned locks (fulocks) and condition variables: robust against priority
//! inversion, ordered by priority, and free of cost while nobody waits.
//!
//! Programs use [`Mutex`], [`ReentrantMutex`], [`RwLock`], [`Condvar`], [`Semaphore`] and [`Barrier`]. The layers
//! below are public for the pthread shim and for other locks to be built on:
//!
//! | module | what it is |
//! |---|---|
//! | [`fuqueue`] | bare wait queues: wait with validation, wake with a result code, requeue |
//! | [`fulock`] | owned locks on a word in the kernel's layout; lazy priority inheritance |
//! | [`condvar`](mod@condvar) | signal, wait-morphing, O(1) broadcast |
//! | [`semaphore`] | counting semaphores; posts from signal handlers |
//! | [`barrier`] | rounds of threads that wait for each other |
//! | [`rwlock`] | read-write locks: served by priority, starving nobody, safe for recursive readers |
//! | [`table`] | the buckets in which threads wait |
//! | [`resort`] | what to do when a waiting thread's priority changes |
//! | [`kernel`] | the one trait between all that and the operating system |
//!
//! ARCHITECTURE.md has the way of a lock, an unlock, a wait and a signal through them.

pub mod barrier;
#[cfg(not(loom))]
mod condition;
pub mod condvar;
mod deferred;
pub mod fulock;
pub mod fuqueue;
pub mod kernel;
#[cfg(all(test, not(loom)))]
mod limit;
pub mod local;
#[cfg(loom)]
mod model;
#[cfg(not(loom))]
mod mutex;
mod park;
mod plist;
pub mod prio;
#[cfg(not(loom))]
mod read_write;
#[cfg(not(loom))]
mod reentrant;
mod report;
pub mod resort;
pub mod rwlock;
pub mod semaphore;
pub mod sync;
pub mod table;
mod waiter;
mod watch;
pub mod word;

#[cfg(not(loom))]
pub use barrier::{Barrier, BarrierWaitResult};
#[cfg(not(loom))]
pub use condition::{Condvar, WaitTimeoutResult};
pub use fusyn_sys::{Clock, Deadline, Errno};
#[cfg(not(loom))]
pub use mutex::{Mutex, MutexGuard};
#[cfg(not(loom))]
pub use read_write::{RwLock, RwLockReadGuard, RwLockWriteGuard};
#[cfg(not(loom))]
pub use reentrant::{ReentrantMutex, ReentrantMutexGuard};
#[cfg(not(loom))]
pub use semaphore::Semaphore;
