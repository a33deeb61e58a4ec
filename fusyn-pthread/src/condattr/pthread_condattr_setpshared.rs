//! `pthread_condattr_setpshared`.

use core::ffi::c_int;

use super::{SHARED, set};
use crate::abi::CondAttr;

/// Sets whether several processes may use the condvar.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_condattr_setpshared(attr: *mut CondAttr, pshared: c_int) -> c_int {
    let bits = match pshared {
        libc::PTHREAD_PROCESS_PRIVATE => 0,
        libc::PTHREAD_PROCESS_SHARED => SHARED,
        _ => return libc::EINVAL,
    };
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, SHARED, bits) }
}
