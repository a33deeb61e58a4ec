//! `fusyn_rwlockattr_getprotocol`.

use core::ffi::c_int;

use super::get;
use crate::abi::{RW_ATTR_INHERIT, RwLockAttr};

/// Reads whether the writer inherits priority: `PTHREAD_PRIO_NONE` or `PTHREAD_PRIO_INHERIT`.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_rwlockattr_getprotocol(
    attr: *const RwLockAttr,
    result: *mut c_int,
) -> c_int {
    let values = [libc::PTHREAD_PRIO_NONE, libc::PTHREAD_PRIO_INHERIT];
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, RW_ATTR_INHERIT, values, result) }
}
