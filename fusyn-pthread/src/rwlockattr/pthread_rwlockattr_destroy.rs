//! `pthread_rwlockattr_destroy`.

use core::ffi::c_int;

use crate::abi::RwLockAttr;

/// Nothing to give up; programs that use destroyed attributes find them as they were, as with glibc.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlockattr_destroy(attr: *mut RwLockAttr) -> c_int {
    if attr.is_null() { libc::EINVAL } else { 0 }
}
