//! Robust mutexes: private and shared, plain and inheriting, every type.
//!
//! The word is `TID | WAITERS | OWNER_DIED`; the mutex's health stands in `owner`, because the kernel
//! writes 0 to an inheriting word at its release. Layout and values are glibc's: a process without
//! fusyn may share the mutex.
//!
//! | word | `owner` | meaning |
//! | --- | --- | --- |
//! | 0 | 0 | free |
//! | t, may be W | t | owned |
//! | OD, may be W | any but NR | the owner died; the next locker is told |
//! | t, may be W | `INCONSISTENT` | owned after a death, not made consistent yet |
//! | any | `NOT_RECOVERABLE` | for ever: every locker gives the word back |
//!
//! * A locker writes 0 → t, OD → t (keeping W), and sets W before it sleeps.
//! * The owner writes t → 0. The kernel writes t → OD at the owner's death, and hands inheriting words over.
//! * W may be set with nobody waiting. It is clear while somebody sleeps in one case only: a woken
//!   waiter was killed and another thread had taken the word meanwhile. That is why sleeps are sliced.
//!
//! # What a death leaves behind
//!
//! Each operation announces the lock in the list's pending slot first, so the kernel finds it whether or
//! not it is linked. Death before the word is taken: nothing to do, but if the word is free and plain, the
//! kernel wakes the next waiter, since this one may have been woken for it. After: it marks the word.

mod lock;
mod unlock;

pub(crate) use lock::{lock, try_lock};
pub(crate) use unlock::{make_consistent, make_not_recoverable, unlock};

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, Scope};

use super::count_held;
use super::pi::{self, is_contended, is_owned_by};
use crate::abi::{KIND_INHERIT, Mutex, NOT_RECOVERABLE};
use crate::me;
use crate::robust_list::{self, Outer, Own};

/// Waits are always on the shared key: the kernel's wake at a death uses no other.
const SCOPE: Scope = Scope::Shared;

#[inline(always)]
fn is_inheriting(kind: i32) -> bool {
    kind & KIND_INHERIT != 0
}

/// Whether the calling thread owns the mutex.
///
/// # Safety
/// `m` must point to a robust mutex.
pub(crate) unsafe fn is_owner(m: *mut Mutex) -> bool {
    // SAFETY: by the caller. Relaxed: whether this thread owns it, no other thread can change.
    unsafe { is_owned_by((*m).lock.load(Ordering::Relaxed), me::tid()) }
}

/// # Safety
/// `m` must point to a robust mutex.
#[inline(always)]
unsafe fn is_lost(m: *mut Mutex) -> bool {
    // SAFETY: by the caller. Relaxed: once set it stays; under the lock it is ordered by the lock.
    unsafe { (*m).owner.load(Ordering::Relaxed) == NOT_RECOVERABLE }
}

/// Writes down that the calling thread owns the mutex. glibc counts users too, but never looks at the
/// count of a robust mutex.
///
/// # Safety
/// `m` must point to a robust mutex that the calling thread has just acquired.
#[inline(always)]
unsafe fn note_owner(m: *mut Mutex, kind: i32, tid: u32) {
    count_held(kind, 1);
    // SAFETY: by the caller. Relaxed: written and decided on by the owner only.
    unsafe {
        (*m).owner.store(tid, Ordering::Relaxed);
        (*m).count.store(1, Ordering::Relaxed);
    }
}

/// Writes down what the mutex is without an owner: healthy (0) or lost.
///
/// # Safety
/// `m` must point to a robust mutex that the calling thread owns.
#[inline(always)]
unsafe fn clear_owner(m: *mut Mutex, kind: i32, health: u32) {
    count_held(kind, -1);
    // SAFETY: by the caller. Relaxed: published by the release; who sees it early sees the truth.
    unsafe { (*m).owner.store(health, Ordering::Relaxed) };
}

/// Releases the word, waking up to `count` waiters, and ends the operation; 0.
///
/// # Safety
/// The calling thread must own the word, announced and in no list; it may be gone afterwards.
#[inline(always)]
unsafe fn release_and_end(word: *const AtomicU32, kind: i32, own: Own, outer: Outer, count: u32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if !pi::unlock_free(word, own.tid()) {
            return release_contended_and_end(word, kind, own, outer, count);
        }
        robust_list::end(own, outer);
    }
    0
}

/// [`release_and_end`] of a word that somebody waits for: only its address counts after the release (R5).
#[cold]
#[inline(never)]
unsafe extern "C" fn release_contended_and_end(
    word: *const AtomicU32,
    kind: i32,
    own: Own,
    outer: Outer,
    count: u32,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        if is_inheriting(kind) {
            pi::unlock_by_kernel(word, SCOPE);
        } else if is_contended((*word).swap(0, Ordering::Release)) {
            // Release: pairs with the acquire of the next locker.
            let _ = futex::wake(word.cast(), count, SCOPE);
        }
        robust_list::end(own, outer);
    }
    0
}
