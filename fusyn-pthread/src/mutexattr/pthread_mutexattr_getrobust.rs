//! `pthread_mutexattr_getrobust`, `pthread_mutexattr_getrobust_np`.

use core::ffi::c_int;

use super::{Attr, get};
use crate::abi::MutexAttr;

fn read(attr: Attr) -> c_int {
    if attr.is_robust() { libc::PTHREAD_MUTEX_ROBUST } else { libc::PTHREAD_MUTEX_STALLED }
}

/// Reads the robustness.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_getrobust(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}

/// The older name of [`pthread_mutexattr_getrobust`].
///
/// # Safety
/// As [`pthread_mutexattr_getrobust`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_getrobust_np(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
