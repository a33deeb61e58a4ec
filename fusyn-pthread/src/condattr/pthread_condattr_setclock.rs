//! `pthread_condattr_setclock`.

use core::ffi::c_int;

use super::{MONOTONIC, set};
use crate::abi::CondAttr;

/// Sets the clock of timed waits: `EINVAL` if it is neither realtime nor monotonic.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_condattr_setclock(
    attr: *mut CondAttr,
    clock: libc::clockid_t,
) -> c_int {
    let bits = match clock {
        libc::CLOCK_REALTIME => 0,
        libc::CLOCK_MONOTONIC => MONOTONIC,
        _ => return libc::EINVAL,
    };
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, MONOTONIC, bits) }
}
