//! `pthread_condattr_getpshared`.

use core::ffi::c_int;

use super::{SHARED, get};
use crate::abi::CondAttr;

fn read(bits: u32) -> c_int {
    if bits & SHARED != 0 { libc::PTHREAD_PROCESS_SHARED } else { libc::PTHREAD_PROCESS_PRIVATE }
}

/// Reads whether several processes may use the condvar.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_condattr_getpshared(
    attr: *const CondAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
