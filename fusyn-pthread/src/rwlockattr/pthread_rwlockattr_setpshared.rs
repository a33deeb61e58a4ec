//! `pthread_rwlockattr_setpshared`.

use core::ffi::c_int;

use super::is_pshared;
use crate::abi::RwLockAttr;

/// Sets whether several processes may use the rwlock.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlockattr_setpshared(
    attr: *mut RwLockAttr,
    pshared: c_int,
) -> c_int {
    if attr.is_null() || !is_pshared(pshared) {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { (*attr).pshared = pshared };
    0
}
