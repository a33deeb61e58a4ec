//! Mutexes under a priority ceiling (`PTHREAD_PRIO_PROTECT`), private and shared, robust too.
//!
//! The word is glibc's: the ceiling above bit 19; below it 0 free, 1 owned, 2 owned and contended. A
//! thread goes under the ceiling before it takes the word, so it is never preempted between the two, and
//! leaves it while it waits, so that waiters stand in the order of their own priorities. Such a mutex is
//! never handed over: its next owner must raise itself first (P16).
//!
//! Robust ones need the owner's id in the word; their ceiling stands in `spins`, and they wait raised.

use core::ffi::c_int;

use fusyn_core::sync::Ordering;
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Deadline, Errno, thread_id};

use super::{clear_owner, leave_level, note_owner, relock, robust, try_relock};
use crate::abi::{KIND_ROBUST, KIND_SHARED, Mutex};
use crate::sched::ceilings;
use crate::{me, time};

const SHIFT: u32 = 19;
const STATE: u32 = (1 << SHIFT) - 1;
const FREE: u32 = 0;
const OWNED: u32 = 1;
const CONTENDED: u32 = 2;

#[inline]
fn is_robust(kind: i32) -> bool {
    kind & KIND_ROBUST != 0
}

#[inline]
fn scope(kind: i32) -> Scope {
    if kind & KIND_SHARED != 0 { Scope::Shared } else { Scope::Private }
}

/// The mutex's ceiling.
///
/// # Safety
/// `m` must point to a ceiling mutex of this kind.
pub(super) unsafe fn ceiling_of(m: *mut Mutex, kind: i32) -> u32 {
    // SAFETY: by the caller. Relaxed: confirmed by the compare-exchange that takes the word.
    unsafe {
        if is_robust(kind) {
            (*m).spins.load(Ordering::Relaxed)
        } else {
            (*m).lock.load(Ordering::Relaxed) >> SHIFT
        }
    }
}

/// Gives a new mutex its ceiling.
///
/// # Safety
/// `m` must point to a mutex that nobody else uses yet.
pub(super) unsafe fn init(m: *mut Mutex, kind: i32, ceiling: u32) {
    // SAFETY: by the caller. Relaxed: not published yet.
    unsafe {
        if is_robust(kind) {
            (*m).spins.store(ceiling, Ordering::Relaxed);
        } else {
            (*m).lock.store(ceiling << SHIFT, Ordering::Relaxed);
        }
    }
}

/// Whether somebody owns the mutex.
///
/// # Safety
/// As [`ceiling_of`], and not robust.
pub(super) unsafe fn is_owned(m: *mut Mutex) -> bool {
    // SAFETY: by the caller. Relaxed: an answer for a moment.
    unsafe { (*m).lock.load(Ordering::Relaxed) & STATE != FREE }
}

/// Whether somebody may wait for the mutex.
///
/// # Safety
/// As [`is_owned`].
pub(super) unsafe fn is_contended(m: *mut Mutex) -> bool {
    // SAFETY: by the caller. Relaxed: an answer for a moment.
    unsafe { (*m).lock.load(Ordering::Relaxed) & STATE == CONTENDED }
}

/// Whether the calling thread owns the mutex.
///
/// # Safety
/// As [`ceiling_of`].
pub(super) unsafe fn is_owner(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe { if is_robust(kind) { robust::is_owner(m) } else { is_owned_by(m, me::tid()) } }
}

/// Whether thread `tid` owns the mutex, which is not robust.
#[inline]
unsafe fn is_owned_by(m: *mut Mutex, tid: u32) -> bool {
    // SAFETY: by the caller. Relaxed: whether this thread owns it, no other thread can change.
    unsafe { (*m).owner.load(Ordering::Relaxed) == tid }
}

/// Goes under the ceiling for a robust mutex, locks, and leaves it if that fails: once per level.
unsafe fn with_ceiling(m: *mut Mutex, kind: i32, lock: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    let ceiling = unsafe { ceiling_of(m, kind) };
    if let Err(error) = ceilings::enter(ceiling) {
        return error;
    }
    let result = lock();
    if !matches!(result, 0 | libc::EOWNERDEAD) {
        ceilings::leave(ceiling);
        return result;
    }
    // SAFETY: as above; nobody but the owner, this thread, changes it now.
    let now = unsafe { ceiling_of(m, kind) };
    if now != ceiling && ceilings::enter_unchecked(now).is_ok() {
        // Changed by another thread just before the lock was taken.
        ceilings::leave(ceiling);
    }
    result
}

/// Locks.
///
/// # Safety
/// As [`ceiling_of`].
#[inline(never)]
pub(crate) unsafe extern "C" fn lock(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if is_robust(kind) {
            return with_ceiling(m, kind, || robust::lock(m, kind, deadline));
        }
        let tid = me::tid();
        if is_owned_by(m, tid)
            && let Some(result) = relock(m, kind)
        {
            return result;
        }
        let mut taken = OWNED;
        loop {
            match take(m, taken) {
                Err(libc::EBUSY) => {}
                Err(error) => return error,
                Ok(()) => {
                    note_owner(m, kind, tid);
                    return 0;
                }
            }
            match wait(m, kind, deadline) {
                0 => taken = CONTENDED,
                error => return error,
            }
        }
    }
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`ceiling_of`].
#[inline(never)]
pub(crate) unsafe extern "C" fn try_lock(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if is_robust(kind) {
            return with_ceiling(m, kind, || robust::try_lock(m, kind));
        }
        let tid = me::tid();
        if is_owned_by(m, tid) {
            return try_relock(m, kind);
        }
        match take(m, OWNED) {
            Ok(()) => {
                note_owner(m, kind, tid);
                0
            }
            Err(error) => error,
        }
    }
}

/// Goes under the ceiling and takes the word as `taken` if it is free; else comes back with `EBUSY`.
unsafe fn take(m: *mut Mutex, taken: u32) -> Result<(), c_int> {
    loop {
        // SAFETY: the mutex is live, by the caller. Relaxed: confirmed below.
        let ceiling = unsafe { (*m).lock.load(Ordering::Relaxed) } >> SHIFT;
        let free = ceiling << SHIFT;
        ceilings::enter(ceiling)?;
        // SAFETY: as above. Acquire: pairs with the release in `unlock`.
        match unsafe { (*m).lock.compare_exchange(free, free | taken, Ordering::Acquire, Ordering::Relaxed) }
        {
            Ok(_) => return Ok(()),
            Err(now) => {
                ceilings::leave(ceiling);
                if now & STATE != FREE {
                    return Err(libc::EBUSY);
                }
                // Free, with another ceiling than a moment ago: again.
            }
        }
    }
}

/// Marks the word contended and sleeps on it; 0 when it may have become free.
unsafe fn wait(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: the mutex is live, by the caller.
    unsafe {
        let word = &raw const (*m).lock;
        // Relaxed: confirmed by the compare-exchange or by the kernel.
        let mut now = (*word).load(Ordering::Relaxed);
        while now & STATE == OWNED {
            let contended = now & !STATE | CONTENDED;
            match (*word).compare_exchange(now, contended, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => now = contended,
                Err(newer) => now = newer,
            }
        }
        if now & STATE == FREE {
            return 0;
        }
        // A process that was killed before it woke, or after it was woken, takes the wake with it.
        let slice = (scope(kind) == Scope::Shared).then(|| time::slice(deadline));
        let end = slice.as_ref().map_or(deadline, |slice| Some(&slice.end));
        match futex::wait(word.cast(), now, scope(kind), end) {
            Err(Errno::ETIMEDOUT) if slice.is_none_or(|slice| slice.is_last) => libc::ETIMEDOUT,
            Err(Errno::EINVAL) => libc::EINVAL,
            _ => 0,
        }
    }
}

/// Unlocks and leaves the ceiling.
///
/// # Safety
/// As [`ceiling_of`]; the mutex may be gone once it is released.
#[inline(never)]
pub(crate) unsafe extern "C" fn unlock(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if is_robust(kind) {
            return unlock_robust(m, kind);
        }
        // Relaxed: owner only.
        let owner = (*m).owner.load(Ordering::Relaxed);
        if owner != me::tid() && !thread_id::is_ancestor(owner) {
            return libc::EPERM;
        }
        if leave_level(m, kind) {
            return 0;
        }
        clear_owner(m, kind);
        ceilings::leave(release(m, kind, 1));
    }
    0
}

unsafe fn unlock_robust(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let ceiling = ceiling_of(m, kind);
        let result = robust::unlock(m, kind);
        if result == 0 {
            ceilings::leave(ceiling);
        }
        result
    }
}

/// Makes a robust mutex not recoverable, and leaves the ceiling once for each level.
///
/// # Safety
/// As [`robust::make_not_recoverable`].
pub(super) unsafe fn make_not_recoverable(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: used only if the calling thread is the owner.
    unsafe {
        let (ceiling, levels) = (ceiling_of(m, kind), (*m).count.load(Ordering::Relaxed));
        let result = robust::make_not_recoverable(m, kind);
        if result == 0 {
            for _ in 0..levels {
                ceilings::leave(ceiling);
            }
        }
        result
    }
}

/// Frees the word, keeping its ceiling, which is returned; wakes up to `count` waiters.
unsafe fn release(m: *mut Mutex, kind: i32, count: u32) -> u32 {
    // SAFETY: the calling thread owns the mutex.
    unsafe {
        let word = &raw const (*m).lock;
        // Release: pairs with the acquire in `take`.
        let old = (*word).fetch_and(!STATE, Ordering::Release);
        if old & STATE == CONTENDED {
            // Only the address counts from here on (R5).
            let _ = futex::wake(word.cast(), count, scope(kind));
        }
        old >> SHIFT
    }
}

/// Changes the ceiling and returns the old one: locks, without going under either ceiling, changes, unlocks.
///
/// # Errors
/// `EDEADLK`: error-checking, and the caller owns it; those of [`robust::lock`].
///
/// # Safety
/// As [`ceiling_of`].
pub(super) unsafe fn change(m: *mut Mutex, kind: i32, ceiling: u32) -> Result<u32, c_int> {
    // SAFETY: forwarded from the caller.
    unsafe {
        if is_robust(kind) {
            return change_robust(m, kind, ceiling);
        }
        if is_owned_by(m, me::tid()) {
            match relock(m, kind) {
                Some(0) => return change_held(m, kind, ceiling),
                Some(error) => return Err(error),
                None => {}
            }
        }
        let word = &raw const (*m).lock;
        let mut now = (*word).load(Ordering::Relaxed);
        loop {
            if now & STATE == FREE {
                // Acquire: pairs with the release in `unlock`.
                match (*word).compare_exchange(now, now | CONTENDED, Ordering::Acquire, Ordering::Relaxed) {
                    Ok(_) => break,
                    Err(newer) => {
                        now = newer;
                        continue;
                    }
                }
            }
            wait(m, kind, None);
            now = (*word).load(Ordering::Relaxed);
        }
        // Release: as in `release`. Every waiter must look: each sleeps on the old ceiling's value.
        let old = (*word).swap(ceiling << SHIFT, Ordering::Release);
        let _ = futex::wake(word.cast(), u32::MAX, scope(kind));
        Ok(old >> SHIFT)
    }
}

/// The owner of a recursive mutex, just locked once more, changes the ceiling that it stands under.
unsafe fn change_held(m: *mut Mutex, kind: i32, ceiling: u32) -> Result<u32, c_int> {
    // SAFETY: the calling thread owns the mutex.
    unsafe {
        let entered = ceilings::enter_unchecked(ceiling);
        leave_level(m, kind);
        entered?;
        let word = &raw const (*m).lock;
        // Relaxed: the lock stays owned.
        let old = (*word).swap(ceiling << SHIFT | CONTENDED, Ordering::Relaxed);
        let _ = futex::wake(word.cast(), u32::MAX, scope(kind));
        ceilings::leave(old >> SHIFT);
        Ok(old >> SHIFT)
    }
}

unsafe fn change_robust(m: *mut Mutex, kind: i32, ceiling: u32) -> Result<u32, c_int> {
    // SAFETY: forwarded from the caller.
    unsafe {
        let result = robust::lock(m, kind, None);
        if !matches!(result, 0 | libc::EOWNERDEAD) {
            return Err(result);
        }
        // Relaxed: ordered by the lock.
        let old = (*m).spins.swap(ceiling, Ordering::Relaxed);
        if result == libc::EOWNERDEAD {
            // The caller owns the mutex now, and stands under its ceiling.
            return ceilings::enter_unchecked(ceiling).and(Err(result));
        }
        // A recursive mutex: every level that the caller held already moves along.
        for _ in 1..(*m).count.load(Ordering::Relaxed) {
            if ceilings::enter_unchecked(ceiling).is_ok() {
                ceilings::leave(old);
            }
        }
        robust::unlock(m, kind);
        Ok(old)
    }
}
