//! Barriers of one process: the last to arrive wakes all others, highest priority first.
//!
//! The object is a count of those who have arrived, under its bucket's lock. They sleep elsewhere, on the
//! number of a round (`round.rs`), and one call wakes them all; if no place for a round is free, in a queue (`queued.rs`).
//! The last one resets the count in the section in which it ends the round, so that the next may begin at
//! once, and the barrier be destroyed as soon as any thread has returned: woken threads never touch it
//! (must-hold 6), and the waker only its address.

#[cfg(not(loom))]
mod face;
mod queued;
pub(crate) mod round;

#[cfg(not(loom))]
pub use face::{Barrier, BarrierWaitResult};

use crate::kernel::Kernel;
use crate::local;
use crate::sync::{AtomicU32, Ordering};
use crate::table::section::Section;
use crate::waiter::Kind;
use round::Round;

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
/// Read when the call blocks, and again when it is changed ([`crate::resort`]); the last one wakes by priority.
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
    let section = Section::<K>::of_key(arrived as usize);
    // SAFETY: the section holds the bucket; the barrier is alive until a round that counts the caller is over.
    unsafe {
        match arrive(&section, arrived, count) {
            Arrival::Last => end(section, arrived as usize),
            Arrival::InRound(round, number) => {
                drop(section);
                round.wait::<K>(number);
                return Passed::Other;
            }
            Arrival::Crowded => {
                drop(section);
                return queued::wait::<K>(arrived, count);
            }
        }
    }
    Passed::Last
}

/// What a thread is that comes to a barrier.
enum Arrival {
    /// The last one; the count is reset.
    Last,
    /// Counted, and asleep while this round has this number.
    InRound(&'static Round, u32),
    /// Not counted yet: it has to queue.
    Crowded,
}

/// Counts the caller, unless it must queue.
///
/// # Safety
/// The section holds the bucket of `arrived`, which is a live barrier's.
unsafe fn arrive<K: Kernel>(section: &Section<K>, arrived: *const AtomicU32, count: u32) -> Arrival {
    let key = arrived as usize;
    // SAFETY: forwarded from the caller. Relaxed: under the bucket lock.
    unsafe {
        let before = (*arrived).load(Ordering::Relaxed);
        if before + 1 >= count {
            (*arrived).store(0, Ordering::Relaxed);
            return Arrival::Last;
        }
        // Who comes after one who queues does so too: a round has one order.
        if !section.find(Kind::Barrier, key).is_null() {
            return Arrival::Crowded;
        }
        let Some(round) = K::table().rounds.lease(key) else { return Arrival::Crowded };
        (*arrived).store(before + 1, Ordering::Relaxed);
        Arrival::InRound(round, round.number())
    }
}

/// Ends a round and wakes its threads; the barrier may be gone as soon as the section is.
///
/// # Safety
/// `section` holds the bucket of `key`, whose count the caller has just reset.
unsafe fn end<K: Kernel>(section: Section<K>, key: usize) {
    let sleepers = K::table().rounds.find(key).filter(|round| round.end());
    // SAFETY: forwarded from the caller.
    unsafe { queued::end(section, key) };
    if let Some(round) = sleepers {
        round.wake::<K>();
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
