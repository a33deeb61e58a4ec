//! `pthread_condattr_destroy`.

use core::ffi::c_int;

use crate::abi::CondAttr;

/// Nothing to give up; programs that use destroyed attributes find them as they were, as with glibc.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_condattr_destroy(attr: *mut CondAttr) -> c_int {
    if attr.is_null() { libc::EINVAL } else { 0 }
}
