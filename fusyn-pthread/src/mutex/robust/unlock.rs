//! Unlocking a robust mutex, and making it consistent.

use core::ffi::c_int;

use fusyn_core::sync::Ordering;

use super::super::leave_level;
use super::super::pi::is_owned_by;
use super::{clear_owner, is_inheriting, release_and_end};
use crate::abi::{INCONSISTENT, Mutex, NOT_RECOVERABLE};
use crate::robust_list::{self, Own};

/// Unlocks; a mutex that was not made consistent is lost.
///
/// # Safety
/// `m` must point to a robust mutex of this kind; it may be gone once it is released.
#[inline(never)]
pub(crate) unsafe extern "C" fn unlock(m: *mut Mutex, kind: i32) -> c_int {
    let Some(own) = robust_list::known() else {
        // SAFETY: forwarded from the caller.
        return unsafe { unlock_first(m, kind) };
    };
    // SAFETY: forwarded from the caller.
    unsafe { unlock_by(m, kind, own) }
}

/// [`unlock`] by a thread that must find its list first: it has forked since it locked.
#[cold]
#[inline(never)]
unsafe extern "C" fn unlock_first(m: *mut Mutex, kind: i32) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    unsafe { unlock_by(m, kind, own) }
}

#[inline(always)]
unsafe fn unlock_by(m: *mut Mutex, kind: i32, own: Own) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        // Relaxed: whether this thread owns it, no other thread can change.
        if !is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid()) {
            return libc::EPERM;
        }
        if leave_level(m, kind) {
            return 0;
        }
        // Relaxed: owner only.
        if (*m).owner.load(Ordering::Relaxed) == INCONSISTENT {
            return lose(m, kind, own);
        }
        clear_owner(m, kind, 0);
        unlink_and_release(m, kind, own, 1)
    }
}

/// Makes a mutex not recoverable that was taken from a dead owner, and releases every level of it.
///
/// # Errors
/// `EPERM`: the caller does not own it; `EINVAL`: it owns it, healthy; `ENOTSUP`: it has no robust list.
///
/// # Safety
/// As [`unlock`].
pub(crate) unsafe fn make_not_recoverable(m: *mut Mutex, kind: i32) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller. Relaxed: owner only.
    unsafe {
        if !is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid()) {
            return libc::EPERM;
        }
        if (*m).owner.load(Ordering::Relaxed) != INCONSISTENT {
            return libc::EINVAL;
        }
        lose(m, kind, own)
    }
}

/// Unlocks a mutex that was not made consistent: every waiter, now and later, is told that it is lost.
#[cold]
#[inline(never)]
unsafe extern "C" fn lose(m: *mut Mutex, kind: i32, own: Own) -> c_int {
    // SAFETY: as in `unlock`.
    unsafe {
        clear_owner(m, kind, NOT_RECOVERABLE);
        unlink_and_release(m, kind, own, u32::MAX)
    }
}

/// Takes the mutex out of the list and releases it, waking up to `count` waiters.
#[inline(always)]
unsafe fn unlink_and_release(m: *mut Mutex, kind: i32, own: Own, count: u32) -> c_int {
    // SAFETY: this thread owns the mutex, so it is in this thread's list.
    unsafe {
        let word = &raw const (*m).lock;
        let entry = robust_list::entry_of(word);
        let outer = robust_list::begin(own, entry, is_inheriting(kind));
        robust_list::unlink(own, entry);
        release_and_end(word, kind, own, outer, count)
    }
}

/// Makes a mutex consistent that was taken from a dead owner: `EINVAL` if there is nothing to do.
///
/// # Safety
/// As [`unlock`].
pub(crate) unsafe fn make_consistent(m: *mut Mutex) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller. Relaxed: owner only.
    unsafe {
        let is_owner = is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid());
        if !is_owner || (*m).owner.load(Ordering::Relaxed) != INCONSISTENT {
            return libc::EINVAL;
        }
        (*m).owner.store(own.tid(), Ordering::Relaxed);
    }
    0
}
