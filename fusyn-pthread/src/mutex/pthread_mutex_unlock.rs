//! `pthread_mutex_unlock`, `__pthread_mutex_unlock`.

use core::ffi::c_int;

use super::fast;
use crate::abi::Mutex;

/// Unlocks a mutex; nothing of it is touched after the release.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_unlock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { fast::unlock(m) }
}

/// The C library's other name for [`pthread_mutex_unlock`].
///
/// # Safety
/// As [`pthread_mutex_unlock`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutex_unlock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_mutex_unlock(m) }
}
