//! Taking a lock that the fast path could not: looking again, queueing, sleeping.

use fusyn_sys::{Deadline, Errno};

use super::{OVERTAKEN_LIMIT, Policy, adopt, inherit};
use crate::kernel::Kernel;
use crate::local;
use crate::park::{self, Slept, nap, state};
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{CONVERT, Class, HANDED, Kind, PARKED, Waiter};
use crate::watch::ask_prio;
use crate::word;

/// Why a lock was not taken; the lock is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockError {
    /// The deadline passed.
    TimedOut,
    /// The caller owns it, or closes a cycle of inheriting locks ([`Policy::ERROR_CHECK`] only).
    WouldDeadlock,
    /// The word does not agree with the kernel's state: overwritten memory.
    Corrupt,
}

/// One attempt that never waits.
///
/// # Safety
/// `word` is a live lock word.
#[inline]
pub unsafe fn try_lock<K: Kernel>(word: *const AtomicU32) -> bool {
    let tid = K::tid();
    // SAFETY: alive by the caller's contract.
    unsafe {
        // Relaxed: a look; the exchange orders.
        let mut now = (*word).load(Ordering::Relaxed);
        while word::is_free(now) {
            // Acquire: pairs with the Release of the unlock before. R1: WAITERS stays.
            match (*word).compare_exchange_weak(
                now,
                word::taken_by(now, tid),
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => return true,
                Err(other) => now = other,
            }
        }
        false
    }
}

/// Takes the lock, waiting if need be.
///
/// # Errors
/// See [`LockError`]. A deadline that has passed still takes a free lock.
///
/// # Safety
/// `word` is a live lock word, used with this policy alone; the caller does not own it, or wants to wait
/// for itself.
#[cold]
#[inline(never)]
pub unsafe fn lock_slow<K: Kernel>(
    word: *const AtomicU32,
    policy: Policy,
    deadline: Option<&Deadline>,
) -> Result<(), LockError> {
    // SAFETY: alive by the caller's contract; the waiter stays in this frame until `resume` is back.
    unsafe {
        for _ in 0..=K::spins() {
            if try_lock::<K>(word) {
                return Ok(());
            }
            K::pause();
        }
        let mut waiter = Waiter::new(Kind::Mutex, K::tid(), Prio::NORMAL);
        let me = &raw mut waiter;
        (*me).lock = word;
        (*me).policy = policy;
        resume::<K>(me, deadline)
    }
}

/// [`lock_slow`] for a waiter that stands in no queue: also one that was popped, and keeps its ticket.
///
/// # Safety
/// As [`lock_slow`]; `me` is the caller's own waiter, unqueued, its `lock` and `policy` set.
pub(crate) unsafe fn resume<K: Kernel>(
    me: *mut Waiter,
    deadline: Option<&Deadline>,
) -> Result<(), LockError> {
    // SAFETY: forwarded from the caller.
    unsafe {
        if local::must_defer::<K>() {
            return poll::<K>((*me).lock, deadline);
        }
        loop {
            let class = match try_or_queue::<K>(me) {
                Queued::Acquired => return Ok(()),
                Queued::Stale => continue,
                Queued::As(class) => class,
            };
            let outcome = match class {
                Class::Kernel => inherit::lock_in_kernel::<K>(me, deadline)?,
                Class::Lazy => sleep_lazily::<K>(me, deadline)?,
            };
            if outcome == Outcome::Acquired {
                return Ok(());
            }
        }
    }
}

/// What a round of waiting ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Acquired,
    /// In no queue: try again.
    Again,
}

enum Queued {
    Acquired,
    /// The caller's priority changed meanwhile: ask again (P3).
    Stale,
    As(Class),
}

/// In one section: takes a free lock, or queues with WAITERS set.
///
/// # Safety
/// As [`resume`].
unsafe fn try_or_queue<K: Kernel>(me: *mut Waiter) -> Queued {
    // SAFETY: alive by the caller's contract (word), the caller's own (me, until it is queued).
    unsafe {
        let word = (*me).lock;
        adopt::<K>(word);
        // Acquire: pairs with the setter's increment; if that came first, the priority read below is new.
        let asked_at = K::table().sched_gen.load(Ordering::Acquire);
        let class = classify::<K>(me, asked_at);
        let key = word as usize;
        let section = Section::<K>::of_key(key);
        if K::table().sched_gen.load(Ordering::Relaxed) != asked_at {
            return Queued::Stale; // Relaxed: ordered by the bucket lock that the setter takes (P3)
        }
        if !mark_contended::<K>(word, class) {
            return Queued::Acquired;
        }
        (*me).kind = Kind::Mutex;
        (*me).epoch = K::epoch();
        // Relaxed: published by the bucket lock.
        (*me).key.store(key, Ordering::Relaxed);
        (*me).park.store(PARKED, Ordering::Relaxed);
        section.insert(Kind::Mutex, key, me);
        Queued::As(class)
    }
}

/// Asks for the caller's priority and decides how it waits.
///
/// # Safety
/// `me` is the caller's own waiter, unqueued.
unsafe fn classify<K: Kernel>(me: *mut Waiter, asked_at: u32) -> Class {
    // SAFETY: the caller's own waiter and block.
    unsafe {
        let prio = ask_prio::<K>(me, asked_at);
        let holds = (*K::local()).held > 0;
        let class = if (*me).boosts_nobody {
            Class::Lazy
        } else if (*me).converted {
            Class::Kernel
        } else {
            class_of((*me).policy, prio, holds)
        };
        (*me).class = class;
        (*me).ghost = class == Class::Kernel;
        (*me).node.prio = if (*me).boosts_nobody {
            Prio::NORMAL // behind every ghost
        } else if (*me).ghost {
            prio.max(Prio::HOLDER)
        } else {
            prio
        };
        class
    }
}

/// R7: only an inheriting lock is waited for in the kernel, and only by a thread that gains from it.
pub(crate) fn class_of(policy: Policy, prio: Prio, holds_another: bool) -> Class {
    if policy.has(Policy::INHERIT) && (prio.is_real_time() || holds_another) {
        Class::Kernel
    } else {
        Class::Lazy
    }
}

/// Under the bucket lock: makes sure that the owner's unlock will look at the queue; false if the lock
/// was free and is now the caller's. A kernel waiter needs no WAITERS of its own: LOCK_PI sets it.
///
/// # Safety
/// `word` is a live lock word whose bucket the caller holds.
unsafe fn mark_contended<K: Kernel>(word: *const AtomicU32, class: Class) -> bool {
    // SAFETY: alive by the caller's contract.
    unsafe {
        loop {
            if try_lock::<K>(word) {
                return false;
            }
            // Relaxed: the exchange below decides.
            let now = (*word).load(Ordering::Relaxed);
            if word::is_free(now) {
                continue;
            }
            if class == Class::Kernel || word::is_contended(now) {
                return true;
            }
            // Relaxed: only sets a hint; the queue itself is published by the bucket lock, which the
            // unlocker takes after seeing it.
            if (*word)
                .compare_exchange(now, now | word::WAITERS, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
            {
                return true;
            }
        }
    }
}

/// Sleeps until popped, handed the lock, converted, or out of time.
///
/// # Safety
/// `me` is the caller's own waiter, queued lazily.
unsafe fn sleep_lazily<K: Kernel>(
    me: *mut Waiter,
    deadline: Option<&Deadline>,
) -> Result<Outcome, LockError> {
    // SAFETY: the caller's own waiter; sections guard what others write.
    unsafe {
        let state = match park::sleep::<K>(me, deadline) {
            Slept::Changed(park) => park,
            Slept::InChild => return Ok(Outcome::Again),
            Slept::TimedOut => {
                let key = (*me).key.load(Ordering::Relaxed);
                let section = Section::<K>::of_key(key);
                // Relaxed: under the bucket lock, where it is written.
                let park = (*me).park.load(Ordering::Relaxed);
                if state(park) == PARKED {
                    Bucket::remove(me); // R4: only a queued one unlinks
                    drop(section);
                    // What it waited for may have come with the time-out; and it never waits for nothing.
                    return if try_lock::<K>((*me).lock) {
                        Ok(Outcome::Acquired)
                    } else {
                        Err(LockError::TimedOut)
                    };
                }
                park
            }
        };
        after_pop::<K>(me, state, deadline)
    }
}

/// Goes on with the state that a waker left: the waiter is in no queue.
///
/// # Safety
/// `me` is the caller's own waiter, popped.
pub(crate) unsafe fn after_pop<K: Kernel>(
    me: *mut Waiter,
    park: u32,
    deadline: Option<&Deadline>,
) -> Result<Outcome, LockError> {
    // SAFETY: the caller's own waiter.
    unsafe {
        match state(park) {
            HANDED => Ok(Outcome::Acquired),
            CONVERT => {
                (*me).converted = true;
                Ok(Outcome::Again)
            }
            _ if try_lock::<K>((*me).lock) => Ok(Outcome::Acquired), // R4: at least once
            _ if deadline.is_some_and(K::has_passed) => Err(LockError::TimedOut),
            _ => {
                (*me).overtaken += 1;
                // R8 (c): settling may pop it again and again, with no release between that hands over.
                (*me).converted |= (*me).overtaken > OVERTAKEN_LIMIT && (*me).policy.has(Policy::INHERIT);
                Ok(Outcome::Again)
            }
        }
    }
}

/// A handler that interrupted its own thread inside a bucket cannot queue: it looks again and again,
/// asleep in between. (POSIX allows no mutex call there; programs make them.)
///
/// # Safety
/// As [`lock_slow`].
unsafe fn poll<K: Kernel>(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), LockError> {
    const NAP: u64 = 200_000; // ns
    // SAFETY: alive by the caller's contract.
    unsafe {
        while !try_lock::<K>(word) {
            if deadline.is_some_and(K::has_passed) {
                return Err(LockError::TimedOut);
            }
            nap::<K>(NAP);
        }
    }
    Ok(())
}

/// What POSIX asks of a lock that can never be had (the owner is gone, or is the caller itself): to wait,
/// until the deadline or for ever.
pub(crate) fn wait_as_owner_never<K: Kernel>(deadline: Option<&Deadline>) -> LockError {
    let never = AtomicU32::new(0);
    loop {
        // SAFETY: our own word, which nobody wakes.
        if unsafe { K::wait(&raw const never, 0, deadline) } == Err(Errno::ETIMEDOUT) {
            return LockError::TimedOut;
        }
    }
}
