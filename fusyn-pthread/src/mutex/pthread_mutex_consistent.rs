//! `pthread_mutex_consistent`, `pthread_mutex_consistent_np`.

use core::ffi::c_int;

use super::{Family, family, kind_of, robust};
use crate::abi::{KIND_ROBUST, Mutex};

unsafe fn consistent(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        if family(kind) == Family::Invalid || kind & KIND_ROBUST == 0 {
            return libc::EINVAL;
        }
        robust::make_consistent(m)
    }
}

/// Makes a robust mutex consistent that its caller took with `EOWNERDEAD`.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_consistent(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { consistent(m) }
}

/// The older name of [`pthread_mutex_consistent`].
///
/// # Safety
/// As [`pthread_mutex_consistent`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_consistent_np(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { consistent(m) }
}
