//! Unlocking a robust mutex, and making it consistent.

use core::ffi::c_int;

use fusyn_core::sync::Ordering;

use super::super::pi::is_owned_by;
use super::super::{clear_owner, leave_level};
use super::{is_inheriting, release};
use crate::abi::{INCONSISTENT, Mutex, NOT_RECOVERABLE};
use crate::robust_list::{self, Outer, Own};

/// Unlocks; a mutex that was not made consistent is lost.
///
/// # Safety
/// `m` must point to a robust mutex of this kind; it may be gone once it is released.
#[inline(always)]
pub(crate) unsafe fn unlock(m: *mut Mutex, kind: i32) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    unsafe {
        // Relaxed: whether this thread owns it, no other thread can change.
        if !is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid) {
            return libc::EPERM;
        }
        if leave_level(m, kind) {
            return 0;
        }
        // Relaxed: owner only.
        if (*m).owner.load(Ordering::Relaxed) == INCONSISTENT {
            return lose(m, kind, own);
        }
        clear_owner(m, kind);
        unlink_and_release(m, kind, own, 1);
    }
    0
}

/// Unlocks a healthy mutex that nobody waits for; everything else goes on in a function of its own, by a
/// jump, so that this path saves no registers.
///
/// # Safety
/// As [`unlock`].
#[inline(always)]
pub(crate) unsafe fn unlock_fast(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let Some(own) = robust_list::own_fast() else { return unlock_slow(m, kind) };
        let word = &raw const (*m).lock;
        // Relaxed: what this thread wrote as the owner, or another word.
        if (*word).load(Ordering::Relaxed) != own.tid || (*m).owner.load(Ordering::Relaxed) != own.tid {
            return unlock_slow(m, kind);
        }
        if leave_level(m, kind) {
            return 0;
        }
        clear_owner(m, kind);
        let entry = robust_list::entry_of(word);
        let outer = robust_list::begin(own, entry, is_inheriting(kind));
        robust_list::unlink(entry);
        // Release: pairs with the acquire of the next locker.
        if (*word).compare_exchange(own.tid, 0, Ordering::Release, Ordering::Relaxed).is_err() {
            return release_contended(m, kind, outer);
        }
        robust_list::end(own, outer);
    }
    0
}

/// # Safety
/// As [`unlock`].
#[cold]
#[inline(never)]
unsafe extern "C" fn unlock_slow(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { unlock(m, kind) }
}

/// The end of an unlock whose word has got a waiter meanwhile.
///
/// # Safety
/// As [`unlock`]; the mutex is announced and in no list, `outer` is what [`robust_list::begin`] gave.
#[cold]
#[inline(never)]
unsafe extern "C" fn release_contended(m: *mut Mutex, kind: i32, outer: Outer) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    unsafe {
        release(&raw const (*m).lock, kind, own, 1);
        robust_list::end(own, outer);
    }
    0
}

/// Unlocks a mutex that was not made consistent: every waiter, now and later, is told that it is lost.
#[cold]
#[inline(never)]
unsafe fn lose(m: *mut Mutex, kind: i32, own: Own) -> c_int {
    // SAFETY: as in `unlock`.
    unsafe {
        clear_owner(m, kind);
        // Relaxed: the release of the word publishes it; who sees it early sees the truth.
        (*m).owner.store(NOT_RECOVERABLE, Ordering::Relaxed);
        unlink_and_release(m, kind, own, u32::MAX);
    }
    0
}

#[inline(always)]
unsafe fn unlink_and_release(m: *mut Mutex, kind: i32, own: Own, wake: u32) {
    // SAFETY: this thread owns the mutex, so it is in this thread's list.
    unsafe {
        let word = &raw const (*m).lock;
        let entry = robust_list::entry_of(word);
        let outer = robust_list::begin(own, entry, is_inheriting(kind));
        robust_list::unlink(entry);
        release(word, kind, own, wake);
        robust_list::end(own, outer);
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
        let is_owner = is_owned_by((*m).lock.load(Ordering::Relaxed), own.tid);
        if !is_owner || (*m).owner.load(Ordering::Relaxed) != INCONSISTENT {
            return libc::EINVAL;
        }
        (*m).owner.store(own.tid, Ordering::Relaxed);
    }
    0
}
