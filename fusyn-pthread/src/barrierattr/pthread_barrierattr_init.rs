//! `pthread_barrierattr_init`.

use core::ffi::c_int;

use crate::abi::BarrierAttr;

/// Sets every attribute to its default.
///
/// # Safety
/// `attr` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_barrierattr_init(attr: *mut BarrierAttr) -> c_int {
    if attr.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so writable.
    unsafe { (*attr).pshared = libc::PTHREAD_PROCESS_PRIVATE };
    0
}
