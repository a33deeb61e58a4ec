//! Condition variables: which algorithm serves which object. Each C function has a file of its own name.
//!
//! Private ones wait in fuqueues ([`private`]); shared ones, and all with `FUSYN_BACKEND=kernel`, on kernel
//! futexes in the object ([`shared`]).

pub(crate) mod private;
pub(crate) mod shared;

mod pthread_cond_broadcast;
mod pthread_cond_clockwait;
mod pthread_cond_destroy;
mod pthread_cond_init;
mod pthread_cond_signal;
mod pthread_cond_timedwait;
mod pthread_cond_wait;

pub(crate) use pthread_cond_destroy::destroy;
pub(crate) use pthread_cond_init::init;

use core::ffi::c_int;

use fusyn_core::sync::Ordering;
use fusyn_sys::futex::Scope;
use fusyn_sys::{Clock, Deadline};

use crate::abi::{COND_MONOTONIC, COND_SHARED, COND_SHARED_MAGIC, Cond, Mutex};
use crate::config;
use crate::{cancel, mutex, time};

/// Which algorithm serves an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Private,
    Kernel(Scope),
    /// Destroyed, not initialised, or made by a process without fusyn: every call gives `EINVAL`.
    Invalid,
}

/// The last half of `reserved[2]`: in a condvar that glibc has initialised as shared, or that waits on the
/// monotonic clock, it is not zero.
const GLIBC_FLAGS: u32 = 32;

/// # Safety
/// `c` must be null or point to a condvar.
#[inline(always)]
unsafe fn family(c: *mut Cond) -> Family {
    if c.is_null() {
        return Family::Invalid;
    }
    // SAFETY: not null, so a condvar. Relaxed: read-only after init.
    let (flags, magic, foreign) = unsafe {
        (
            (*c).flags.load(Ordering::Relaxed),
            (*c).magic.load(Ordering::Relaxed),
            (*c).reserved[2] >> GLIBC_FLAGS,
        )
    };
    if flags & !(COND_SHARED | COND_MONOTONIC) != 0 || foreign != 0 {
        Family::Invalid
    } else if flags & COND_SHARED != 0 {
        if magic == COND_SHARED_MAGIC { Family::Kernel(Scope::Shared) } else { Family::Invalid }
    } else if config::waits_in_kernel() {
        Family::Kernel(Scope::Private)
    } else {
        Family::Private
    }
}

/// The clock of timed waits.
///
/// # Safety
/// `c` must be null or point to a condvar.
unsafe fn clock_of(c: *mut Cond) -> Clock {
    // SAFETY: not null where it is read. Relaxed: read-only after init.
    if !c.is_null() && unsafe { (*c).flags.load(Ordering::Relaxed) } & COND_MONOTONIC != 0 {
        Clock::Monotonic
    } else {
        Clock::Realtime
    }
}

/// Waits; a cancellation point.
///
/// # Safety
/// `c` and `m` must be null or point to a condvar and a mutex.
pub(crate) unsafe fn wait(c: *mut Cond, m: *mut Mutex, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let family = family(c);
        if family == Family::Invalid || !mutex::is_valid(mutex::kind_of(m)) {
            return libc::EINVAL;
        }
        cancel::test();
        match family {
            Family::Private => private::wait(c, m, deadline),
            Family::Kernel(scope) => shared::wait(c, m, deadline, scope),
            Family::Invalid => libc::EINVAL,
        }
    }
}

/// Waits until a caller's time on `clock`; a cancellation point.
///
/// # Safety
/// As [`wait`]; `at` must be null or readable.
pub(crate) unsafe fn wait_until(
    c: *mut Cond,
    m: *mut Mutex,
    clock: Clock,
    at: *const libc::timespec,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match time::read(clock, at) {
            time::Asked::Until(deadline) => wait(c, m, Some(&deadline)),
            time::Asked::Invalid => libc::EINVAL,
        }
    }
}

/// Waits until a caller's time on the condvar's clock.
///
/// # Safety
/// As [`wait_until`].
pub(crate) unsafe fn wait_timed(c: *mut Cond, m: *mut Mutex, at: *const libc::timespec) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { wait_until(c, m, clock_of(c), at) }
}

/// Wakes one waiter, if there is one.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[inline(always)]
pub(crate) unsafe fn signal(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match family(c) {
            Family::Private => {
                cancel::whole(|| private::signal(c));
                0
            }
            Family::Kernel(scope) => cancel::whole(|| shared::signal(c, scope)),
            Family::Invalid => libc::EINVAL,
        }
    }
}

/// Wakes every waiter.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[inline(always)]
pub(crate) unsafe fn broadcast(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match family(c) {
            Family::Private => {
                cancel::whole(|| private::broadcast(c));
                0
            }
            Family::Kernel(scope) => cancel::whole(|| shared::broadcast(c, scope)),
            Family::Invalid => libc::EINVAL,
        }
    }
}
