//! Locking a robust mutex.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex;
use fusyn_sys::futex_pi::{self, OWNER_DIED, TID_MASK, WAITERS};
use fusyn_sys::{Deadline, Errno, thread_id};

use super::super::pi::{self, Answer, is_contended, is_owned_by};
use super::super::stall::stall;
use super::super::{count_held, is_type, relock, try_relock};
use super::{SCOPE, is_inheriting, is_lost, note_owner, release_and_end};
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
#[inline(never)]
pub(crate) unsafe extern "C" fn lock(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller; announced, and not taken.
    unsafe {
        match robust_list::known() {
            Some(own) if !own.is_full() => {
                let outer = robust_list::begin(own, entry_of(m), is_inheriting(kind));
                if take_free(m, kind, own, outer) { 0 } else { contend(m, kind, deadline, own, outer) }
            }
            _ => lock_seldom(m, kind, deadline),
        }
    }
}

/// [`lock`] by a thread that must find its list first, or whose list is full.
#[cold]
#[inline(never)]
unsafe extern "C" fn lock_seldom(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: as in `lock`.
    unsafe {
        begin_seldom(m, kind, relock).map_or_else(
            |error| error,
            |(own, outer)| {
                if take_free(m, kind, own, outer) { 0 } else { contend(m, kind, deadline, own, outer) }
            },
        )
    }
}

/// Finds the thread's list and announces the lock.
///
/// # Errors
/// `ENOTSUP`: no list; `EAGAIN`: no room in it; what `relock` gives, for a mutex that the caller owns.
unsafe fn begin_seldom(
    m: *mut Mutex,
    kind: i32,
    relock: unsafe fn(*mut Mutex, i32) -> Option<c_int>,
) -> Result<(Own, Outer), c_int> {
    let own = robust_list::own().ok_or(libc::ENOTSUP)?;
    // SAFETY: forwarded from the caller.
    unsafe {
        if own.is_full() {
            let is_owner = is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid());
            return Err(if is_owner { relock(m, kind) } else { None }.unwrap_or(libc::EAGAIN));
        }
        Ok((own, robust_list::begin(own, entry_of(m), is_inheriting(kind))))
    }
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
#[inline(never)]
pub(crate) unsafe extern "C" fn try_lock(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: as in `lock`.
    unsafe {
        match begin_seldom(m, kind, |m, kind| Some(try_relock(m, kind))) {
            Err(error) => error,
            Ok((own, outer)) if take_free(m, kind, own, outer) => 0,
            Ok((own, outer)) => contend_without_wait(m, kind, own, outer),
        }
    }
}

#[inline(always)]
unsafe fn entry_of(m: *mut Mutex) -> *mut u8 {
    // SAFETY: the mutex is live, by the caller.
    robust_list::entry_of(unsafe { &raw const (*m).lock })
}

/// Takes a free word, links it and ends the operation. False: it was not free, or is lost and owned now.
#[inline(always)]
unsafe fn take_free(m: *mut Mutex, kind: i32, own: Own, outer: Outer) -> bool {
    // SAFETY: the mutex is live, by the caller; the list is this thread's.
    unsafe {
        // Acquire: pairs with the release of the last owner.
        if (*m).lock.compare_exchange(0, own.tid(), Ordering::Acquire, Ordering::Relaxed).is_err()
            || is_lost(m)
        {
            return false;
        }
        note_owner(m, kind, own.tid());
        robust_list::link(own, entry_of(m), is_inheriting(kind));
        robust_list::end(own, outer);
    }
    true
}

/// What the caller is told, once the word has been taken the long way or not at all.
unsafe fn settle(m: *mut Mutex, kind: i32, own: Own, outer: Outer, taken: Taken) -> c_int {
    // SAFETY: by the callers; unless `Not`, this thread owns the word, announced and not linked.
    unsafe {
        let result = match taken {
            Taken::Not(result) => result,
            _ if is_lost(m) => {
                release_and_end(&raw const (*m).lock, kind, own, outer, u32::MAX);
                return libc::ENOTRECOVERABLE;
            }
            Taken::Clean => {
                note_owner(m, kind, own.tid());
                robust_list::link(own, entry_of(m), is_inheriting(kind));
                0
            }
            Taken::FromDead => {
                let result = take_over(m, kind, own);
                robust_list::link(own, entry_of(m), is_inheriting(kind));
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
        (*m).owner.store(own.tid(), Ordering::Relaxed);
    }
    let mut line = Line::new();
    line.text(b"a mutex's owner died holding it; thread ")
        .number(own.tid() as usize)
        .text(b" goes on with it");
    line.send();
    0
}

/// Takes a word that was not free, waiting for it.
#[cold]
#[inline(never)]
unsafe extern "C" fn contend(
    m: *mut Mutex,
    kind: i32,
    deadline: Option<&Deadline>,
    own: Own,
    outer: Outer,
) -> c_int {
    // SAFETY: the mutex is live, by the caller, and announced.
    unsafe {
        let taken = match owned_already(m, own, || relock(m, kind)) {
            Some(taken) => taken,
            None if is_inheriting(kind) => wait_inheriting(&raw const (*m).lock, kind, deadline),
            // The kernel compares with the real id; a cached one may be a vfork parent's (P10).
            None => wait_plain(m, thread_id::by_kernel(), deadline),
        };
        settle(m, kind, own, outer, taken)
    }
}

/// What a lock by the owner gives; `None`: it is not the owner, or waits for itself.
unsafe fn owned_already(m: *mut Mutex, own: Own, relock: impl FnOnce() -> Option<c_int>) -> Option<Taken> {
    // SAFETY: the mutex is live, by the caller. Relaxed: whether this thread owns it, no other can change.
    unsafe {
        if !is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid()) {
            return None;
        }
        // Lost and owned: just taken, while it was free; `settle` gives it back.
        if is_lost(m) { Some(Taken::Clean) } else { relock().map(Taken::Not) }
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
unsafe extern "C" fn contend_without_wait(m: *mut Mutex, kind: i32, own: Own, outer: Outer) -> c_int {
    // SAFETY: the mutex is live, by the caller, and announced.
    unsafe {
        let taken = match owned_already(m, own, || Some(try_relock(m, kind))) {
            Some(taken) => taken,
            None if is_lost(m) => Taken::Not(libc::ENOTRECOVERABLE),
            None if is_inheriting(kind) => try_inheriting(&raw const (*m).lock),
            None => try_plain(&raw const (*m).lock, own.tid()),
        };
        settle(m, kind, own, outer, taken)
    }
}

unsafe fn try_inheriting(word: *const AtomicU32) -> Taken {
    // SAFETY: forwarded from the caller.
    unsafe {
        match futex_pi::trylock_pi(word.cast(), SCOPE) {
            Ok(()) => taken_by_kernel(word),
            Err(Errno::EINVAL) => Taken::Not(libc::EINVAL),
            Err(_) => Taken::Not(libc::EBUSY),
        }
    }
}

unsafe fn try_plain(word: *const AtomicU32, tid: u32) -> Taken {
    // SAFETY: a live lock word, by the caller.
    let word = unsafe { &*word };
    // Relaxed: as in `wait_plain`.
    let mut now = word.load(Ordering::Relaxed);
    while now & TID_MASK == 0 {
        // Acquire: as in `wait_plain`.
        match word.compare_exchange(now, tid | now & WAITERS, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) if now & OWNER_DIED != 0 => return Taken::FromDead,
            Ok(_) => return Taken::Clean,
            Err(newer) => now = newer,
        }
    }
    Taken::Not(libc::EBUSY)
}
