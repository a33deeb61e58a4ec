//! `pthread_mutexattr_destroy`, `__pthread_mutexattr_destroy`.

use core::ffi::c_int;

use crate::abi::MutexAttr;

/// Nothing to give up; programs that use destroyed attributes find them as they were, as with glibc.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_destroy(attr: *mut MutexAttr) -> c_int {
    if attr.is_null() { libc::EINVAL } else { 0 }
}

/// The C library's other name for [`pthread_mutexattr_destroy`].
///
/// # Safety
/// As [`pthread_mutexattr_destroy`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutexattr_destroy(attr: *mut MutexAttr) -> c_int {
    if attr.is_null() { libc::EINVAL } else { 0 }
}
