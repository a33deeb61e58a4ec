//! `pthread_mutexattr_setprioceiling`.

use core::ffi::c_int;

use super::{CEILING, CEILING_SHIFT, set};
use crate::abi::MutexAttr;
use crate::sched::ceilings;

unsafe fn write(attr: *mut MutexAttr, prioceiling: c_int) -> c_int {
    if !(ceilings::MIN as c_int..=ceilings::MAX as c_int).contains(&prioceiling) {
        return libc::EINVAL;
    }
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, CEILING, (prioceiling as u32) << CEILING_SHIFT) }
}

/// Sets the ceiling: `EINVAL` outside the FIFO priorities.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_setprioceiling(
    attr: *mut MutexAttr,
    prioceiling: c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, prioceiling) }
}
