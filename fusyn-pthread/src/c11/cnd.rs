//! `cnd_*`.

use core::ffi::c_int;
use core::ptr;

use fusyn_sys::Clock;

use super::code;
use crate::abi::{Cond, Mutex};
use crate::cond;

/// Makes a condvar.
///
/// # Safety
/// `c` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cnd_init(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { cond::init(c, ptr::null()) })
}

/// Destroys a condvar.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cnd_destroy(c: *mut Cond) {
    // SAFETY: forwarded from the caller.
    unsafe { cond::destroy(c) };
}

/// Wakes one waiter.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn cnd_signal(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { cond::signal(c) })
}

/// Wakes every waiter.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn cnd_broadcast(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { cond::broadcast(c) })
}

/// Waits until a signal or a broadcast. A cancellation point.
///
/// # Safety
/// `c` and `m` must be null or point to a condvar and a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn cnd_wait(c: *mut Cond, m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { cond::wait(c, m, None) })
}

/// Waits until a signal, a broadcast or an instant of the realtime clock. A cancellation point.
///
/// # Safety
/// `c` and `m` must be null or point to a condvar and a mutex, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn cnd_timedwait(
    c: *mut Cond,
    m: *mut Mutex,
    at: *const libc::timespec,
) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { cond::wait_until(c, m, Clock::Realtime, at) })
}
