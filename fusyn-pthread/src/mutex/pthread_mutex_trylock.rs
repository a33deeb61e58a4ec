//! `pthread_mutex_trylock`, `__pthread_mutex_trylock`.

use core::ffi::c_int;

use crate::abi::Mutex;

/// Locks a mutex if that needs no wait.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_trylock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::try_lock(m) }
}

/// The C library's other name for [`pthread_mutex_trylock`].
///
/// # Safety
/// As [`pthread_mutex_trylock`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutex_trylock(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::try_lock(m) }
}
