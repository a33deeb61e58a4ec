//! `pthread_condattr_init`.

use core::ffi::c_int;

use super::set;
use crate::abi::CondAttr;

/// Sets every attribute to its default.
///
/// # Safety
/// `attr` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_condattr_init(attr: *mut CondAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, u32::MAX, 0) }
}
