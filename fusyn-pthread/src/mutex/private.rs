//! Private mutexes, with or without inheritance: the types' rules around the word.

use core::ffi::c_int;

use fusyn_core::sync::Ordering;
use fusyn_sys::Deadline;
use fusyn_sys::futex_pi::TID_MASK;

use super::{is_type, kernel, leave_level, note_owner, relock, try_relock};
use crate::abi::{KIND_INHERIT, Mutex, TYPE_ADAPTIVE, TYPE_NORMAL};
use crate::{config, me};

/// Locks.
///
/// # Safety
/// `m` must point to a private mutex of this kind.
pub(crate) unsafe extern "C" fn lock(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    let tid = me::tid();
    // SAFETY: forwarded from the caller.
    unsafe {
        // Acquire: pairs with the release in `unlock`.
        if let Err(word) = (*m).lock.compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed) {
            if word & TID_MASK == tid
                && let Some(result) = relock(m, kind)
            {
                return result;
            }
            match kernel::lock_slow(m, kind, deadline) {
                0 => {}
                error => return error,
            }
        }
        note_owner(m, kind, tid);
    }
    0
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe extern "C" fn try_lock(m: *mut Mutex, kind: i32) -> c_int {
    let tid = me::tid();
    // SAFETY: forwarded from the caller.
    unsafe {
        // Acquire: pairs with the release in `unlock`.
        match (*m).lock.compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => {
                note_owner(m, kind, tid);
                0
            }
            Err(word) if word & TID_MASK == tid => try_relock(m, kind),
            Err(_) => libc::EBUSY,
        }
    }
}

/// Whether the caller may wait for a condition with the mutex.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe fn may_wait_with(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller. Relaxed: only the owner's own id matters, and the owner wrote it.
    let word = unsafe { (*m).lock.load(Ordering::Relaxed) };
    word & TID_MASK == me::tid() || may_be_foreign(kind, word)
}

/// Whether the mutex is one that any thread may unlock, and is owned by some.
fn may_be_foreign(kind: i32, word: u32) -> bool {
    let is_normal = is_type(kind, TYPE_NORMAL) || is_type(kind, TYPE_ADAPTIVE);
    is_normal && !config::inherits(kind & KIND_INHERIT != 0) && word & TID_MASK != 0
}

/// Unlocks.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe extern "C" fn unlock(m: *mut Mutex, kind: i32) -> c_int {
    let tid = me::tid();
    // SAFETY: forwarded from the caller.
    unsafe {
        // Relaxed: only the owner's own id matters, and the owner wrote it.
        let word = (*m).lock.load(Ordering::Relaxed);
        if word & TID_MASK != tid && !may_be_foreign(kind, word) {
            return libc::EPERM;
        }
        if leave_level(m, kind) {
            return 0;
        }
        super::clear_owner(m, kind);
        // Release: pairs with the acquire in `lock`.
        if (*m).lock.compare_exchange(tid, 0, Ordering::Release, Ordering::Relaxed).is_ok() {
            return 0;
        }
        kernel::unlock_slow(m, kind)
    }
}

/// Unlocks for a condition wait.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe fn unlock_for_wait(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { unlock(m, kind) }
}

/// Locks after a condition wait.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe fn relock_after_wait(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { lock(m, kind, None) }
}
