//! The uncontended paths: what nearly every call of a program takes.
//!
//! No system call, no table look-up, no call of another function. In a process with one thread, plain
//! loads and stores instead of locked instructions, as the C library does (private normal and recursive
//! mutexes only; `__libc_single_threaded` tells, and does not come back to true).

use core::ffi::c_char;

use fusyn_core::fulock;
use fusyn_core::local;
use fusyn_core::sync::Ordering;
use fusyn_core::word::TID_MASK;
use fusyn_sys::thread_id;

use crate::abi::{KIND_INHERIT, Mutex, TYPE_ADAPTIVE, TYPE_ERRORCHECK, TYPE_NORMAL, TYPE_RECURSIVE};

const PI_NORMAL: i32 = KIND_INHERIT | TYPE_NORMAL;
const PI_ERRORCHECK: i32 = KIND_INHERIT | TYPE_ERRORCHECK;

unsafe extern "C" {
    /// The C library's: non-zero while the process has had one thread only.
    static __libc_single_threaded: c_char;
}

#[inline(always)]
fn is_single_threaded() -> bool {
    // SAFETY: an initialised object of the C library. Volatile, since other code of this thread (a
    // creation of a thread) changes it between calls.
    unsafe { (&raw const __libc_single_threaded).read_volatile() != 0 }
}

/// Takes a free, unqueued private mutex.
///
/// # Safety
/// `m` is a live private mutex without inheritance; `tid` is the caller's id.
#[inline(always)]
unsafe fn take(m: *mut Mutex, tid: u32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe {
        let word = &(*m).lock;
        if is_single_threaded() {
            // Relaxed: there is nobody to order for; a handler in between leaves the word as it found it.
            if word.load(Ordering::Relaxed) != 0 {
                return false;
            }
            word.store(tid, Ordering::Relaxed);
            return true;
        }
        fulock::lock_fast(word, tid)
    }
}

/// Gives an owned, unqueued private mutex back.
///
/// # Safety
/// As [`take`].
#[inline(always)]
unsafe fn give(m: *mut Mutex, tid: u32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe {
        let word = &(*m).lock;
        if is_single_threaded() {
            // Relaxed: as in `take`.
            if word.load(Ordering::Relaxed) != tid {
                return false;
            }
            word.store(0, Ordering::Relaxed);
            return true;
        }
        fulock::unlock_fast(word, tid)
    }
}

/// Takes a free, unqueued private mutex of any kind.
///
/// # Safety
/// As [`take`].
#[inline(always)]
unsafe fn take_locked(m: *mut Mutex, tid: u32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe { fulock::lock_fast(&raw const (*m).lock, tid) }
}

/// `pthread_mutex_lock`, if nothing is in the way; else false, with nothing done.
///
/// # Safety
/// `m` is a live mutex of this kind.
#[inline(always)]
pub(super) unsafe fn lock(m: *mut Mutex, kind: i32) -> bool {
    let tid = thread_id::cached_plain();
    if tid == 0 {
        return false; // first use, a forked child, or a mode in which plain mutexes inherit
    }
    // SAFETY: forwarded from the caller; `owner` and `count` are the owner's (Relaxed for that reason).
    unsafe {
        if kind == TYPE_NORMAL {
            if !take(m, tid) {
                return false;
            }
        } else if kind == TYPE_RECURSIVE {
            if (*m).lock.load(Ordering::Relaxed) & TID_MASK == tid {
                return deepen(m);
            }
            if !take(m, tid) {
                return false;
            }
            (*m).count.store(1, Ordering::Relaxed);
        } else if kind == PI_NORMAL || kind == PI_ERRORCHECK {
            if !take_locked(m, tid) {
                return false;
            }
            local::add_held(1);
        } else if kind == TYPE_ERRORCHECK || kind == TYPE_ADAPTIVE {
            if !take_locked(m, tid) {
                return false;
            }
        } else {
            return false;
        }
        (*m).owner.store(tid, Ordering::Relaxed);
    }
    true
}

/// One level more of a recursive mutex that the caller owns; false at the end of counting.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
unsafe fn deepen(m: *mut Mutex) -> bool {
    // SAFETY: the owner's. Relaxed for that reason.
    unsafe {
        let depth = (*m).count.load(Ordering::Relaxed);
        if depth == u32::MAX {
            return false;
        }
        (*m).count.store(depth + 1, Ordering::Relaxed);
    }
    true
}

/// `pthread_mutex_unlock`, if nothing is in the way; else false, with nothing done.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
pub(super) unsafe fn unlock(m: *mut Mutex, kind: i32) -> bool {
    let tid = thread_id::cached_plain();
    // SAFETY: forwarded from the caller. Relaxed: the owner's fields, published by the release; a caller
    // that is not the owner is told apart by the word before they are written.
    unsafe {
        if tid == 0 || (*m).lock.load(Ordering::Relaxed) != tid {
            return false;
        }
        if kind == TYPE_NORMAL {
            (*m).owner.store(0, Ordering::Relaxed);
            give(m, tid)
        } else if kind == TYPE_RECURSIVE {
            let depth = (*m).count.load(Ordering::Relaxed);
            (*m).count.store(depth.wrapping_sub(1), Ordering::Relaxed);
            if depth > 1 {
                return true;
            }
            (*m).owner.store(0, Ordering::Relaxed);
            if give(m, tid) {
                return true;
            }
            // A waiter has just queued: the slow path finds the count as it was.
            (*m).count.store(depth, Ordering::Relaxed);
            false
        } else if kind == PI_NORMAL || kind == PI_ERRORCHECK {
            (*m).owner.store(0, Ordering::Relaxed);
            if !fulock::unlock_fast(&raw const (*m).lock, tid) {
                return false;
            }
            local::add_held(-1);
            true
        } else if kind == TYPE_ERRORCHECK || kind == TYPE_ADAPTIVE {
            (*m).owner.store(0, Ordering::Relaxed);
            fulock::unlock_fast(&raw const (*m).lock, tid)
        } else {
            false
        }
    }
}
