//! Threads that queue at a barrier, as at everything else: when no place for a round is free.

use fusyn_sys::{Clock, Deadline};

use super::{Arrival, Passed, arrive};
use crate::kernel::Kernel;
use crate::park::{self, Slept, Wakes};
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{Kind, PARKED, POPPED, Waiter};
use crate::watch::ask_prio;

/// Waiters that one section wakes at most, so that a bucket is never held for long.
const PER_SECTION: usize = 16;

/// As [`super::wait`], in the queue; in a round after all if a place has become free.
///
/// # Safety
/// As [`super::wait`].
#[cold]
#[inline(never)]
pub(super) unsafe fn wait<K: Kernel>(arrived: *const AtomicU32, count: u32) -> Passed {
    let mut waiter = Waiter::new(Kind::Barrier, K::tid(), Prio::NORMAL);
    let me = &raw mut waiter;
    let key = arrived as usize;
    // SAFETY: our own waiter, which stays in this frame until it is in no queue; the barrier is alive
    // until a round that counts the caller is over.
    unsafe {
        let section = enter::<K>(me, key);
        match arrive(&section, arrived, count) {
            Arrival::Last => {
                super::end(section, key);
                return Passed::Last;
            }
            Arrival::InRound(round, number) => {
                drop(section);
                round.wait::<K>(number);
            }
            Arrival::Crowded => {
                // Relaxed: under the bucket lock.
                (*arrived).store((*arrived).load(Ordering::Relaxed) + 1, Ordering::Relaxed);
                queue(&section, key, me);
                drop(section);
                sleep::<K>(me, arrived);
            }
        }
    }
    Passed::Other
}

/// Enters the barrier's bucket, with the caller's priority in its waiter.
unsafe fn enter<K: Kernel>(me: *mut Waiter, key: usize) -> Section<K> {
    loop {
        // Acquire, Relaxed: as in `try_or_queue` (P3).
        let asked_at = K::table().sched_gen.load(Ordering::Acquire);
        // SAFETY: the caller's own waiter, unqueued.
        unsafe { (*me).node.prio = ask_prio::<K>(me, asked_at) };
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

/// A time on the monotonic clock that does not come, in s.
const NEVER: i64 = 1 << 32;

/// # Safety
/// `me` is the caller's own waiter, queued at `arrived`, which is alive until the round is over.
unsafe fn sleep<K: Kernel>(me: *mut Waiter, arrived: *const AtomicU32) {
    let key = arrived as usize;
    // Only a sleep with a deadline is left after every handler: another one the kernel restarts, also in a
    // child of a handler that forked, where nobody knows of it. The model has no handlers.
    let never = if cfg!(loom) { None } else { Deadline::new(Clock::Monotonic, NEVER, 0) };
    // SAFETY: the caller's own waiter. The barrier of a child whose round was over before the fork, or has
    // ended since without it, is alive as long as the child has not ended its life itself.
    unsafe {
        loop {
            match park::sleep::<K>(me, never.as_ref()) {
                Slept::Changed(_) => return,
                Slept::TimedOut => {}
                Slept::InChild => {
                    // A handler forked: the child has arrived too, in its own copy of the barrier. If nobody
                    // counts there, the last one had come before the fork, or came while the child stood in no queue.
                    let section = Section::<K>::of_key(key);
                    // Relaxed: under the bucket lock.
                    if (*arrived).load(Ordering::Relaxed) == 0 {
                        return;
                    }
                    (*me).node.ticket = 0;
                    queue(&section, key, me);
                }
            }
        }
    }
}

/// Wakes those who queue at a barrier whose round is over: they are detached from its key (kind `Round`, known
/// by a number alone) at once, since the next round may queue there.
///
/// # Safety
/// `section` holds the bucket of `key`.
pub(super) unsafe fn end<K: Kernel>(section: Section<K>, key: usize) {
    // SAFETY: under the bucket lock; a top is valid (I1).
    unsafe {
        let top = section.find(Kind::Barrier, key);
        if !top.is_null() {
            let round = section.detach_as(Kind::Round, top);
            wake_round::<K>(section, key, round);
        }
    }
}

/// Wakes a whole round, in bounded sections; the barrier may be gone after the first wake.
///
/// # Safety
/// `section` holds the bucket of `key`, in which the round is queued.
#[cold]
#[inline(never)]
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
