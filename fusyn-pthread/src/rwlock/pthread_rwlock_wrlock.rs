//! `pthread_rwlock_wrlock`, `__pthread_rwlock_wrlock`.

use core::ffi::c_int;

use fusyn_core::rwlock::Access;

use crate::abi::RwLock;

/// Takes the write lock. Not a cancellation point.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_wrlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::lock(rw, Access::Write) }
}

/// The C library's other name for [`pthread_rwlock_wrlock`].
///
/// # Safety
/// As [`pthread_rwlock_wrlock`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_rwlock_wrlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_rwlock_wrlock(rw) }
}
