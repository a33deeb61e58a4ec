//! The waiter's side of a condvar.

use core::ffi::c_void;

use fusyn_sys::Deadline;

use super::MutexRef;
use crate::fulock::{self, Policy, back_from_kernel, resume};
use crate::kernel::Kernel;
use crate::local;
use crate::park::{self, Slept, state};
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{ASLEEP, CONVERT, GHOST, HANDED, Kind, PARKED, POPPED, Waiter};
use crate::watch;

/// A wait in progress: queue it, unlock the mutex, park, and settle. In this order, in one frame.
///
/// ```text
///   Waiting::new  ->  queue  ->  (unlock the mutex)  ->  park  ->  settle  ->  (lock the mutex, if told)  ->  carry
/// ```
#[derive(Debug)]
#[repr(transparent)]
pub struct Waiting {
    waiter: Waiter,
}

/// How [`Waiting::park`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parked {
    /// A signal or broadcast took the waiter.
    Signalled,
    /// The deadline passed, or this is a forked child, before one did.
    Unsignalled(Unsignalled),
}

/// Why nobody signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsignalled {
    /// The deadline passed.
    TimedOut,
    /// A forked child returns from a wait that only its parent knows of: a spurious wake.
    InChild,
}

/// How a wait stands after [`Waiting::settle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitState {
    /// A signal or broadcast was consumed (also if the deadline passed meanwhile, R4).
    pub signalled: bool,
    /// The caller owns the mutex already; else it must lock it.
    pub owns_mutex: bool,
}

impl Waiting {
    /// A wait that has not begun.
    #[must_use]
    pub fn new<K: Kernel>() -> Waiting {
        Waiting { waiter: Waiter::new(Kind::Cond, K::tid(), Prio::NORMAL) }
    }

    /// Address for a cleanup handler.
    #[must_use]
    pub fn as_context(this: *mut Waiting) -> *mut c_void {
        this.cast()
    }

    /// Queues the caller at the condvar whose hint word is `cond`; from here on a signal finds it.
    ///
    /// # Safety
    /// `this` stays where it is, and `settle` or `cancel` is called before its frame ends. `cond` is a
    /// live hint word; the caller owns the mutex that `mutex` names.
    pub unsafe fn queue<K: Kernel>(this: *mut Waiting, cond: *const AtomicU32, mutex: MutexRef) {
        let me = this.cast::<Waiter>();
        // SAFETY: the caller's own waiter until it is queued; the condvar is alive (I4).
        unsafe {
            (*me).lock = mutex.word;
            (*me).policy = mutex.policy;
            if local::must_defer::<K>() {
                // In a handler inside a bucket nobody can queue: a spurious wake.
                (*me).park.store(POPPED, Ordering::Relaxed);
                return;
            }
            let key = cond as usize;
            loop {
                // Acquire, Relaxed: as in `try_or_queue` (P3).
                let asked_at = K::table().sched_gen.load(Ordering::Acquire);
                classify::<K>(me, asked_at);
                let section = Section::<K>::of_key(key);
                if K::table().sched_gen.load(Ordering::Relaxed) != asked_at {
                    continue;
                }
                (*me).epoch = K::epoch();
                // Relaxed: published by the bucket lock.
                (*me).key.store(key, Ordering::Relaxed);
                section.insert(Kind::Cond, key, me);
                let top = section.find(Kind::Cond, key);
                if (*top).lock != (*me).lock {
                    (*top).header.mixed = true;
                }
                // Relaxed: a signaller that must see it is ordered by the mutex, or by what told it.
                (*cond).store(1, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Sleeps until signalled or out of time. A cancellation point where the kernel's `wait_cancellable` is.
    ///
    /// # Safety
    /// After [`Waiting::queue`]; the mutex has been unlocked.
    #[inline]
    pub unsafe fn park<K: Kernel>(this: *mut Waiting, deadline: Option<&Deadline>) -> Parked {
        // SAFETY: forwarded from the caller.
        match unsafe { park::sleep_cancellable::<K>(this.cast(), deadline) } {
            Slept::Changed(_) => Parked::Signalled,
            Slept::TimedOut => Parked::Unsignalled(Unsignalled::TimedOut),
            Slept::InChild => Parked::Unsignalled(Unsignalled::InChild),
        }
    }

    /// Leaves every queue; takes a movable mutex if a signal took the waiter.
    ///
    /// # Safety
    /// After [`Waiting::park`].
    pub unsafe fn settle<K: Kernel>(this: *mut Waiting, parked: Parked) -> WaitState {
        let me = this.cast::<Waiter>();
        // SAFETY: the caller's own waiter; sections guard what others write.
        unsafe {
            match parked {
                Parked::Unsignalled(Unsignalled::InChild) => {
                    return WaitState { signalled: true, owns_mutex: false };
                }
                Parked::Unsignalled(Unsignalled::TimedOut) => {
                    if let Some(left) = leave_condvar::<K>(me) {
                        return WaitState { signalled: left == Left::Batch, owns_mutex: false };
                    }
                }
                Parked::Signalled => {}
            }
            WaitState { signalled: true, owns_mutex: take_mutex::<K>(me) }
        }
    }

    /// For a cleanup handler: leaves every queue, whatever the state (R10). If `signalled`, the caller
    /// passes one signal on once it owns the mutex.
    ///
    /// # Safety
    /// As [`Waiting::settle`], in place of it.
    pub unsafe fn cancel<K: Kernel>(this: *mut Waiting) -> WaitState {
        // SAFETY: forwarded. A time-out and a cancellation leave in the same way.
        unsafe { Self::settle::<K>(this, Parked::Unsignalled(Unsignalled::TimedOut)) }
    }
}

/// Asks for the caller's priority, and decides how it would wait for the mutex (R7).
///
/// # Safety
/// `me` is the caller's own waiter, unqueued.
unsafe fn classify<K: Kernel>(me: *mut Waiter, asked_at: u32) {
    // SAFETY: the caller's own waiter and block.
    unsafe {
        let prio = watch::ask_prio::<K>(me, asked_at);
        // The mutex itself is still held and counted.
        let holds_another = (*me).policy.has(Policy::INHERIT) && (*K::local()).held > 1;
        (*me).node.prio = prio;
        (*me).class = fulock::class_of((*me).policy, prio, holds_another);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Condvar,
    Batch,
}

/// A waiter whose time is up leaves its condvar or batch; `None` if somebody took it (R4).
///
/// # Safety
/// `me` is the caller's own waiter, queued or popped.
unsafe fn leave_condvar<K: Kernel>(me: *mut Waiter) -> Option<Left> {
    // SAFETY: the caller's own waiter; `key` is read again under its bucket's lock (I2).
    unsafe {
        loop {
            // Relaxed: re-read below.
            let key = (*me).key.load(Ordering::Relaxed);
            if key == 0 {
                return None; // never queued
            }
            if (*me).epoch != K::epoch() {
                return Some(Left::Condvar); // cancelled in a forked child
            }
            let section = Section::<K>::of_key(key);
            if (*me).key.load(Ordering::Relaxed) != key {
                continue; // moved meanwhile (R6); it moves once at most, so this ends
            }
            // Relaxed: under the bucket lock.
            if state((*me).park.load(Ordering::Relaxed)) != PARKED || (*me).kind != Kind::Cond {
                return None;
            }
            return Some(unlink(&section, key, me));
        }
    }
}

/// # Safety
/// The section holds the bucket of `me`, which is queued at the condvar `key` or in a batch of it.
unsafe fn unlink<K: Kernel>(section: &Section<K>, key: usize, me: *mut Waiter) -> Left {
    // SAFETY: under the bucket lock; the condvar is alive while `me` stands in its own queue (I4).
    unsafe {
        let top = section.find(Kind::Cond, key);
        let in_condvar = !top.is_null() && (*me).node.ticket >= (*top).header.birth;
        Bucket::remove(me);
        if !in_condvar {
            return Left::Batch;
        }
        if section.find(Kind::Cond, key).is_null() {
            // Relaxed: a hint, under the bucket lock (C-g).
            (*(key as *const AtomicU32)).store(0, Ordering::Relaxed);
        }
        Left::Condvar
    }
}

/// A signalled waiter goes for its mutex; false if that is not a movable one, or could not be had.
///
/// # Safety
/// `me` is the caller's own waiter, taken by a signal.
unsafe fn take_mutex<K: Kernel>(me: *mut Waiter) -> bool {
    // SAFETY: the caller's own waiter; its mutex is alive (I4).
    unsafe {
        if (*me).lock.is_null() {
            return false;
        }
        // Acquire: pairs with `Wakes::mark`.
        let mut now = (*me).park.load(Ordering::Acquire);
        if state(now) == PARKED {
            // Moved to the mutex's queue, and out of time for the condvar: no deadline from here on.
            match park::sleep::<K>(me, None) {
                Slept::Changed(park) => now = park,
                Slept::TimedOut | Slept::InChild => return false,
            }
        }
        match state(now) & !ASLEEP {
            HANDED => true,
            GHOST => {
                let _ = K::lock_pi((*me).lock, None);
                // By the word, not by the result (C-e). On an error the caller locks as anybody does.
                back_from_kernel::<K>(me)
            }
            other => {
                (*me).kind = Kind::Mutex;
                (*me).converted = other == CONVERT;
                if (*me).key.load(Ordering::Relaxed) != (*me).lock as usize {
                    (*me).node.ticket = 0; // never stood in the mutex's queue
                }
                resume::<K>(me, None).is_ok()
            }
        }
    }
}

impl Waiting {
    /// The waiter, for the carrier's duty.
    pub(super) fn waiter(this: *mut Waiting) -> *mut Waiter {
        this.cast()
    }
}
