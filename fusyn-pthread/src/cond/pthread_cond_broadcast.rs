//! `pthread_cond_broadcast`.

use core::ffi::c_int;

use crate::abi::Cond;

/// Wakes every waiter.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_broadcast(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::broadcast(c) }
}
