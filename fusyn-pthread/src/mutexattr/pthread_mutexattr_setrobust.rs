//! `pthread_mutexattr_setrobust`, `pthread_mutexattr_setrobust_np`.

use core::ffi::c_int;

use super::{ROBUST, set};
use crate::abi::MutexAttr;

unsafe fn write(attr: *mut MutexAttr, robustness: c_int) -> c_int {
    let bits = match robustness {
        libc::PTHREAD_MUTEX_STALLED => 0,
        libc::PTHREAD_MUTEX_ROBUST => ROBUST,
        _ => return libc::EINVAL,
    };
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, ROBUST, bits) }
}

/// Sets the robustness: `EINVAL` if it is none.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_setrobust(
    attr: *mut MutexAttr,
    robustness: c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, robustness) }
}

/// The other name of [`pthread_mutexattr_setrobust`].
///
/// # Safety
/// As [`pthread_mutexattr_setrobust`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_setrobust_np(
    attr: *mut MutexAttr,
    robustness: c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, robustness) }
}
