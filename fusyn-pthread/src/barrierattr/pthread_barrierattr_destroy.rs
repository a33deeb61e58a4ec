//! `pthread_barrierattr_destroy`.

use core::ffi::c_int;

use crate::abi::BarrierAttr;

/// Nothing to give up.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_barrierattr_destroy(attr: *mut BarrierAttr) -> c_int {
    if attr.is_null() { libc::EINVAL } else { 0 }
}
