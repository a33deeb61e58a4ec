//! `fusyn_mutexattr_getunlock`.

use core::ffi::c_int;

use super::get;
use crate::abi::MutexAttr;

/// Reads how mutexes made with these attributes are released: 0 auto (the default), 1 serial, 2 parallel.
///
/// * Blocking: never.
/// * Errors: `EINVAL`, a null pointer.
/// * Source: RTNPTL's `pthread_mutexattr_getunlock_np`.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutexattr_getunlock(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, |attr| attr.unlock_type() as c_int) }
}
