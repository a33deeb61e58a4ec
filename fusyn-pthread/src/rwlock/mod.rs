//! Read-write locks: which algorithm serves which object. Each C function has a file of its own name.
//!
//! Private ones wait in fuqueues (`fusyn_core::rwlock`); shared ones, and all with `FUSYN_BACKEND=kernel`,
//! on kernel futexes in the object ([`kernel`]). Private ones whose writer inherits priority
//! (`fusyn_rwlockattr_setprotocol`, `FUSYN_RWLOCK=inherit`) have a gate beside the word
//! (`fusyn_core::rwlock::inherit`), in every mode. Robust ones are another object altogether ([`robust`]). The word and the uncontended paths are the same for all.
//! No call is a cancellation point. Nothing of an object is touched after the release that lets another
//! thread destroy it.

mod fusyn_rwlock_consistent;
mod kernel;
mod robust;

mod pthread_rwlock_clockrdlock;
mod pthread_rwlock_clockwrlock;
mod pthread_rwlock_destroy;
mod pthread_rwlock_init;
mod pthread_rwlock_rdlock;
mod pthread_rwlock_timedrdlock;
mod pthread_rwlock_timedwrlock;
mod pthread_rwlock_tryrdlock;
mod pthread_rwlock_trywrlock;
mod pthread_rwlock_unlock;
mod pthread_rwlock_wrlock;

use core::ffi::c_int;

use fusyn_core::kernel::{Kernel, Linux};
use fusyn_core::rwlock::inherit::{self, Parts};
use fusyn_core::rwlock::{self as core_rwlock, Access, Preference, RwError, WRITER, is_only_read, readers};
use fusyn_core::sync::Ordering;
use fusyn_sys::futex::Scope;
use fusyn_sys::{Clock, Deadline, thread_id};

use crate::abi::{
    RW_INHERIT, RW_PREFER_WRITER_NONRECURSIVE, RW_ROBUST_MAGIC, RW_ROBUST_MARK, RW_SHARED, RW_SHARED_MAGIC,
    RwLock,
};
use crate::time::{self, Asked};
use crate::{config, me};

/// Which algorithm serves an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Private,
    /// Private, and the writer inherits priority.
    Inherit,
    Kernel(Scope),
    /// Private or shared.
    Robust,
    /// Destroyed, not initialised, or made shared by a process without fusyn: every call gives `EINVAL`.
    Invalid,
}

/// Whether it is a private object that did not ask to inherit.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[inline(always)]
unsafe fn is_private(rw: *mut RwLock) -> bool {
    // SAFETY: not null, so an rwlock. Relaxed: read-only after init.
    unsafe {
        !rw.is_null()
            && (*rw).flags.load(Ordering::Relaxed) <= RW_PREFER_WRITER_NONRECURSIVE
            && (*rw).shared.load(Ordering::Relaxed) == 0
    }
}

/// # Safety
/// As [`is_private`].
unsafe fn family(rw: *mut RwLock) -> Family {
    // SAFETY: forwarded from the caller. Relaxed: read-only after init.
    unsafe {
        if is_private(rw) {
            return if config::rwlocks_inherit() {
                Family::Inherit
            } else if config::waits_in_kernel() {
                Family::Kernel(Scope::Private)
            } else {
                Family::Private
            };
        }
        if rw.is_null() {
            return Family::Invalid;
        }
        if (*rw).magic.load(Ordering::Relaxed) == RW_ROBUST_MAGIC
            && (*rw).shared.load(Ordering::Relaxed) & RW_ROBUST_MARK != 0
        {
            return Family::Robust;
        }
        let flags = (*rw).flags.load(Ordering::Relaxed);
        let is_mine = |mark: u32| flags & mark != 0 && flags & !mark <= RW_PREFER_WRITER_NONRECURSIVE;
        if is_mine(RW_INHERIT) && (*rw).shared.load(Ordering::Relaxed) == 0 {
            Family::Inherit
        } else if is_mine(RW_SHARED) && (*rw).magic.load(Ordering::Relaxed) == RW_SHARED_MAGIC {
            Family::Kernel(Scope::Shared)
        } else {
            Family::Invalid
        }
    }
}

/// Whom the kind prefers among ordinary threads.
///
/// # Safety
/// `rw` must point to an rwlock.
unsafe fn preference(rw: *mut RwLock) -> Preference {
    // SAFETY: by the caller. Relaxed: read-only after init.
    let flags = unsafe { (*rw).flags.load(Ordering::Relaxed) };
    let is_writers = match flags & !(RW_SHARED | RW_INHERIT) {
        RW_PREFER_WRITER_NONRECURSIVE => true,
        _ => flags & RW_SHARED == 0 && config::rwlocks_prefer_writers(),
    };
    if is_writers { Preference::Writers } else { Preference::Readers }
}

/// The words of an inheriting one.
///
/// # Safety
/// `rw` must point to an rwlock of [`Family::Inherit`].
unsafe fn parts(rw: *mut RwLock) -> Parts {
    // SAFETY: by the caller; places, not values.
    unsafe {
        Parts {
            word: &raw const (*rw).state,
            gate: &raw const (*rw).lock,
            drain: &raw const (*rw).reader_level,
            preference: preference(rw),
        }
    }
}

/// Whether the calling thread is the writer; of a private one also under the id it had
/// before a fork (R12).
///
/// # Safety
/// `rw` must point to an rwlock.
unsafe fn is_writer(rw: *mut RwLock, family: Family) -> bool {
    // SAFETY: by the caller. Relaxed: only the caller itself writes its own id.
    let writer = unsafe { (*rw).writer.load(Ordering::Relaxed) };
    let is_inherited = || family != Family::Kernel(Scope::Shared) && thread_id::is_ancestor(writer);
    writer != 0 && (writer == me::tid() || is_inherited())
}

/// Whether the word alone lets a caller in: a writer that inherits needs the gate.
#[inline(always)]
fn is_simple(access: Access) -> bool {
    access == Access::Read || config::rwlocks_are_plain()
}

/// The uncontended lock of a valid object that is not written under a gate.
///
/// # Safety
/// `rw` must point to a valid rwlock.
#[inline(always)]
unsafe fn take(rw: *mut RwLock, access: Access) -> bool {
    // SAFETY: by the caller.
    unsafe {
        let word = &raw const (*rw).state;
        match access {
            Access::Read => core_rwlock::read_fast::<Linux>(word),
            Access::Write => {
                let taken = core_rwlock::write_fast(word);
                if taken {
                    claim(rw);
                }
                taken
            }
        }
    }
}

/// Notes that the calling thread writes, for its own checks and for debuggers.
///
/// # Safety
/// `rw` must point to an rwlock that the calling thread has just taken for writing.
#[inline(always)]
unsafe fn claim(rw: *mut RwLock) {
    // SAFETY: by the caller. Relaxed: decided on by the writer only.
    unsafe { (*rw).writer.store(me::tid(), Ordering::Relaxed) };
}

/// The uncontended unlock by the writer of an object that [`take`] serves.
///
/// # Safety
/// `rw` must point to a valid rwlock.
#[inline(always)]
unsafe fn give_back_written(rw: *mut RwLock) -> bool {
    // SAFETY: by the caller. Relaxed: only the caller itself writes its own id, and it is published by the release.
    unsafe {
        let word = &raw const (*rw).state;
        let tid = thread_id::cached();
        if tid == 0 || (*rw).writer.load(Ordering::Relaxed) != tid {
            return false;
        }
        (*rw).writer.store(0, Ordering::Relaxed);
        if core_rwlock::write_unlock_fast(word) {
            return true;
        }
        // Somebody waits.
        (*rw).writer.store(tid, Ordering::Relaxed);
    }
    false
}

/// Locks; the deadline's validity has been checked.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[inline(always)]
pub(crate) unsafe fn lock(rw: *mut RwLock, access: Access) -> c_int {
    // SAFETY: forwarded from the caller; a private one is valid.
    unsafe {
        if is_private(rw) && is_simple(access) && take(rw, access) {
            return 0;
        }
        match access {
            Access::Read => read_general(rw),
            Access::Write => write_general(rw),
        }
    }
}

/// [`lock`] of any object: of the C calling convention, so that it is reached by a jump.
#[cold]
#[inline(never)]
unsafe extern "C" fn read_general(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { lock_general(rw, Access::Read, None) }
}

/// As [`read_general`].
#[cold]
#[inline(never)]
unsafe extern "C" fn write_general(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { lock_general(rw, Access::Write, None) }
}

/// [`lock`], of any object, with or without a deadline.
///
/// # Safety
/// As [`lock`].
#[cold]
#[inline(never)]
unsafe fn lock_general(rw: *mut RwLock, access: Access, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let family = family(rw);
        if family == Family::Invalid {
            return libc::EINVAL;
        }
        if family == Family::Robust {
            return robust::lock(rw.cast(), access, deadline);
        }
        if (access == Access::Read || family != Family::Inherit) && take(rw, access) {
            return 0;
        }
        if is_writer(rw, family) {
            return libc::EDEADLK;
        }
        let result = match family {
            Family::Inherit => errno_of(inherit::lock::<Linux>(parts(rw), access, deadline)),
            Family::Kernel(scope) => kernel::lock(rw, scope, access, deadline),
            _ => {
                let word = &raw const (*rw).state;
                errno_of(core_rwlock::lock_slow::<Linux>(word, access, preference(rw), deadline))
            }
        };
        if result == 0 && access == Access::Write {
            claim(rw);
        }
        result
    }
}

fn errno_of(result: Result<(), RwError>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(RwError::TimedOut) => libc::ETIMEDOUT,
        Err(RwError::Busy) => libc::EBUSY,
        Err(RwError::TooManyReaders) => libc::EAGAIN,
        Err(RwError::WouldDeadlock) => libc::EDEADLK,
        Err(RwError::Corrupt) => libc::EINVAL,
    }
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
pub(crate) unsafe fn try_lock(rw: *mut RwLock, access: Access) -> c_int {
    // SAFETY: forwarded from the caller; a private one is valid.
    unsafe {
        if is_private(rw) && is_simple(access) && take(rw, access) {
            return 0;
        }
        try_general(rw, access)
    }
}

/// # Safety
/// As [`lock`].
#[cold]
#[inline(never)]
unsafe fn try_general(rw: *mut RwLock, access: Access) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let family = family(rw);
        if family == Family::Invalid {
            return libc::EINVAL;
        }
        if family == Family::Robust {
            return robust::try_lock(rw.cast(), access);
        }
        if (access == Access::Read || family != Family::Inherit) && take(rw, access) {
            return 0;
        }
        let result = match family {
            Family::Inherit => errno_of(inherit::try_lock::<Linux>(parts(rw), access)),
            Family::Kernel(scope) => kernel::try_lock(rw, scope, access),
            _ => {
                let word = &raw const (*rw).state;
                errno_of(core_rwlock::try_lock_slow::<Linux>(word, access, preference(rw)))
            }
        };
        if result == 0 && access == Access::Write {
            claim(rw);
        }
        result
    }
}

/// Locks until a caller's time; a time out of range matters only if there is a wait.
///
/// # Safety
/// As [`lock`]; `at` must be null or readable.
pub(crate) unsafe fn lock_until(
    rw: *mut RwLock,
    access: Access,
    clock: Clock,
    at: *const libc::timespec,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match time::read(clock, at) {
            Asked::Until(deadline) => lock_general(rw, access, Some(&deadline)),
            Asked::Invalid => match try_lock(rw, access) {
                libc::EBUSY => libc::EINVAL,
                result => result,
            },
        }
    }
}

/// Unlocks, for reading or writing.
///
/// # Safety
/// As [`lock`].
#[inline(always)]
pub(crate) unsafe fn unlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: whether the caller holds it, no other thread changes.
    unsafe {
        if is_private(rw) && config::waits_in_queues() {
            let word = &raw const (*rw).state;
            // Not asked of the word: a load waits for the exchange that locked it, and what leaves it for the load.
            if core_rwlock::names::<Linux>(word as usize) && (*rw).writer.load(Ordering::Relaxed) == 0 {
                let before = core_rwlock::leave(word);
                if !is_only_read(before) {
                    return left_others(rw, before);
                }
                core_rwlock::forget_named::<Linux>(word as usize);
                return 0;
            }
        }
        unlock_general(rw)
    }
}

/// The caller has left a private object with this word, for whose waiters it may have been the last reader: they are
/// queued, or at the gate. The object may be gone then.
///
/// # Safety
/// `rw` was an rwlock, and is one if nobody held it.
#[cold]
#[inline(never)]
unsafe extern "C" fn left_others(rw: *mut RwLock, before: u32) -> c_int {
    // SAFETY: a place, not a value.
    let word = unsafe { &raw const (*rw).state };
    core_rwlock::forget::<Linux>(word as usize);
    if readers(before) == 0 {
        // It held none: another thread had given its lock back, and it gave it back again.
        // SAFETY: by the caller. Relaxed: nothing is published.
        unsafe { (*word).fetch_add(1, Ordering::Relaxed) };
        return libc::EPERM;
    }
    if !core_rwlock::was_last(before) {
        return 0;
    }
    if config::rwlocks_inherit() {
        Linux::wake(word);
    } else {
        core_rwlock::serve_or_defer::<Linux>(word as usize);
    }
    0
}

/// [`unlock`] of any object, of readers and writers, with or without waiters.
///
/// # Safety
/// As [`unlock`].
#[inline(never)]
unsafe extern "C" fn unlock_general(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller; a private one is valid.
    unsafe {
        if is_private(rw) && is_simple(Access::Write) && give_back_written(rw) {
            return 0;
        }
        let family = family(rw);
        if family == Family::Invalid {
            return libc::EINVAL;
        }
        if family == Family::Robust {
            return robust::unlock(rw.cast());
        }
        let word = &raw const (*rw).state;
        let now = (*word).load(Ordering::Relaxed); // Relaxed: as in `unlock`
        if now & WRITER == 0 {
            if readers(now) == 0 {
                return libc::EPERM;
            }
            core_rwlock::forget::<Linux>(word as usize);
            match family {
                Family::Kernel(scope) => return kernel::unlock_read(rw, scope),
                Family::Inherit => inherit::read_unlock::<Linux>(parts(rw)),
                _ if core_rwlock::was_last(core_rwlock::leave(word)) => {
                    core_rwlock::serve_or_defer::<Linux>(word as usize);
                }
                _ => {}
            }
            return 0;
        }
        if !is_writer(rw, family) {
            return libc::EPERM;
        }
        // Relaxed: published by the release.
        (*rw).writer.store(0, Ordering::Relaxed);
        if family == Family::Inherit {
            inherit::write_unlock::<Linux>(parts(rw));
            return 0;
        }
        if core_rwlock::write_unlock_fast(word) {
            return 0;
        }
        match family {
            Family::Kernel(scope) => kernel::unlock_write(rw, scope),
            _ => {
                core_rwlock::write_unlock_slow::<Linux>(word);
                0
            }
        }
    }
}
