//! `pthread_condattr_getclock`.

use core::ffi::c_int;

use super::{MONOTONIC, get};
use crate::abi::CondAttr;

fn read(bits: u32) -> c_int {
    if bits & MONOTONIC != 0 { libc::CLOCK_MONOTONIC } else { libc::CLOCK_REALTIME }
}

/// Reads the clock of timed waits.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_condattr_getclock(
    attr: *const CondAttr,
    result: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { get(attr, result, read) }
}
