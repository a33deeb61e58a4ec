//! Mutexes shared between processes that are neither robust nor under a ceiling.
//!
//! A process without fusyn may share them (P15), so the words are glibc's whatever the modes say:
//! without inheritance 0 free, 1 owned, 2 owned and contended, and the owner's id in `owner`; with
//! inheritance `TID | WAITERS`, in the kernel. 2 may stand with nobody waiting; 1 or 0 while somebody sleeps
//! only with a woken thread, or an unlocker that is about to wake one, on its way. A process that is killed
//! there takes the wake with it. So sleeps are cut into slices: after each the kernel compares the word.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Deadline, Errno, thread_id};

use super::pi::is_owned_by;
use super::{clear_owner, is_type, leave_level, note_owner, pi, relock, try_relock};
use crate::abi::{KIND_INHERIT, Mutex, TYPE_ADAPTIVE, TYPE_ERRORCHECK, TYPE_NORMAL};
use crate::{me, time};

const FREE: u32 = 0;
const OWNED: u32 = 1;
const CONTENDED: u32 = 2;

/// Whether `tid` owns the mutex.
#[inline(always)]
unsafe fn is_owner(m: *mut Mutex, kind: i32, tid: u32) -> bool {
    // SAFETY: by the caller. Relaxed: whether this thread owns it, no other thread can change.
    unsafe {
        if kind & KIND_INHERIT != 0 {
            is_owned_by((*m).lock.load(Ordering::Relaxed), tid)
        } else {
            (*m).owner.load(Ordering::Relaxed) == tid
        }
    }
}

#[inline(always)]
fn is_normal(kind: i32) -> bool {
    is_type(kind, TYPE_NORMAL) || is_type(kind, TYPE_ADAPTIVE)
}

/// Whether the caller may wait for a condition with the mutex: a normal one need not be its own.
///
/// # Safety
/// `m` must point to a shared mutex of this kind.
pub(super) unsafe fn may_wait_with(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe { may_be_foreign(m, kind) || is_owner(m, kind, me::tid()) }
}

/// Whether the mutex is one that any thread may unlock, and is owned by some.
#[inline]
unsafe fn may_be_foreign(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller. Relaxed: an answer for a moment.
    unsafe { is_normal(kind) && kind & KIND_INHERIT == 0 && (*m).lock.load(Ordering::Relaxed) != FREE }
}

/// Whether somebody may wait for the mutex, which is not an inheriting one.
///
/// # Safety
/// `m` must point to a shared mutex.
pub(super) unsafe fn is_contended(m: *mut Mutex) -> bool {
    // SAFETY: by the caller. Relaxed: an answer for a moment.
    unsafe { (*m).lock.load(Ordering::Relaxed) == CONTENDED }
}

/// What the word of a mutex says when `tid` owns it.
#[inline(always)]
fn owned_word(kind: i32, tid: u32) -> u32 {
    if kind & KIND_INHERIT != 0 { tid } else { OWNED }
}

/// Takes a free mutex.
#[inline(always)]
unsafe fn take_free(m: *mut Mutex, kind: i32, tid: u32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe {
        // Acquire: pairs with the release in `unlock`.
        let taken =
            (*m).lock.compare_exchange(FREE, owned_word(kind, tid), Ordering::Acquire, Ordering::Relaxed);
        if taken.is_ok() {
            note_owner(m, kind, tid);
        }
        taken.is_ok()
    }
}

/// Locks.
///
/// # Safety
/// `m` must point to a shared mutex of this kind.
#[inline(never)]
pub(crate) unsafe extern "C" fn lock(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    let tid = thread_id::cached();
    // SAFETY: forwarded from the caller.
    unsafe { if tid != 0 && take_free(m, kind, tid) { 0 } else { contend(m, kind, deadline) } }
}

#[cold]
#[inline(never)]
unsafe extern "C" fn contend(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    let tid = me::tid();
    // SAFETY: forwarded from the caller.
    unsafe {
        if take_free(m, kind, tid) {
            return 0;
        }
        if is_owner(m, kind, tid)
            && let Some(result) = relock(m, kind)
        {
            return result;
        }
        let word = &raw const (*m).lock;
        let taken = if kind & KIND_INHERIT != 0 {
            // The kernel compares with the real id; a cached one may be a vfork parent's (P10).
            let tid = thread_id::by_kernel();
            pi::lock(word, tid, Scope::Shared, is_type(kind, TYPE_ERRORCHECK), deadline)
        } else {
            lock_plain(word, deadline)
        };
        if taken == 0 {
            note_owner(m, kind, tid);
        }
        taken
    }
}

unsafe fn lock_plain(word: *const AtomicU32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: a live lock word, by the caller.
    let lock = unsafe { &*word };
    // Acquire: pairs with the release in `unlock`.
    if lock.compare_exchange(FREE, OWNED, Ordering::Acquire, Ordering::Relaxed).is_ok() {
        return 0;
    }
    // Who has waited takes the word as contended: others may sleep still.
    while lock.swap(CONTENDED, Ordering::Acquire) != FREE {
        let slice = time::slice(deadline);
        // SAFETY: the word's protocol is glibc's.
        match unsafe { futex::wait(word.cast(), CONTENDED, Scope::Shared, Some(&slice.end)) } {
            Err(Errno::ETIMEDOUT) if slice.is_last => return libc::ETIMEDOUT,
            Err(Errno::EINVAL) => return libc::EINVAL,
            _ => {}
        }
    }
    0
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
#[inline(never)]
pub(crate) unsafe extern "C" fn try_lock(m: *mut Mutex, kind: i32) -> c_int {
    let tid = me::tid();
    // SAFETY: forwarded from the caller.
    unsafe {
        if take_free(m, kind, tid) {
            0
        } else if is_owner(m, kind, tid) {
            try_relock(m, kind)
        } else {
            libc::EBUSY
        }
    }
}

/// Unlocks; a normal one without inheritance whoever owns it, as the C library does.
///
/// # Safety
/// As [`lock`]; the mutex may be gone once it is released.
#[inline(never)]
pub(crate) unsafe extern "C" fn unlock(m: *mut Mutex, kind: i32) -> c_int {
    let tid = thread_id::cached();
    // SAFETY: forwarded from the caller.
    unsafe { if tid != 0 { unlock_by(m, kind, tid) } else { unlock_first(m, kind) } }
}

/// [`unlock`] by a thread that must ask for its id first: it has forked since it locked.
#[cold]
#[inline(never)]
unsafe extern "C" fn unlock_first(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { unlock_by(m, kind, me::tid()) }
}

#[inline(always)]
unsafe fn unlock_by(m: *mut Mutex, kind: i32, tid: u32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if !is_owner(m, kind, tid) && !may_be_foreign(m, kind) {
            return libc::EPERM;
        }
        if leave_level(m, kind) {
            return 0;
        }
        clear_owner(m, kind);
        let word = &raw const (*m).lock;
        let owned = owned_word(kind, tid);
        // Release: pairs with the acquire in `take_free` and `lock_plain`.
        if (*word).compare_exchange(owned, FREE, Ordering::Release, Ordering::Relaxed).is_ok() {
            return 0;
        }
        release_contended(word, kind)
    }
}

/// Releases a word that somebody waits for: only its address counts after the release (R5).
#[cold]
#[inline(never)]
unsafe extern "C" fn release_contended(word: *const AtomicU32, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if kind & KIND_INHERIT != 0 {
            return pi::unlock_by_kernel(word, Scope::Shared);
        }
        // Release: as in `unlock_by`.
        if (*word).swap(FREE, Ordering::Release) == CONTENDED {
            let _ = futex::wake(word.cast(), 1, Scope::Shared);
        }
    }
    0
}
