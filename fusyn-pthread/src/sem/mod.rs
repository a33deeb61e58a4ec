//! Semaphores: which algorithm serves which object. Each C function has a file of its own name.
//!
//! Private ones that our `sem_init` made wait in fuqueues ([`private`]). All others have glibc's layout and
//! follow its protocol on kernel futexes ([`kernel`]): shared and named ones, which processes without fusyn
//! may use too, private ones with `FUSYN_BACKEND=kernel`, and zeroed memory.
//!
//! What is free of waiting is one for all: the value is the low half of the first word in both layouts,
//! and a post need not look further while the high half is 0.

mod kernel;
mod private;

mod sem_clockwait;
mod sem_close;
mod sem_destroy;
mod sem_getvalue;
mod sem_init;
mod sem_open;
mod sem_post;
mod sem_timedwait;
mod sem_trywait;
mod sem_unlink;
mod sem_wait;

use core::ffi::c_int;

use fusyn_core::semaphore;
use fusyn_core::sync::Ordering;
use fusyn_sys::futex::Scope;
use fusyn_sys::{Clock, Deadline};

use crate::abi::{SEM_PRIVATE, SEM_QUEUE, SEM_SHARED, Sem};
use crate::{cancel, time};

/// Which algorithm serves an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Queue,
    Kernel(Scope),
    /// Destroyed or not initialised.
    Invalid,
}

/// # Safety
/// `s` must point to a semaphore.
unsafe fn family(s: *mut Sem) -> Family {
    // SAFETY: forwarded from the caller. Relaxed: read-only after init.
    match unsafe { (*s).private.load(Ordering::Relaxed) } {
        SEM_QUEUE => Family::Queue,
        SEM_PRIVATE => Family::Kernel(Scope::Private),
        SEM_SHARED => Family::Kernel(Scope::Shared),
        _ => Family::Invalid,
    }
}

/// Null, or not aligned as a `sem_t` is: one comparison, with the low bits rotated to the top.
#[inline(always)]
fn is_bad(s: *const Sem) -> bool {
    s.is_null() || !s.is_aligned()
}

/// The semaphore functions' way to report an error.
#[cold]
#[inline(never)]
fn fail(error: c_int) -> c_int {
    // SAFETY: the calling thread's `errno` lives as long as the thread.
    unsafe { *libc::__errno_location() = error };
    -1
}

/// Takes one from the value, waiting if it is 0; a cancellation point.
///
/// # Safety
/// `s` must be null or point to a semaphore.
#[inline(always)]
unsafe fn wait(s: *mut Sem) -> c_int {
    if is_bad(s) {
        return fail(libc::EINVAL);
    }
    cancel::test();
    // SAFETY: not null, so a semaphore.
    unsafe { if semaphore::try_wait_once(&raw const (*s).data) { 0 } else { wait_slow(s, None) } }
}

/// Takes one from the value, waiting until a caller's time on `clock`; a cancellation point. The time need
/// be valid only if the caller would have to wait.
///
/// # Safety
/// As [`wait`]; `at` must be null or readable.
unsafe fn wait_until(s: *mut Sem, clock: Clock, at: *const libc::timespec) -> c_int {
    if is_bad(s) {
        return fail(libc::EINVAL);
    }
    cancel::test();
    // SAFETY: not null, so a semaphore; `at` is forwarded.
    unsafe {
        if semaphore::try_wait(&raw const (*s).data) {
            return 0;
        }
        match time::read(clock, at) {
            time::Asked::Until(deadline) => wait_slow(s, Some(&deadline)),
            time::Asked::Invalid => fail(libc::EINVAL),
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn wait_slow(s: *mut Sem, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: a semaphore, by the caller.
    let error = unsafe {
        match family(s) {
            // Again and again, if it is other threads' exchanges that were in the way.
            _ if semaphore::try_wait(&raw const (*s).data) => 0,
            Family::Queue => private::wait(s, deadline),
            Family::Kernel(scope) => kernel::wait(s, deadline, scope),
            Family::Invalid => libc::EINVAL,
        }
    };
    if error == 0 { 0 } else { fail(error) }
}
