//! `pthread_mutexattr_gettype`, `pthread_mutexattr_getkind_np`.

use core::ffi::c_int;

use super::{Attr, get};
use crate::abi::MutexAttr;

fn read(attr: Attr) -> c_int {
    attr.mutex_type()
}

/// Reads the type.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_gettype(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}

/// The older name of [`pthread_mutexattr_gettype`].
///
/// # Safety
/// As [`pthread_mutexattr_gettype`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_getkind_np(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
