//! `pthread_cond_signal`.

use core::ffi::c_int;

use crate::abi::Cond;

/// Wakes one waiter, the highest in priority and the oldest among equals.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_signal(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::signal(c) }
}
