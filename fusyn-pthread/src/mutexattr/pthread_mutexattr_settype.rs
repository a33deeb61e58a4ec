//! `pthread_mutexattr_settype`, `__pthread_mutexattr_settype`, `pthread_mutexattr_setkind_np`.

use core::ffi::c_int;

use super::{KIND, set};
use crate::abi::{MutexAttr, TYPE_ADAPTIVE, TYPE_NORMAL};

unsafe fn write(attr: *mut MutexAttr, mutex_type: c_int) -> c_int {
    if !(TYPE_NORMAL..=TYPE_ADAPTIVE).contains(&mutex_type) {
        return libc::EINVAL;
    }
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, KIND, mutex_type as u32) }
}

/// Sets the type: `EINVAL` if it is none.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_settype(attr: *mut MutexAttr, mutex_type: c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, mutex_type) }
}

/// The other name of [`pthread_mutexattr_settype`].
///
/// # Safety
/// As [`pthread_mutexattr_settype`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutexattr_settype(
    attr: *mut MutexAttr,
    mutex_type: c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, mutex_type) }
}

/// The other name of [`pthread_mutexattr_settype`].
///
/// # Safety
/// As [`pthread_mutexattr_settype`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_setkind_np(
    attr: *mut MutexAttr,
    mutex_type: c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, mutex_type) }
}
