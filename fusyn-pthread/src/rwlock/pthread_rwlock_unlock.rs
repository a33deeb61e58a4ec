//! `pthread_rwlock_unlock`, `__pthread_rwlock_unlock`.

use core::ffi::c_int;

use crate::abi::RwLock;

/// Gives the caller's read or write lock back: `EPERM` if it holds neither, as far as that can be told.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_unlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::unlock(rw) }
}

/// The C library's other name for [`pthread_rwlock_unlock`].
///
/// # Safety
/// As [`pthread_rwlock_unlock`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_rwlock_unlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_rwlock_unlock(rw) }
}
