//! `pthread_mutexattr_getprotocol`.

use core::ffi::c_int;

use super::{Attr, get};
use crate::abi::MutexAttr;

fn read(attr: Attr) -> c_int {
    attr.protocol() as c_int
}

/// Reads the protocol.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_getprotocol(
    attr: *const MutexAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
