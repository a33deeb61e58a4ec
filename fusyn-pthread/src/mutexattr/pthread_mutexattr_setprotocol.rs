//! `pthread_mutexattr_setprotocol`.

use core::ffi::c_int;

use super::{PROTOCOL, PROTOCOL_SHIFT, set};
use crate::abi::MutexAttr;

unsafe fn write(attr: *mut MutexAttr, protocol: c_int) -> c_int {
    if !(libc::PTHREAD_PRIO_NONE..=libc::PTHREAD_PRIO_PROTECT).contains(&protocol) {
        return libc::EINVAL;
    }
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, PROTOCOL, (protocol as u32) << PROTOCOL_SHIFT) }
}

/// Sets the protocol: `EINVAL` if it is none.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutexattr_setprotocol(
    attr: *mut MutexAttr,
    protocol: c_int,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { write(attr, protocol) }
}
