//! `pthread_mutexattr_init`, `__pthread_mutexattr_init`.

use core::ffi::c_int;

use super::set;
use crate::abi::MutexAttr;

/// Sets every attribute to its default.
///
/// # Safety
/// `attr` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_init(attr: *mut MutexAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, u32::MAX, 0) }
}

/// The C library's other name for [`pthread_mutexattr_init`].
///
/// # Safety
/// As [`pthread_mutexattr_init`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutexattr_init(attr: *mut MutexAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, u32::MAX, 0) }
}
