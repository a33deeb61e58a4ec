//! Mutexes: which algorithm serves which kind.
//!
//! | kind | module | word |
//! | --- | --- | --- |
//! | private, with or without inheritance | [`private`], [`kernel`] | `TID`, `WAITERS` |
//! | robust, private or shared, with or without inheritance | [`robust`] | `TID`, `WAITERS`, `OWNER_DIED` |
//! | ceiling | [`ceiling`] | `ceiling << 19`, 0, 1, 2; robust ones as above |
//! | shared, not robust | [`shared`] | 0, 1, 2; inheriting ones as above |
//!
//! Each C function has a file of its own name.

pub(crate) mod ceiling;
mod fast;
pub(crate) mod kernel;
pub(crate) mod pi;
pub(crate) mod private;
mod query;
pub(crate) mod robust;
pub(crate) mod shared;
mod stall;
mod unlock_type;

mod fusyn_mutex_gethealth;
mod fusyn_mutex_getowner;
mod fusyn_mutex_getunlock;
mod fusyn_mutex_haswaiters;
mod fusyn_mutex_islocked;
mod fusyn_mutex_notrecoverable;
mod fusyn_mutex_setunlock;
mod pthread_mutex_clocklock;
mod pthread_mutex_consistent;
mod pthread_mutex_destroy;
mod pthread_mutex_getprioceiling;
mod pthread_mutex_init;
mod pthread_mutex_lock;
mod pthread_mutex_setprioceiling;
mod pthread_mutex_timedlock;
mod pthread_mutex_trylock;
mod pthread_mutex_unlock;

pub(crate) use pthread_mutex_destroy::destroy;
pub(crate) use pthread_mutex_init::init;

use core::ffi::c_int;

use fusyn_core::local;
use fusyn_core::sync::Ordering;
use fusyn_sys::Deadline;

use crate::abi::{
    KIND_ELISION, KIND_INHERIT, KIND_KNOWN, KIND_PROTECT, KIND_RECOVER, KIND_ROBUST, KIND_SHARED, KIND_TYPE,
    Mutex, TYPE_ERRORCHECK, TYPE_RECURSIVE,
};
use crate::time::Asked;

/// Which algorithm serves a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Private,
    Robust,
    Ceiling,
    Shared,
    /// Destroyed, not initialised or overwritten: every call gives `EINVAL`.
    Invalid,
}

#[inline(always)]
fn family(kind: i32) -> Family {
    const PRIVATE: i32 = KIND_TYPE | KIND_INHERIT | KIND_ELISION;
    const ROBUST: i32 = PRIVATE | KIND_SHARED | KIND_RECOVER;
    if kind & !PRIVATE == 0 {
        Family::Private
    } else if kind & !ROBUST == KIND_ROBUST {
        Family::Robust
    } else if kind & !(PRIVATE | KIND_SHARED) == 0 {
        Family::Shared
    } else if kind & KIND_PROTECT != 0 && kind & !(KIND_KNOWN & !KIND_INHERIT) == 0 {
        Family::Ceiling
    } else {
        Family::Invalid
    }
}

/// The kind of a mutex, or all bits for a null pointer: invalid.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[inline(always)]
pub(crate) unsafe fn kind_of(m: *mut Mutex) -> i32 {
    if m.is_null() {
        return -1;
    }
    // SAFETY: not null, so a mutex. Relaxed: read-only after init.
    unsafe { (*m).kind.load(Ordering::Relaxed) }
}

/// Locks; the deadline's validity has been checked.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[inline(always)]
pub(crate) unsafe fn lock(m: *mut Mutex, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        match family(kind) {
            Family::Private => private::lock(m, kind & !KIND_ELISION, deadline),
            Family::Robust => robust::lock(m, kind, deadline),
            Family::Ceiling => ceiling::lock(m, kind, deadline),
            Family::Shared => shared::lock(m, kind, deadline),
            Family::Invalid => libc::EINVAL,
        }
    }
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
pub(crate) unsafe fn try_lock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        match family(kind) {
            Family::Private => private::try_lock(m, kind & !KIND_ELISION),
            Family::Robust => robust::try_lock(m, kind),
            Family::Ceiling => ceiling::try_lock(m, kind),
            Family::Shared => shared::try_lock(m, kind),
            Family::Invalid => libc::EINVAL,
        }
    }
}

/// Locks until a caller's time; a time out of range matters only if there is a wait.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe fn lock_until(m: *mut Mutex, at: Asked) -> c_int {
    match at {
        // SAFETY: forwarded from the caller.
        Asked::Until(deadline) => unsafe { lock(m, Some(&deadline)) },
        // SAFETY: forwarded from the caller.
        Asked::Invalid => match unsafe { try_lock(m) } {
            libc::EBUSY => libc::EINVAL,
            result => result,
        },
    }
}

/// Unlocks.
///
/// # Safety
/// As [`lock`]; nothing of the mutex is touched after its release.
#[inline(always)]
pub(crate) unsafe fn unlock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        match family(kind) {
            Family::Private => private::unlock(m, kind & !KIND_ELISION),
            Family::Robust => robust::unlock(m, kind),
            Family::Ceiling => ceiling::unlock(m, kind),
            Family::Shared => shared::unlock(m, kind),
            Family::Invalid => libc::EINVAL,
        }
    }
}

/// Whether this is the kind of a mutex.
#[inline]
pub(crate) fn is_valid(kind: i32) -> bool {
    family(kind) != Family::Invalid
}

/// Whether threads wait for mutexes of this kind in fuqueues.
#[inline]
pub(crate) fn is_private(kind: i32) -> bool {
    family(kind) == Family::Private
}

/// Whether the caller may wait for a condition with this mutex: it owns it, as far as its kind can tell.
///
/// # Safety
/// `m` must point to a mutex of this kind.
#[inline]
pub(crate) unsafe fn may_wait_with(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe {
        match family(kind) {
            Family::Private => private::may_wait_with(m, kind & !KIND_ELISION),
            Family::Robust => robust::is_owner(m),
            Family::Ceiling => ceiling::is_owner(m, kind),
            Family::Shared => shared::may_wait_with(m, kind),
            Family::Invalid => false,
        }
    }
}

/// Unlocks for a condition wait: one level of a recursive mutex, as the C library does.
///
/// # Safety
/// `m` must point to a mutex of this kind.
pub(crate) unsafe fn unlock_for_wait(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match family(kind) {
            Family::Private => private::unlock_for_wait(m, kind & !KIND_ELISION),
            _ => unlock(m),
        }
    }
}

/// Locks after a condition wait.
///
/// # Safety
/// As [`unlock_for_wait`].
pub(crate) unsafe fn relock_after_wait(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match family(kind) {
            Family::Private => private::relock_after_wait(m, kind & !KIND_ELISION),
            _ => lock(m, None),
        }
    }
}

#[inline(always)]
fn is_type(kind: i32, of: i32) -> bool {
    kind & KIND_TYPE == of
}

/// What a lock by the owner gives, by type: `None` for normal mutexes, which wait for themselves.
///
/// # Safety
/// `m` must point to a mutex that the calling thread owns.
#[inline]
unsafe fn relock(m: *mut Mutex, kind: i32) -> Option<c_int> {
    // SAFETY: by the caller; the count is the owner's. Relaxed: owner only.
    unsafe {
        match kind & KIND_TYPE {
            TYPE_RECURSIVE => match (*m).count.load(Ordering::Relaxed).checked_add(1) {
                Some(count) => {
                    (*m).count.store(count, Ordering::Relaxed);
                    Some(0)
                }
                None => Some(libc::EAGAIN),
            },
            TYPE_ERRORCHECK => Some(libc::EDEADLK),
            _ => None,
        }
    }
}

/// As [`relock`], for a lock that must not wait.
///
/// # Safety
/// As [`relock`].
#[inline]
unsafe fn try_relock(m: *mut Mutex, kind: i32) -> c_int {
    if !is_type(kind, TYPE_RECURSIVE) {
        return libc::EBUSY;
    }
    // SAFETY: forwarded from the caller.
    unsafe { relock(m, kind) }.unwrap_or(libc::EBUSY)
}

/// Counts the inheriting locks that the thread holds: with one, it waits for others in the kernel (P4).
#[inline(always)]
fn count_held(kind: i32, by: i32) {
    if kind & KIND_INHERIT != 0 {
        local::add_held(by);
    }
}

/// Writes down that the calling thread owns the mutex, for the owner's checks and for debuggers.
///
/// # Safety
/// `m` must point to a mutex that the calling thread has just acquired.
#[inline(always)]
unsafe fn note_owner(m: *mut Mutex, kind: i32, tid: u32) {
    count_held(kind, 1);
    // SAFETY: by the caller. Relaxed: written and decided on by the owner only.
    unsafe {
        (*m).owner.store(tid, Ordering::Relaxed);
        (*m).count.store(1, Ordering::Relaxed);
        (*m).nusers.store((*m).nusers.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }
}

/// Takes [`note_owner`] back, before the release.
///
/// # Safety
/// `m` must point to a mutex that the calling thread owns.
#[inline(always)]
unsafe fn clear_owner(m: *mut Mutex, kind: i32) {
    count_held(kind, -1);
    // SAFETY: by the caller. Relaxed: as in `note_owner`.
    unsafe {
        (*m).owner.store(0, Ordering::Relaxed);
        (*m).count.store(0, Ordering::Relaxed);
        (*m).nusers.store((*m).nusers.load(Ordering::Relaxed).wrapping_sub(1), Ordering::Relaxed);
    }
}

/// For a recursive mutex that was locked more than once: one level less, and true.
///
/// # Safety
/// `m` must point to a mutex that the calling thread owns.
#[inline(always)]
unsafe fn leave_level(m: *mut Mutex, kind: i32) -> bool {
    if !is_type(kind, TYPE_RECURSIVE) {
        return false;
    }
    // SAFETY: by the caller. Relaxed: owner only.
    unsafe {
        let count = (*m).count.load(Ordering::Relaxed);
        if count <= 1 {
            return false;
        }
        (*m).count.store(count - 1, Ordering::Relaxed);
        true
    }
}
