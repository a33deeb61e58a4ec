//! Taking a lock that the fast paths could not: deciding who may pass, queueing, sleeping.

use core::ptr::null_mut;

use fusyn_sys::Deadline;

use super::serve::serve_key;
use super::{
    Access, MAX_READERS, PASSED_LIMIT, Preference, WAITERS, WRITER, WRITERS_FIRST, WRITES, bits_of, is_free,
    may_hold, note, rank, read_fast, readers, write_fast,
};
use crate::kernel::Kernel;
use crate::local;
use crate::park::{self, Slept, nap, state};
use crate::plist;
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{HANDED, Kind, PARKED, Waiter};
use crate::watch::ask_prio;

/// Why a lock was not taken; it is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RwError {
    /// The deadline passed.
    TimedOut,
    /// It would have had to wait.
    Busy,
    /// [`MAX_READERS`] are held.
    TooManyReaders,
    /// Inheriting locks only: a cycle of them would have closed.
    WouldDeadlock,
    /// Inheriting locks only: the gate does not agree with the kernel's state; overwritten memory.
    Corrupt,
}

/// Takes the lock, waiting if need be. A reader is recorded ([`note`]).
///
/// # Blocking
/// Until served or the deadline; signals do not end it.
/// # Errors
/// [`RwError::TimedOut`], [`RwError::TooManyReaders`]. A deadline that has passed still takes a lock that
/// may be taken.
/// # Priority
/// See the module; read when the call blocks.
///
/// # Safety
/// `word` is a live rwlock word, used with this preference alone, and not written by the caller.
#[cold]
#[inline(never)]
pub unsafe fn lock_slow<K: Kernel>(
    word: *const AtomicU32,
    access: Access,
    preference: Preference,
    deadline: Option<&Deadline>,
) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract; the waiter stays in this frame until it is in no queue.
    unsafe {
        if local::must_defer::<K>() {
            return poll::<K>(word, access, deadline);
        }
        for _ in 0..K::spins() {
            if fast::<K>(word, access) {
                return Ok(());
            }
            K::pause();
        }
        let mut waiter = waiter::<K>(word, access, preference);
        wait::<K>(&raw mut waiter, deadline)?;
        if access == Access::Read {
            note::<K>(word as usize);
        }
        Ok(())
    }
}

/// One attempt that never waits, for a word with somebody queued.
///
/// # Errors
/// [`RwError::Busy`], [`RwError::TooManyReaders`].
///
/// # Safety
/// As [`lock_slow`], but the caller may be the writer.
#[cold]
#[inline(never)]
pub unsafe fn try_lock_slow<K: Kernel>(
    word: *const AtomicU32,
    access: Access,
    preference: Preference,
) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract.
    unsafe {
        // Relaxed: an answer for a moment.
        let now = (*word).load(Ordering::Relaxed);
        if now & WRITER != 0 || (access == Access::Write && readers(now) > 0) || local::must_defer::<K>() {
            return Err(RwError::Busy);
        }
        let mut waiter = waiter::<K>(word, access, preference);
        loop {
            match attempt::<K>(&raw mut waiter, false) {
                Attempt::Taken => break,
                Attempt::Stale => {}
                Attempt::Failed(error) => return Err(error),
                Attempt::Queued => return Err(RwError::Busy),
            }
        }
        if access == Access::Read {
            note::<K>(word as usize);
        }
        Ok(())
    }
}

fn waiter<K: Kernel>(word: *const AtomicU32, access: Access, preference: Preference) -> Waiter {
    let mut waiter = Waiter::new(Kind::RwLock, K::tid(), Prio::NORMAL);
    waiter.lock = word;
    waiter.bits = bits_of(access, preference);
    waiter
}

unsafe fn fast<K: Kernel>(word: *const AtomicU32, access: Access) -> bool {
    // SAFETY: alive by the caller's contract.
    unsafe {
        match access {
            Access::Read => read_fast::<K>(word),
            Access::Write => write_fast(word),
        }
    }
}

/// # Safety
/// `me` is the caller's own waiter, in no queue.
unsafe fn wait<K: Kernel>(me: *mut Waiter, deadline: Option<&Deadline>) -> Result<(), RwError> {
    // SAFETY: the caller's own waiter; sections guard what others write.
    unsafe {
        loop {
            match attempt::<K>(me, true) {
                Attempt::Taken => return Ok(()),
                Attempt::Stale => continue,
                Attempt::Failed(error) => return Err(error),
                Attempt::Queued => {}
            }
            let park = match park::sleep::<K>(me, deadline) {
                Slept::Changed(park) => park,
                Slept::InChild => {
                    (*me).node.ticket = 0; // of the parent's table
                    continue;
                }
                Slept::TimedOut => match unlink::<K>(me) {
                    Some(park) => park,
                    None => return Err(RwError::TimedOut),
                },
            };
            if state(park) == HANDED {
                return Ok(());
            }
            if deadline.is_some_and(K::has_passed) {
                return last_try::<K>(me);
            }
            (*me).overtaken += 1; // unless it gets the lock now
        }
    }
}

/// A popped writer whose time is up tries once more (R4), and leaves the lock to others if it fails.
///
/// # Safety
/// As [`wait`].
unsafe fn last_try<K: Kernel>(me: *mut Waiter) -> Result<(), RwError> {
    // SAFETY: as in `wait`; the lock is alive until this call ends.
    unsafe {
        let result = loop {
            match attempt::<K>(me, false) {
                Attempt::Taken => return Ok(()),
                Attempt::Stale => {}
                _ => break Err(RwError::TimedOut),
            }
        };
        serve_key::<K>((*me).lock as usize);
        result
    }
}

/// After a time-out: leaves the queue, or gives the state that a waker has left.
///
/// # Safety
/// `me` is the caller's own waiter, queued or popped.
unsafe fn unlink<K: Kernel>(me: *mut Waiter) -> Option<u32> {
    // SAFETY: the caller's own waiter; the rest under its bucket's lock (I2). Its lock is alive: the
    // caller waits for it.
    unsafe {
        let word = (*me).lock;
        let key = word as usize;
        let section = Section::<K>::of_key(key);
        // Relaxed: under the bucket lock, where it is written.
        let park = (*me).park.load(Ordering::Relaxed);
        if state(park) != PARKED {
            return Some(park);
        }
        Bucket::remove(me);
        if section.find(Kind::RwLock, key).is_null() {
            // Relaxed: a hint; under the bucket lock nobody sets it meanwhile.
            (*word).fetch_and(!WAITERS, Ordering::Relaxed);
            return None;
        }
        drop(section);
        serve_key::<K>(key); // readers may have waited behind this writer only
        None
    }
}

enum Attempt {
    Taken,
    Queued,
    /// The caller's priority changed meanwhile: ask again (P3).
    Stale,
    Failed(RwError),
}

/// In one section: takes the lock if the caller may, or queues (if `queue`).
///
/// # Safety
/// `me` is the caller's own waiter, in no queue; its lock is alive.
unsafe fn attempt<K: Kernel>(me: *mut Waiter, queue: bool) -> Attempt {
    // SAFETY: alive by the caller's contract (word), the caller's own (me, until it is queued); members
    // are valid (I1).
    unsafe {
        let word = (*me).lock;
        let key = word as usize;
        // Acquire, Relaxed: as in `fulock::lock::try_or_queue` (P3).
        let asked_at = K::table().sched_gen.load(Ordering::Acquire);
        (*me).node.prio = rank(ask_prio::<K>(me, asked_at), (*me).bits);
        let section = Section::<K>::of_key(key);
        if K::table().sched_gen.load(Ordering::Relaxed) != asked_at {
            return Attempt::Stale;
        }
        let top = section.find(Kind::RwLock, key);
        // Acquire: pairs with the Release of the holders before. From here on only readers leave.
        let now = (*word).fetch_or(WAITERS, Ordering::Acquire);
        let may =
            if (*me).bits & WRITES != 0 { may_write(me, now, top) } else { may_read::<K>(me, now, top) };
        match may {
            May::Pass => {
                take(word, (*me).bits, !top.is_null());
                return Attempt::Taken;
            }
            May::Wait if queue => {}
            refused => {
                if top.is_null() {
                    (*word).fetch_and(!WAITERS, Ordering::Relaxed); // Relaxed: as in `unlink`
                }
                let full = matches!(refused, May::Never);
                return Attempt::Failed(if full { RwError::TooManyReaders } else { RwError::Busy });
            }
        }
        (*me).epoch = K::epoch();
        // Relaxed: published by the bucket lock.
        (*me).key.store(key, Ordering::Relaxed);
        (*me).park.store(PARKED, Ordering::Relaxed);
        section.insert(Kind::RwLock, key, me);
        drop(section);
        if is_free(now) {
            // It may have been the caller who was on its way, and others must go first now.
            serve_key::<K>(key);
        }
        Attempt::Queued
    }
}

enum May {
    Pass,
    Wait,
    /// Too many readers.
    Never,
}

/// # Safety
/// Under the bucket lock; `top` is the queue's top or null.
unsafe fn may_write(me: *mut Waiter, now: u32, top: *mut Waiter) -> May {
    // SAFETY: the caller's own waiter; `top` is valid (I1), under the bucket lock.
    unsafe {
        if !is_free(now) {
            return May::Wait;
        }
        // Free and queued: a woken writer is on its way.
        if top.is_null() || (*me).node.prio > (*top).node.prio {
            return May::Pass;
        }
        let is_ordinary = !(*top).node.prio.is_real_time() && (*me).node.prio == (*top).node.prio;
        if is_ordinary { pass(top) } else { May::Wait }
    }
}

/// # Safety
/// As [`may_write`].
unsafe fn may_read<K: Kernel>(me: *mut Waiter, now: u32, top: *mut Waiter) -> May {
    // SAFETY: as in `may_write`.
    unsafe {
        if now & WRITER != 0 {
            return May::Wait;
        }
        if readers(now) == MAX_READERS {
            return May::Never;
        }
        let writer = first_writer(top);
        if writer.is_null() || may_hold::<K>((*me).lock as usize) {
            return May::Pass;
        }
        let (mine, theirs) = ((*me).node.prio.level(), (*writer).node.prio.level());
        let is_ordinary = mine == 0 && theirs == 0 && (*me).bits & WRITERS_FIRST == 0;
        if mine > theirs {
            May::Pass
        } else if is_ordinary {
            pass(writer)
        } else {
            May::Wait
        }
    }
}

/// Passes an ordinary waiter, unless that has happened too often.
///
/// # Safety
/// Under the bucket lock; `waiter` is queued.
unsafe fn pass(waiter: *mut Waiter) -> May {
    // SAFETY: valid (I1), under the bucket lock (I2).
    unsafe {
        if (*waiter).overtaken >= PASSED_LIMIT {
            return May::Wait;
        }
        (*waiter).overtaken += 1;
    }
    May::Pass
}

/// The first writer in the queue, or null.
///
/// # Safety
/// Under the bucket lock; `top` is the queue's top or null.
unsafe fn first_writer(top: *mut Waiter) -> *mut Waiter {
    let mut waiter = top;
    // SAFETY: members are valid (I1), under the bucket lock.
    unsafe {
        while !waiter.is_null() && (*waiter).bits & WRITES == 0 {
            waiter = plist::next(waiter.cast()).cast();
            if waiter == top {
                return null_mut();
            }
        }
    }
    waiter
}

/// Takes a lock that may be taken; WAITERS is set, so only readers that leave change the word.
///
/// # Safety
/// Under the bucket lock; the word is alive.
unsafe fn take(word: *const AtomicU32, bits: u32, is_queued: bool) {
    let waiters = if is_queued { WAITERS } else { 0 };
    // SAFETY: alive by the caller's contract.
    let state = unsafe { &*word };
    // Relaxed: a look; the exchange orders.
    let mut now = state.load(Ordering::Relaxed);
    loop {
        let taken = if bits & WRITES != 0 { WRITER } else { readers(now) + 1 };
        // Acquire: as in `attempt`.
        match state.compare_exchange_weak(now, taken | waiters, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return,
            Err(other) => now = other,
        }
    }
}

/// A handler that interrupted its own thread inside a bucket cannot queue: it looks again and again,
/// asleep in between. (POSIX allows no rwlock call there.)
///
/// # Safety
/// As [`lock_slow`].
unsafe fn poll<K: Kernel>(
    word: *const AtomicU32,
    access: Access,
    deadline: Option<&Deadline>,
) -> Result<(), RwError> {
    const NAP: u64 = 200_000; // ns
    // SAFETY: alive by the caller's contract.
    unsafe {
        while !fast::<K>(word, access) {
            if deadline.is_some_and(K::has_passed) {
                return Err(RwError::TimedOut);
            }
            nap::<K>(NAP);
        }
    }
    Ok(())
}
