//! Barriers of one process: the last to arrive wakes all others, highest priority first.
//!
//! The object is a count of those who have arrived, under its bucket's lock. The last one resets it and
//! detaches the queue from the key (kind `Round`, known by a number alone) in the same section, so that
//! the next round may begin at once, and the barrier be destroyed as soon as any thread has returned:
//! woken threads never touch it (must-hold 6), and the waker only its address.

#[cfg(not(loom))]
mod face;

#[cfg(not(loom))]
pub use face::{Barrier, BarrierWaitResult};

use crate::kernel::Kernel;
use crate::local;
use crate::park::{self, Slept, Wakes};
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{Kind, PARKED, POPPED, Waiter};
use crate::watch::ask_prio;

/// Waiters that one section wakes at most, so that a bucket is never held for long.
const PER_SECTION: usize = 16;

/// How a wait at a barrier ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The caller was the last to arrive: one thread of a round.
    Last,
    /// Another was.
    Other,
    /// A signal handler may not wait while its thread is inside fusyn.
    Refused,
}

/// Waits until `count` threads have arrived.
///
/// # Blocking
/// Until the last one arrives; not ended by signal handlers.
/// # Priority
/// Read when the call blocks; the last one wakes by priority.
/// # Signal safety
/// Not async-signal-safe.
///
/// # Safety
/// `arrived` is a live barrier's, and `count` the same for all who use it. It may be gone as soon as one
/// of them has returned.
pub unsafe fn wait<K: Kernel>(arrived: *const AtomicU32, count: u32) -> Passed {
    if local::must_defer::<K>() {
        return Passed::Refused;
    }
    let mut waiter = Waiter::new(Kind::Barrier, K::tid(), Prio::NORMAL);
    let me = &raw mut waiter;
    let key = arrived as usize;
    // SAFETY: our own waiter, which stays in this frame until it is in no queue; the barrier is alive
    // until a round that counts the caller is over.
    unsafe {
        let section = enter::<K>(me, key);
        // Relaxed: under the bucket lock.
        let before = (*arrived).load(Ordering::Relaxed);
        if before + 1 < count {
            (*arrived).store(before + 1, Ordering::Relaxed);
            queue(&section, key, me);
            drop(section);
            sleep::<K>(me, key);
            return Passed::Other;
        }
        (*arrived).store(0, Ordering::Relaxed);
        let top = section.find(Kind::Barrier, key);
        if !top.is_null() {
            let round = section.detach_as(Kind::Round, top);
            wake_round::<K>(section, key, round);
        }
        Passed::Last
    }
}

/// Enters the barrier's bucket, with the caller's priority in its waiter.
unsafe fn enter<K: Kernel>(me: *mut Waiter, key: usize) -> Section<K> {
    loop {
        // Acquire, Relaxed: as in `try_or_queue` (P3).
        let asked_at = K::table().sched_gen.load(Ordering::Acquire);
        // SAFETY: the caller's own waiter, unqueued.
        unsafe { (*me).node.prio = ask_prio::<K>(me) };
        let section = Section::<K>::of_key(key);
        if K::table().sched_gen.load(Ordering::Relaxed) == asked_at {
            return section;
        }
    }
}

/// # Safety
/// The section holds the bucket of `key`; `me` is the caller's own waiter, in no queue.
unsafe fn queue<K: Kernel>(section: &Section<K>, key: usize, me: *mut Waiter) {
    // SAFETY: forwarded from the caller.
    unsafe {
        (*me).epoch = K::epoch();
        // Relaxed: published by the bucket lock.
        (*me).park.store(PARKED, Ordering::Relaxed);
        (*me).key.store(key, Ordering::Relaxed);
        section.insert(Kind::Barrier, key, me);
    }
}

/// # Safety
/// `me` is the caller's own waiter, queued at `key`.
unsafe fn sleep<K: Kernel>(me: *mut Waiter, key: usize) {
    // SAFETY: the caller's own waiter.
    unsafe {
        loop {
            match park::sleep::<K>(me, None) {
                Slept::Changed(_) => return,
                Slept::TimedOut => {}
                Slept::InChild => {
                    // A handler forked: the child has arrived too, in its own copy of the barrier.
                    (*me).node.ticket = 0;
                    queue(&Section::<K>::of_key(key), key, me);
                }
            }
        }
    }
}

/// Wakes a whole round, in bounded sections; the barrier may be gone after the first wake.
///
/// # Safety
/// `section` holds the bucket of `key`, in which the round is queued.
unsafe fn wake_round<K: Kernel>(mut section: Section<K>, key: usize, round: usize) {
    loop {
        let mut wakes = Wakes::<PER_SECTION>::none();
        let mut woken = 0;
        // SAFETY: under the bucket lock; members are valid (I1).
        unsafe {
            while woken < PER_SECTION {
                let top = section.find(Kind::Round, round);
                if top.is_null() {
                    break;
                }
                Bucket::remove(top);
                wakes.mark(top, POPPED);
                woken += 1;
            }
        }
        drop(section);
        wakes.make::<K>();
        if woken < PER_SECTION {
            return;
        }
        section = Section::of_key(key);
    }
}

/// Whether somebody has arrived and waits for the rest.
///
/// # Safety
/// `arrived` is a live barrier's.
pub unsafe fn is_waited_for<K: Kernel>(arrived: *const AtomicU32) -> bool {
    if local::must_defer::<K>() {
        // SAFETY: alive by the caller's contract. Relaxed: a snapshot.
        return unsafe { (*arrived).load(Ordering::Relaxed) } > 0;
    }
    let _section = Section::<K>::of_key(arrived as usize);
    // SAFETY: alive by the caller's contract. Relaxed: under the bucket lock.
    unsafe { (*arrived).load(Ordering::Relaxed) > 0 }
}
