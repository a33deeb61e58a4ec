//! `mtx_*`.

use core::ffi::c_int;

use fusyn_sys::Clock;

use super::{ERROR, code};
use crate::abi::{Mutex, MutexAttr, TYPE_NORMAL, TYPE_RECURSIVE};
use crate::{mutex, time};

const RECURSIVE: c_int = 1;
const TIMED: c_int = 2;

/// Makes a mutex: plain, timed or recursive; every mutex can be waited for with a time.
///
/// # Safety
/// `m` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mtx_init(m: *mut Mutex, kind: c_int) -> c_int {
    if kind & !(RECURSIVE | TIMED) != 0 {
        return ERROR;
    }
    let mutex_type = if kind & RECURSIVE != 0 { TYPE_RECURSIVE } else { TYPE_NORMAL };
    let attr = MutexAttr { bits: mutex_type as u32 };
    // SAFETY: forwarded from the caller.
    code(unsafe { mutex::init(m, &raw const attr) })
}

/// Destroys a mutex.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mtx_destroy(m: *mut Mutex) {
    // SAFETY: forwarded from the caller.
    unsafe { mutex::destroy(m) };
}

/// Locks a mutex.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mtx_lock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { mutex::lock(m, None) })
}

/// Locks a mutex, waiting until an instant of the realtime clock.
///
/// # Safety
/// `m` must be null or point to a mutex, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mtx_timedlock(m: *mut Mutex, at: *const libc::timespec) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { mutex::lock_until(m, time::read(Clock::Realtime, at)) })
}

/// Locks a mutex if that needs no wait.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mtx_trylock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { mutex::try_lock(m) })
}

/// Unlocks a mutex.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mtx_unlock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    code(unsafe { mutex::unlock(m) })
}
