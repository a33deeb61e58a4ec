//! `fusyn_rwlockattr_getrobust`.

use core::ffi::c_int;

use super::get;
use crate::abi::{RW_ATTR_ROBUST, RwLockAttr};

/// Reads whether the rwlock is robust: `PTHREAD_MUTEX_STALLED` or `PTHREAD_MUTEX_ROBUST`.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_rwlockattr_getrobust(
    attr: *const RwLockAttr,
    result: *mut c_int,
) -> c_int {
    let values = [libc::PTHREAD_MUTEX_STALLED, libc::PTHREAD_MUTEX_ROBUST];
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, RW_ATTR_ROBUST, values, result) }
}
