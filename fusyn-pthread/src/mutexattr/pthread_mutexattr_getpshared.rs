//! `pthread_mutexattr_getpshared`.

use core::ffi::c_int;

use super::{Attr, get};
use crate::abi::MutexAttr;

fn read(attr: Attr) -> c_int {
    if attr.is_shared() { libc::PTHREAD_PROCESS_SHARED } else { libc::PTHREAD_PROCESS_PRIVATE }
}

/// Reads whether several processes may use the mutex.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_getpshared(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
