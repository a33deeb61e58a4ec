//! Private condvars.

use core::ffi::c_int;

use fusyn_sys::Deadline;
use fusyn_sys::futex::Scope;

use super::shared;
use crate::abi::{Cond, Mutex};

/// Waits.
///
/// # Safety
/// `c` must point to a private condvar, `m` be null or point to a mutex.
pub(crate) unsafe extern "C-unwind" fn wait(
    c: *mut Cond,
    m: *mut Mutex,
    deadline: Option<&Deadline>,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { shared::wait(c, m, deadline, Scope::Private) }
}

/// Wakes one waiter, if there is one.
///
/// # Safety
/// `c` must point to a private condvar.
pub(crate) unsafe fn signal(c: *mut Cond) {
    // SAFETY: forwarded from the caller.
    unsafe { shared::signal(c, Scope::Private) };
}

/// Wakes every waiter.
///
/// # Safety
/// `c` must point to a private condvar.
pub(crate) unsafe fn broadcast(c: *mut Cond) {
    // SAFETY: forwarded from the caller.
    unsafe { shared::broadcast(c, Scope::Private) };
}
