//! The uncontended paths: what nearly every call of a program takes.
//!
//! No system call, no table look-up, no call of another function. In a process with one thread, plain
//! loads and stores instead of locked instructions, as the C library does (private normal and recursive
//! mutexes only; `__libc_single_threaded` tells, and does not come back to true).
//!
//! Whether the caller owns the mutex is asked of `owner`, which names it from after its acquisition to before its
//! release, and never of the word: a load of what was just exchanged under a lock prefix waits for that, 3 ns of 21.
//! Where `owner` does not name the caller, the general path looks at the word; where it does wrongly (a signal handler
//! in between, an heir that has not run), the exchange of the word decides.

use core::ffi::{c_char, c_int};

use fusyn_core::fulock;
use fusyn_core::local;
use fusyn_core::sync::Ordering;
use fusyn_sys::thread_id;

use super::{robust, shared};
use crate::abi::{KIND_INHERIT, KIND_ROBUST, KIND_SHARED, KIND_TYPE, Mutex, TYPE_NORMAL, TYPE_RECURSIVE};
use crate::config;

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

/// `pthread_mutex_lock`: the whole of it for a free mutex that waits in fuqueues.
///
/// # Safety
/// `m` is null or a live mutex.
#[inline(always)]
pub(super) unsafe fn lock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller; `owner` is the owner's (Relaxed for that reason).
    unsafe {
        if m.is_null() {
            return libc::EINVAL;
        }
        let kind = (*m).kind.load(Ordering::Relaxed); // Relaxed: read-only after init
        if kind != TYPE_NORMAL && kind != TYPE_RECURSIVE {
            return lock_typed(m, kind);
        }
        let tid = thread_id::cached_plain();
        if tid == 0 {
            return lock_inheriting(m, kind);
        }
        if kind == TYPE_RECURSIVE {
            if (*m).owner.load(Ordering::Relaxed) == tid {
                return deepen(m);
            }
            if !take(m, tid) {
                return lock_slow(m);
            }
            (*m).count.store(1, Ordering::Relaxed);
        } else if !take(m, tid) {
            return lock_slow(m);
        }
        (*m).owner.store(tid, Ordering::Relaxed);
        0
    }
}

/// Whether the robust module serves a valid mutex of this kind.
#[inline(always)]
const fn is_robust(kind: i32) -> bool {
    kind & !(KIND_TYPE | KIND_INHERIT | KIND_SHARED) == KIND_ROBUST
}

/// Whether the shared module serves a valid mutex of this kind.
#[inline(always)]
const fn is_shared(kind: i32) -> bool {
    kind & !(KIND_TYPE | KIND_INHERIT) == KIND_SHARED
}

/// [`lock`] for the error-checking, adaptive and inheriting kinds. A function of its own, reached by a
/// jump, so that the common kinds have no jump table before them.
///
/// # Safety
/// `m` is a live mutex of this kind.
#[inline(never)]
unsafe extern "C" fn lock_typed(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller; `owner` is the owner's (Relaxed for that reason).
    unsafe {
        if is_robust(kind) {
            return robust::lock(m, kind, None);
        }
        if is_shared(kind) {
            return shared::lock(m, kind, None);
        }
        let tid = thread_id::cached_plain();
        if tid == 0 {
            return lock_inheriting(m, kind);
        }
        if !has_owner_alone(kind) || !fulock::lock_fast(&raw const (*m).lock, tid) {
            return lock_slow(m);
        }
        if kind & KIND_INHERIT != 0 {
            local::add_held(1);
        }
        (*m).owner.store(tid, Ordering::Relaxed);
    }
    0
}

/// Whether it is a valid private mutex without a count. (Recursive inheriting ones take the general path.)
#[inline(always)]
const fn has_owner_alone(kind: i32) -> bool {
    kind & !(KIND_TYPE | KIND_INHERIT) == 0 && kind & KIND_TYPE != TYPE_RECURSIVE
}

/// [`lock`] in a mode in which every private mutex inherits; also the thread's first, and those before the mode is
/// known, which the general path serves.
///
/// # Safety
/// As [`lock_typed`]; not robust, not shared.
#[cold]
#[inline(never)]
unsafe extern "C" fn lock_inheriting(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: as in `lock_typed`.
    unsafe {
        let tid = thread_id::cached();
        if tid == 0
            || !config::is_known_to_inherit()
            || !has_owner_alone(kind)
            || !fulock::lock_fast(&raw const (*m).lock, tid)
        {
            return lock_slow(m);
        }
        local::add_held(1);
        (*m).owner.store(tid, Ordering::Relaxed);
    }
    0
}

#[cold]
#[inline(never)]
unsafe extern "C" fn lock_slow(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::lock(m, None) }
}

/// One level more of a recursive mutex that the caller owns.
///
/// # Safety
/// As [`lock_typed`].
#[inline(always)]
unsafe fn deepen(m: *mut Mutex) -> c_int {
    // SAFETY: the owner's. Relaxed for that reason.
    unsafe {
        let depth = (*m).count.load(Ordering::Relaxed);
        if depth == u32::MAX {
            return libc::EAGAIN;
        }
        (*m).count.store(depth + 1, Ordering::Relaxed);
    }
    0
}

/// `pthread_mutex_unlock`: the whole of it for a mutex that nobody waits for.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
pub(super) unsafe fn unlock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: the owner's fields, published by the release; a caller
    // that is not the owner is told apart before they are written.
    unsafe {
        if m.is_null() {
            return libc::EINVAL;
        }
        let kind = (*m).kind.load(Ordering::Relaxed); // Relaxed: read-only after init
        if kind != TYPE_NORMAL && kind != TYPE_RECURSIVE {
            return unlock_typed(m, kind);
        }
        let tid = thread_id::cached_plain();
        if tid == 0 {
            return unlock_inheriting(m, kind);
        }
        if (*m).owner.load(Ordering::Relaxed) != tid {
            return unlock_slow(m);
        }
        if kind == TYPE_RECURSIVE {
            let depth = (*m).count.load(Ordering::Relaxed);
            if depth > 1 {
                (*m).count.store(depth - 1, Ordering::Relaxed);
                return 0;
            }
            (*m).count.store(0, Ordering::Relaxed);
        }
        (*m).owner.store(0, Ordering::Relaxed);
        if give(m, tid) { 0 } else { unlock_slow(m) }
    }
}

/// [`unlock`] for the error-checking, adaptive and inheriting kinds.
///
/// # Safety
/// As [`lock_typed`].
#[inline(never)]
unsafe extern "C" fn unlock_typed(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: as in `unlock`.
    unsafe {
        if is_robust(kind) {
            return robust::unlock(m, kind);
        }
        if is_shared(kind) {
            return shared::unlock(m, kind);
        }
        let tid = thread_id::cached_plain();
        if tid == 0 {
            return unlock_inheriting(m, kind);
        }
        if (*m).owner.load(Ordering::Relaxed) != tid || !has_owner_alone(kind) {
            return unlock_slow(m);
        }
        (*m).owner.store(0, Ordering::Relaxed);
        if !fulock::unlock_fast(&raw const (*m).lock, tid) {
            return unlock_slow(m);
        }
        if kind & KIND_INHERIT != 0 {
            local::add_held(-1);
        }
    }
    0
}

/// [`unlock`], as [`lock_inheriting`] is [`lock`].
///
/// # Safety
/// As [`lock_inheriting`].
#[cold]
#[inline(never)]
unsafe extern "C" fn unlock_inheriting(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: as in `unlock`.
    unsafe {
        let tid = thread_id::cached();
        if tid == 0
            || (*m).owner.load(Ordering::Relaxed) != tid
            || !config::is_known_to_inherit()
            || !has_owner_alone(kind)
        {
            return unlock_slow(m);
        }
        (*m).owner.store(0, Ordering::Relaxed);
        if !fulock::unlock_fast(&raw const (*m).lock, tid) {
            return unlock_slow(m);
        }
        local::add_held(-1);
    }
    0
}

#[cold]
#[inline(never)]
unsafe extern "C" fn unlock_slow(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::unlock(m) }
}
