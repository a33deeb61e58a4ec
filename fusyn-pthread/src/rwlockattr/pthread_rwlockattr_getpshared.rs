//! `pthread_rwlockattr_getpshared`.

use core::ffi::c_int;

use crate::abi::RwLockAttr;

/// Reads whether several processes may use the rwlock.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlockattr_getpshared(
    attr: *const RwLockAttr,
    result: *mut c_int,
) -> c_int {
    if attr.is_null() || result.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { result.write((*attr).pshared) };
    0
}
