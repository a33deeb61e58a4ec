//! `pthread_mutexattr_setpshared`.

use core::ffi::c_int;

use super::{SHARED, set};
use crate::abi::MutexAttr;

unsafe fn write(attr: *mut MutexAttr, pshared: c_int) -> c_int {
    let bits = match pshared {
        libc::PTHREAD_PROCESS_PRIVATE => 0,
        libc::PTHREAD_PROCESS_SHARED => SHARED,
        _ => return libc::EINVAL,
    };
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, SHARED, bits) }
}

/// Sets whether several processes may use the mutex.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_setpshared(attr: *mut MutexAttr, pshared: c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, pshared) }
}
