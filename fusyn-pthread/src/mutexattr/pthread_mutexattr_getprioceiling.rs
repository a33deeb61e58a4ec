//! `pthread_mutexattr_getprioceiling`.

use core::ffi::c_int;

use super::{Attr, get};
use crate::abi::MutexAttr;
use crate::sched::ceilings;

fn read(attr: Attr) -> c_int {
    attr.ceiling().max(ceilings::MIN) as c_int
}

/// Reads the ceiling; the lowest if none was set.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_getprioceiling(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
