//! `pthread_rwlockattr_getkind_np`.

use core::ffi::c_int;

use super::kind_of;
use crate::abi::RwLockAttr;

/// Reads whom the rwlock prefers.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlockattr_getkind_np(
    attr: *const RwLockAttr,
    result: *mut c_int,
) -> c_int {
    if attr.is_null() || result.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { result.write(kind_of((*attr).kind)) };
    0
}
