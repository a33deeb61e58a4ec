//! `pthread_barrierattr_setpshared`.

use core::ffi::c_int;

use crate::abi::BarrierAttr;

/// Sets whether several processes may use the barrier.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_barrierattr_setpshared(
    attr: *mut BarrierAttr,
    pshared: c_int,
) -> c_int {
    if attr.is_null() || !super::is_valid(pshared) {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { (*attr).pshared = pshared };
    0
}
