//! `pthread_mutex_lock`, `__pthread_mutex_lock`.

use core::ffi::c_int;

use super::fast;
use crate::abi::Mutex;

/// Locks a mutex. Not a cancellation point.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_lock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { fast::lock(m) }
}

/// The C library's other name for [`pthread_mutex_lock`].
///
/// # Safety
/// As [`pthread_mutex_lock`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutex_lock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_mutex_lock(m) }
}
