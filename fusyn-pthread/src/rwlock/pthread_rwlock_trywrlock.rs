//! `pthread_rwlock_trywrlock`, `__pthread_rwlock_trywrlock`.

use core::ffi::c_int;

use fusyn_core::rwlock::Access;

use crate::abi::RwLock;

/// Takes the write lock if that needs no wait.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_trywrlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::try_lock(rw, Access::Write) }
}

/// The C library's other name for [`pthread_rwlock_trywrlock`].
///
/// # Safety
/// As [`pthread_rwlock_trywrlock`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_rwlock_trywrlock(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_rwlock_trywrlock(rw) }
}
