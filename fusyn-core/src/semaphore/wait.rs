//! The waiter's side of a semaphore.

use core::ffi::c_void;

use fusyn_sys::Deadline;

use super::post::take_out;
use super::{WAITERS, is_waited_for, post, try_wait, value, wake_key};
use crate::kernel::Kernel;
use crate::local;
use crate::park::{self, Rest, Slept, state};
use crate::prio::Prio;
use crate::sync::{AtomicU64, Ordering};
use crate::table::section::Section;
use crate::waiter::{HANDED, Kind, PARKED, Waiter};
use crate::watch::{ask_for_next, ask_prio};

/// A wait in progress: queue it, park, and settle; again, if the value was taken by another.
#[derive(Debug)]
#[repr(transparent)]
pub struct Waiting {
    waiter: Waiter,
}

/// How [`Waiting::queue`] went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// The value was above 0, and one was taken.
    Taken,
    /// The caller stands in the queue.
    Queued,
    /// A signal handler may not wait while its thread is inside fusyn.
    Refused,
}

/// How [`Waiting::park`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A post took the waiter out of the queue.
    Woken,
    /// The deadline passed before that.
    TimedOut,
    /// A signal handler ran before that.
    Interrupted,
    /// This is a forked child; the parent's queue is not here.
    InChild,
}

/// How a wait stands after [`Waiting::settle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The caller has its token.
    Taken,
    /// Somebody was faster: queue again.
    Again,
    /// The deadline passed, and nothing was taken.
    TimedOut,
    /// A signal handler ran, and nothing was taken.
    Interrupted,
}

impl Waiting {
    /// A wait that has not begun.
    #[must_use]
    pub fn new<K: Kernel>() -> Waiting {
        Waiting { waiter: Waiter::new(Kind::Semaphore, K::tid(), Prio::NORMAL) }
    }

    /// Address for a cleanup handler.
    #[must_use]
    pub fn as_context(this: *mut Waiting) -> *mut c_void {
        this.cast()
    }

    /// Takes one from the value, or queues the caller, in its old place if it was queued before.
    ///
    /// # Safety
    /// `this` stays where it is, and `settle` or `cancel` is called before its frame ends; `word` is a
    /// live semaphore's.
    pub unsafe fn queue<K: Kernel>(this: *mut Waiting, word: *const AtomicU64) -> Begun {
        if local::must_defer::<K>() {
            return Begun::Refused;
        }
        let (me, key) = (this.cast::<Waiter>(), word as usize);
        // SAFETY: the caller's own waiter until it is queued.
        unsafe {
            let section = loop {
                // Acquire, Relaxed: as in `try_or_queue` (P3).
                let asked_at = K::table().sched_gen.load(Ordering::Acquire);
                (*me).node.prio = ask_prio::<K>(me, asked_at);
                let section = Section::<K>::of_key(key);
                if K::table().sched_gen.load(Ordering::Relaxed) == asked_at {
                    break section;
                }
            };
            if take_or_announce(word) {
                return Begun::Taken;
            }
            (*me).epoch = K::epoch();
            // Relaxed: published by the bucket lock.
            (*me).park.store(PARKED, Ordering::Relaxed);
            (*me).key.store(key, Ordering::Relaxed);
            section.insert(Kind::Semaphore, key, me);
            (*K::local()).at_semaphore_since = (*me).epoch;
            (*K::local()).at_semaphore = me;
            Begun::Queued
        }
    }

    /// Sleeps until a post, the deadline or a signal handler. A cancellation point where the kernel's
    /// `wait_cancellable` is.
    ///
    /// # Safety
    /// After [`Waiting::queue`] gave `Queued`.
    #[inline]
    pub unsafe fn park<K: Kernel>(this: *mut Waiting, deadline: Option<&Deadline>) -> Ended {
        // SAFETY: forwarded from the caller.
        match unsafe { park::rest_cancellable::<K>(this.cast(), deadline) } {
            Rest::Ended(slept) => ended(slept),
            Rest::Interrupted => Ended::Interrupted,
        }
    }

    /// Leaves the queue, with a token or without.
    ///
    /// # Safety
    /// After [`Waiting::park`], of the same `word`.
    pub unsafe fn settle<K: Kernel>(this: *mut Waiting, word: *const AtomicU64, ended: Ended) -> Settled {
        let me = this.cast::<Waiter>();
        let given_up = match ended {
            Ended::TimedOut => Settled::TimedOut,
            Ended::Interrupted => Settled::Interrupted,
            Ended::Woken | Ended::InChild => Settled::Again,
        };
        // SAFETY: the caller's own waiter, in no queue after `leave`.
        unsafe {
            match leave::<K>(me) {
                Left::Handed => Settled::Taken,
                // R4: once more, also if the time is up.
                Left::Popped if try_wait(word) => Settled::Taken,
                Left::Popped => {
                    (*me).overtaken += 1;
                    given_up
                }
                Left::Queue => given_up,
                Left::InChild => {
                    (*me).node.ticket = 0; // of the parent's queue
                    given_up
                }
            }
        }
    }

    /// After a wait by [`Waiting::park`] that got its token, for the thread's next: a few system calls now and
    /// then.
    ///
    /// # Safety
    /// The wait is settled.
    #[inline]
    pub unsafe fn ask_for_next<K: Kernel>(this: *mut Waiting) {
        // SAFETY: forwarded from the caller: in no queue.
        unsafe { ask_for_next::<K>(this.cast()) };
    }

    /// For a cleanup handler: leaves the queue, and takes nothing (R10).
    ///
    /// # Safety
    /// As [`Waiting::settle`], in place of it.
    pub unsafe fn cancel<K: Kernel>(this: *mut Waiting, word: *const AtomicU64) {
        // SAFETY: forwarded from the caller; the semaphore is alive while its waiter has not returned.
        unsafe {
            match leave::<K>(this.cast()) {
                Left::Queue | Left::InChild => {}
                Left::Popped => wake_key::<K>(word as usize),
                Left::Handed => {
                    // Full again meanwhile: nobody can need this one.
                    let _ = post::<K>(word);
                }
            }
        }
    }
}

fn ended(slept: Slept) -> Ended {
    match slept {
        Slept::Changed(_) => Ended::Woken,
        Slept::TimedOut => Ended::TimedOut,
        Slept::InChild => Ended::InChild,
    }
}

/// Takes one from the value (true), or says in the word that somebody waits.
///
/// # Safety
/// The word is alive, and its bucket held.
unsafe fn take_or_announce(word: *const AtomicU64) -> bool {
    // SAFETY: forwarded from the caller.
    let word = unsafe { &*word };
    // Relaxed: the exchange decides.
    let mut now = word.load(Ordering::Relaxed);
    loop {
        let next = if value(now) > 0 { now - 1 } else { now | WAITERS };
        // Acquire: pairs with the Release of the post.
        match word.compare_exchange_weak(now, next, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return value(now) > 0,
            Err(other) => now = other,
        }
    }
}

/// Where a waiter stood when it left.
enum Left {
    Queue,
    Popped,
    Handed,
    InChild,
}

/// Leaves the queue; what a post did meanwhile counts.
///
/// # Safety
/// `me` is the caller's own waiter, queued or popped.
unsafe fn leave<K: Kernel>(me: *mut Waiter) -> Left {
    // SAFETY: the caller's own waiter; the rest under its bucket's lock (I2).
    unsafe {
        (*K::local()).at_semaphore = core::ptr::null_mut();
        // Acquire: pairs with `Wakes::mark`. A popped waiter's state is final.
        let now = state((*me).park.load(Ordering::Acquire));
        if now != PARKED {
            return popped(now);
        }
        if (*me).epoch != K::epoch() {
            return Left::InChild;
        }
        // Relaxed: its own.
        let key = (*me).key.load(Ordering::Relaxed);
        let section = Section::<K>::of_key(key);
        // Relaxed: under the bucket lock.
        let now = state((*me).park.load(Ordering::Relaxed));
        if now != PARKED {
            return popped(now);
        }
        take_out(&section, key, me);
        Left::Queue
    }
}

fn popped(state: u32) -> Left {
    if state == HANDED { Left::Handed } else { Left::Popped }
}

/// Takes one from the value, waiting for a post until the deadline; false if that passed.
///
/// # Blocking
/// May block; not ended by signal handlers.
/// # Signal safety
/// Not async-signal-safe: in a handler that interrupted fusyn it fails as if the time were up.
///
/// # Safety
/// `word` is a live semaphore's.
pub unsafe fn wait<K: Kernel>(word: *const AtomicU64, deadline: Option<&Deadline>) -> bool {
    let mut waiting = Waiting::new::<K>();
    let this = &raw mut waiting;
    // SAFETY: `waiting` stays in this frame, and is settled before it ends.
    unsafe {
        loop {
            match Waiting::queue::<K>(this, word) {
                Begun::Taken => return true,
                Begun::Refused => return false,
                Begun::Queued => {}
            }
            let slept = park::sleep::<K>(this.cast(), deadline);
            match Waiting::settle::<K>(this, word, ended(slept)) {
                Settled::Taken => return true,
                Settled::Again => {}
                Settled::TimedOut | Settled::Interrupted => return false,
            }
        }
    }
}

/// Whether a thread of this process stands in the semaphore's queue.
///
/// # Safety
/// `word` is a live semaphore's.
pub unsafe fn has_waiters<K: Kernel>(word: *const AtomicU64) -> bool {
    // SAFETY: alive by the caller's contract. Relaxed: the queue decides.
    if !is_waited_for(unsafe { (*word).load(Ordering::Relaxed) }) || local::must_defer::<K>() {
        return false;
    }
    let section = Section::<K>::of_key(word as usize);
    // SAFETY: under the bucket lock.
    unsafe { !section.find(Kind::Semaphore, word as usize).is_null() }
}
