//! Waiting in a fuqueue.

use fusyn_sys::Deadline;

use crate::kernel::Kernel;
use crate::local;
use crate::park::{self, Slept, state};
use crate::prio::Prio;
use crate::sync::Ordering;
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{Kind, PARKED, Waiter};
use crate::watch::ask_prio;

/// Why a wait ended without a wake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitError {
    /// `validate` said no: nothing was queued.
    Changed,
    /// The deadline passed.
    TimedOut,
    /// A signal handler may not wait while its thread is inside fusyn; or a forked child came back from
    /// its parent's wait.
    Interrupted,
}

/// Queues the caller at `key` if `validate` holds, and sleeps until a wake or the deadline; returns the
/// waker's code.
///
/// `validate` runs under the bucket lock: a waker that changes the condition and then calls
/// [`wake`](fn@super::wake) is never missed. It must be short, and must not block, panic or call fusyn.
///
/// # Blocking
/// Until woken or the deadline; a signal handler does not end it.
/// # Errors
/// See [`WaitError`]. A wake that comes with the deadline wins (R4): it is never lost.
/// # Priority
/// Read when the call blocks; FIFO among equals.
/// # Signal safety
/// Not async-signal-safe.
pub fn wait<K: Kernel>(
    key: usize,
    validate: impl FnOnce() -> bool,
    bits: u32,
    deadline: Option<&Deadline>,
) -> Result<i32, WaitError> {
    if local::must_defer::<K>() {
        return Err(WaitError::Interrupted);
    }
    let mut waiter = Waiter::new(Kind::Queue, K::tid(), Prio::NORMAL);
    let me = &raw mut waiter;
    // SAFETY: our own waiter, which stays in this frame until it is in no queue.
    unsafe {
        (*me).bits = bits;
        let section = loop {
            // Acquire, Relaxed: as in `try_or_queue` (P3).
            let asked_at = K::table().sched_gen.load(Ordering::Acquire);
            (*me).node.prio = ask_prio::<K>(me, asked_at);
            let section = Section::<K>::of_key(key);
            if K::table().sched_gen.load(Ordering::Relaxed) == asked_at {
                break section;
            }
        };
        if !validate() {
            return Err(WaitError::Changed);
        }
        (*me).epoch = K::epoch();
        // Relaxed: published by the bucket lock.
        (*me).key.store(key, Ordering::Relaxed);
        section.insert(Kind::Queue, key, me);
        drop(section);
        match park::sleep::<K>(me, deadline) {
            Slept::Changed(_) => Ok((*me).code),
            Slept::InChild => Err(WaitError::Interrupted),
            Slept::TimedOut => leave::<K>(me),
        }
    }
}

/// # Safety
/// `me` is the caller's own waiter, queued or popped.
unsafe fn leave<K: Kernel>(me: *mut Waiter) -> Result<i32, WaitError> {
    // SAFETY: the caller's own waiter; the rest under its bucket's lock (I2).
    unsafe {
        loop {
            // Relaxed: re-read under the lock; a requeue changes it.
            let key = (*me).key.load(Ordering::Relaxed);
            let section = Section::<K>::of_key(key);
            if (*me).key.load(Ordering::Relaxed) != key {
                continue;
            }
            // Relaxed: under the bucket lock.
            if state((*me).park.load(Ordering::Relaxed)) != PARKED {
                drop(section);
                return Ok((*me).code);
            }
            Bucket::remove(me);
            drop(section);
            return Err(WaitError::TimedOut);
        }
    }
}
