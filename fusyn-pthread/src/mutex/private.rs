//! Mutexes of one process, plain and inheriting: fulocks with POSIX's types on top.
//!
//! Nothing of a mutex is touched after its release: `owner`, `count` and the count of held locks are
//! written before.

use fusyn_core::fulock::{self, LockError, Policy};
use fusyn_core::kernel::Linux;
use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::Deadline;

use super::{kernel, relock, try_relock, unlock_type};
use crate::abi::{KIND_INHERIT, KIND_TYPE, Mutex, TYPE_ERRORCHECK, TYPE_RECURSIVE};
use crate::{config, me};

/// How the core is to treat a mutex of this kind, in this mode; hand-over apart, which is each mutex's own.
#[inline(always)]
pub(crate) fn policy(kind: i32) -> Policy {
    let plain = match kind & KIND_TYPE {
        TYPE_ERRORCHECK => Policy::ERROR_CHECK,
        TYPE_RECURSIVE => Policy::NONE,
        _ if kind & KIND_INHERIT == 0 => Policy::FOREIGN_UNLOCK,
        _ => Policy::NONE,
    };
    if inherits(kind) { plain.with(Policy::INHERIT) } else { plain }
}

/// Whether waiters boost the owner: asked for by the program or by the mode.
#[inline(always)]
pub(crate) fn inherits(kind: i32) -> bool {
    config::inherits(kind & KIND_INHERIT != 0)
}

#[inline(always)]
unsafe fn word<'a>(m: *mut Mutex) -> &'a AtomicU32 {
    // SAFETY: the caller passes a live mutex.
    unsafe { &(*m).lock }
}

/// Whether the calling thread owns the mutex.
///
/// # Safety
/// `m` is a live private mutex.
#[inline]
pub(crate) unsafe fn is_mine(m: *mut Mutex) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe { fulock::is_mine::<Linux>(word(m)) }
}

/// Whether the caller may wait for a condition with the mutex: it owns it, or the mutex is one that any
/// thread may unlock, and is owned.
///
/// # Safety
/// As [`is_mine`].
#[inline]
pub(crate) unsafe fn may_wait_with(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller. Relaxed: only the owner's own id matters, and it wrote that.
    unsafe {
        is_mine(m)
            || (policy(kind).has(Policy::FOREIGN_UNLOCK)
                && !fusyn_core::word::is_free(word(m).load(Ordering::Relaxed)))
    }
}

/// Notes the new owner.
///
/// # Safety
/// As [`is_mine`]; the caller has just taken it.
#[inline(always)]
pub(crate) unsafe fn claim(m: *mut Mutex, kind: i32) {
    // SAFETY: these fields are the owner's. Relaxed for that reason.
    unsafe {
        (*m).owner.store(me::tid(), Ordering::Relaxed);
        if kind & KIND_TYPE == TYPE_RECURSIVE {
            (*m).count.store(1, Ordering::Relaxed);
        }
    }
    if inherits(kind) {
        fulock::count_held::<Linux>(1);
    }
}

/// `pthread_mutex_lock`, or with a deadline one of the timed forms.
///
/// # Safety
/// `m` is a live private mutex of this kind.
pub(crate) unsafe fn lock(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe {
        if is_mine(m)
            && let Some(result) = relock(m, kind)
        {
            return result;
        }
        if !fulock::lock_fast(word(m), me::tid()) {
            let failed = lock_slow(m, kind, deadline);
            if failed != 0 {
                return failed;
            }
        }
        claim(m, kind);
    }
    0
}

/// # Safety
/// As [`lock`].
#[cold]
#[inline(never)]
unsafe fn lock_slow(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe {
        if config::waits_in_kernel() {
            return kernel::lock_slow(m, kind, deadline);
        }
        match fulock::lock_slow::<Linux>(word(m), policy(kind), deadline) {
            Ok(()) => 0,
            Err(LockError::TimedOut) => libc::ETIMEDOUT,
            Err(LockError::WouldDeadlock) => libc::EDEADLK,
            Err(LockError::Corrupt) => libc::EINVAL,
        }
    }
}

/// `pthread_mutex_trylock`.
///
/// # Safety
/// As [`lock`].
#[inline]
pub(crate) unsafe fn try_lock(m: *mut Mutex, kind: i32) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe {
        if fulock::try_lock::<Linux>(word(m)) {
            claim(m, kind);
            return 0;
        }
        if is_mine(m) { try_relock(m, kind) } else { libc::EBUSY }
    }
}

/// `pthread_mutex_unlock`.
///
/// # Safety
/// As [`lock`].
#[inline]
pub(crate) unsafe fn unlock(m: *mut Mutex, kind: i32) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe {
        let mine = is_mine(m);
        if !mine && !policy(kind).has(Policy::FOREIGN_UNLOCK) {
            return libc::EPERM;
        }
        if kind & KIND_TYPE == TYPE_RECURSIVE {
            // Relaxed: the owner's.
            let depth = (*m).count.load(Ordering::Relaxed);
            (*m).count.store(depth.saturating_sub(1), Ordering::Relaxed);
            if depth > 1 {
                return 0;
            }
        }
        release(m, kind, mine)
    }
}

/// # Safety
/// As [`lock`]; the caller owns it, or may unlock for the owner.
#[inline]
unsafe fn release(m: *mut Mutex, kind: i32, mine: bool) -> i32 {
    // SAFETY: alive until the release, which is the last access.
    unsafe {
        // Relaxed: published by the release.
        (*m).owner.store(0, Ordering::Relaxed);
        if mine && inherits(kind) {
            fulock::count_held::<Linux>(-1);
        }
        if fulock::unlock_fast(word(m), me::tid()) { 0 } else { unlock_slow(m, kind) }
    }
}

/// # Safety
/// As [`release`].
#[cold]
#[inline(never)]
unsafe fn unlock_slow(m: *mut Mutex, kind: i32) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe {
        if config::waits_in_kernel() {
            return kernel::unlock_slow(m, kind);
        }
        let policy = policy(kind).with(unlock_type::hand_over(m));
        match fulock::unlock_slow::<Linux>(word(m), policy) {
            Ok(()) => 0,
            Err(fulock::UnlockError::NotOwner) => libc::EPERM,
        }
    }
}

/// Unlocks at the start of a condvar wait: one level of a recursive mutex, as the C library does.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe fn unlock_for_wait(m: *mut Mutex, kind: i32) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe { unlock(m, kind) }
}

/// Locks at the end of a condvar wait.
///
/// # Safety
/// As [`lock`].
pub(crate) unsafe fn relock_after_wait(m: *mut Mutex, kind: i32) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe { lock(m, kind, None) }
}
