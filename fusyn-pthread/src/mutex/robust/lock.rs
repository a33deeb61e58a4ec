//! Locking a robust mutex.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex;
use fusyn_sys::futex_pi::{self, OWNER_DIED, TID_MASK, WAITERS};
use fusyn_sys::{Deadline, Errno, thread_id};

use super::super::pi::{self, Answer, is_contended, is_owned_by};
use super::super::stall::stall;
use super::super::{count_held, is_type, note_owner, relock, try_relock};
use super::{SCOPE, is_inheriting, is_lost, release};
use crate::abi::{INCONSISTENT, KIND_RECOVER, Mutex, TYPE_ERRORCHECK};
use crate::report::Line;
use crate::robust_list::{self, Outer, Own};
use crate::time;

/// How the word was taken.
enum Taken {
    /// From nobody.
    Clean,
    /// From an owner that had died.
    FromDead,
    /// Not at all: the error.
    Not(c_int),
}

/// Locks.
///
/// # Safety
/// `m` must point to a robust mutex of this kind.
#[inline(always)]
pub(crate) unsafe fn lock(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { acquire(m, kind, |own| contend(m, kind, deadline, own)) }
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
pub(crate) unsafe fn try_lock(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { acquire(m, kind, |own| contend_without_wait(m, kind, own)) }
}

/// The way of every lock: announce, take, link, end; `otherwise` takes a word that was not free.
#[inline(always)]
unsafe fn acquire(m: *mut Mutex, kind: i32, otherwise: impl FnOnce(Own) -> Result<Taken, c_int>) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: the mutex is live, by the caller; the list is this thread's.
    unsafe {
        let word = &raw const (*m).lock;
        let entry = robust_list::entry_of(word);
        let outer = robust_list::begin(own, entry, is_inheriting(kind));
        // Acquire: pairs with the release of the last owner.
        if (*word).compare_exchange(0, own.tid, Ordering::Acquire, Ordering::Relaxed).is_ok() && !is_lost(m) {
            note_owner(m, kind, own.tid);
            robust_list::link(own, entry, is_inheriting(kind));
            robust_list::end(own, outer);
            return 0;
        }
        settle(m, kind, own, outer, otherwise(own))
    }
}

/// What the caller is told, once the word has been taken the long way or not at all.
#[cold]
#[inline(never)]
unsafe fn settle(m: *mut Mutex, kind: i32, own: Own, outer: Outer, taken: Result<Taken, c_int>) -> c_int {
    // SAFETY: as in `acquire`; unless `Not`, this thread owns the word, announced and not linked.
    unsafe {
        let word = &raw const (*m).lock;
        let result = match taken {
            Err(result) | Ok(Taken::Not(result)) => result,
            Ok(_) if is_lost(m) => {
                release(word, kind, own, u32::MAX);
                libc::ENOTRECOVERABLE
            }
            Ok(Taken::Clean) => {
                note_owner(m, kind, own.tid);
                robust_list::link(own, robust_list::entry_of(word), is_inheriting(kind));
                0
            }
            Ok(Taken::FromDead) => {
                let result = take_over(m, kind, own);
                robust_list::link(own, robust_list::entry_of(word), is_inheriting(kind));
                result
            }
        };
        robust_list::end(own, outer);
        result
    }
}

/// Writes down that the owner died; the dead owner's place among the users passes to this thread.
unsafe fn take_over(m: *mut Mutex, kind: i32, own: Own) -> c_int {
    count_held(kind, 1);
    // SAFETY: this thread owns the mutex. Relaxed: ordered by the lock.
    unsafe {
        (*m).count.store(1, Ordering::Relaxed);
        if kind & KIND_RECOVER == 0 {
            (*m).owner.store(INCONSISTENT, Ordering::Relaxed);
            return libc::EOWNERDEAD;
        }
        (*m).owner.store(own.tid, Ordering::Relaxed);
    }
    let mut line = Line::new();
    line.text(b"a mutex's owner died holding it; thread ").number(own.tid as usize).text(b" goes on with it");
    line.send();
    0
}

/// Takes a word that was not free, waiting for it.
#[cold]
#[inline(never)]
unsafe fn contend(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>, own: Own) -> Result<Taken, c_int> {
    // The kernel compares with the real id; a cached one may be a vfork parent's (P10).
    let tid = thread_id::by_kernel();
    // SAFETY: the mutex is live, by the caller.
    unsafe {
        let word = &raw const (*m).lock;
        // Relaxed: whether this thread owns it, no other thread can change.
        if is_owned_by((*word).load(Ordering::Relaxed), own.tid) {
            if is_lost(m) {
                // Just taken from nobody: `settle` gives it back.
                return Ok(Taken::Clean);
            }
            if let Some(result) = relock(m, kind) {
                return Err(result);
            }
        }
        if is_inheriting(kind) {
            return Ok(wait_inheriting(word, kind, deadline));
        }
        Ok(wait_plain(m, tid, deadline))
    }
}

/// Takes a plain word: who finds it owned sets `WAITERS` and sleeps on it.
unsafe fn wait_plain(m: *mut Mutex, tid: u32, deadline: Option<&Deadline>) -> Taken {
    // SAFETY: the mutex is live, by the caller.
    let word = unsafe { &(*m).lock };
    let mut keep = 0;
    // Relaxed: every decision is confirmed by a compare-exchange or by the kernel.
    let mut now = word.load(Ordering::Relaxed);
    loop {
        // SAFETY: as above.
        if unsafe { is_lost(m) } {
            // The thread that lost it may have been killed before it had woken all, and the kernel wakes one.
            // SAFETY: the word's protocol is this module's.
            let _ = unsafe { futex::wake((&raw const *word).cast(), u32::MAX, SCOPE) };
            return Taken::Not(libc::ENOTRECOVERABLE);
        }
        if now & TID_MASK == 0 {
            // Acquire: pairs with the release of the last owner.
            match word.compare_exchange(now, tid | now & WAITERS | keep, Ordering::Acquire, Ordering::Relaxed)
            {
                Ok(_) if now & OWNER_DIED != 0 => return Taken::FromDead,
                Ok(_) => return Taken::Clean,
                Err(newer) => now = newer,
            }
            continue;
        }
        if !is_contended(now) {
            match word.compare_exchange(now, now | WAITERS, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => now |= WAITERS,
                Err(newer) => {
                    now = newer;
                    continue;
                }
            }
        }
        let slice = time::slice(deadline);
        // SAFETY: the word's protocol is this module's.
        match unsafe { futex::wait((&raw const *word).cast(), now, SCOPE, Some(&slice.end)) } {
            Err(Errno::ETIMEDOUT) if slice.is_last => return Taken::Not(libc::ETIMEDOUT),
            Err(Errno::EINVAL) => return Taken::Not(libc::EINVAL),
            // Others may sleep still: whoever was woken takes the word with `WAITERS`.
            _ => keep = WAITERS,
        }
        now = word.load(Ordering::Relaxed);
    }
}

/// Takes an inheriting word by the kernel.
unsafe fn wait_inheriting(word: *const AtomicU32, kind: i32, deadline: Option<&Deadline>) -> Taken {
    // SAFETY: forwarded from the caller.
    match unsafe { pi::ask(word, SCOPE, deadline) } {
        // SAFETY: owned, so live.
        Answer::Owned => unsafe { taken_by_kernel(word) },
        Answer::TimedOut => Taken::Not(libc::ETIMEDOUT),
        Answer::Deadlock if is_type(kind, TYPE_ERRORCHECK) => Taken::Not(libc::EDEADLK),
        Answer::Deadlock => Taken::Not(stall(deadline)),
        // The word names a thread that is gone, and the kernel was never told that it owned the lock.
        Answer::OwnerGone => Taken::Not(libc::ENOTRECOVERABLE),
        Answer::Refused(error) => Taken::Not(error.raw()),
    }
}

/// The kernel leaves the mark of a dead owner in the word that it hands over.
unsafe fn taken_by_kernel(word: *const AtomicU32) -> Taken {
    // SAFETY: this thread owns the word. Relaxed: the kernel's hand-over orders it.
    unsafe {
        if (*word).load(Ordering::Relaxed) & OWNER_DIED == 0 {
            return Taken::Clean;
        }
        (*word).fetch_and(!OWNER_DIED, Ordering::Relaxed);
    }
    Taken::FromDead
}

/// Takes a word that was not free, if no live thread owns it.
#[cold]
#[inline(never)]
unsafe fn contend_without_wait(m: *mut Mutex, kind: i32, own: Own) -> Result<Taken, c_int> {
    // SAFETY: the mutex is live, by the caller.
    unsafe {
        let word = &raw const (*m).lock;
        // Relaxed: as in `wait_plain`.
        let mut now = (*word).load(Ordering::Relaxed);
        if is_owned_by(now, own.tid) {
            return if is_lost(m) { Ok(Taken::Clean) } else { Err(try_relock(m, kind)) };
        }
        if is_lost(m) {
            return Err(libc::ENOTRECOVERABLE);
        }
        if is_inheriting(kind) {
            return match futex_pi::trylock_pi(word.cast(), SCOPE) {
                Ok(()) => Ok(taken_by_kernel(word)),
                Err(Errno::EINVAL) => Err(libc::EINVAL),
                Err(_) => Err(libc::EBUSY),
            };
        }
        while now & TID_MASK == 0 {
            // Acquire: as in `wait_plain`.
            match (*word).compare_exchange(now, own.tid | now & WAITERS, Ordering::Acquire, Ordering::Relaxed)
            {
                Ok(_) if now & OWNER_DIED != 0 => return Ok(Taken::FromDead),
                Ok(_) => return Ok(Taken::Clean),
                Err(newer) => now = newer,
            }
        }
    }
    Err(libc::EBUSY)
}
