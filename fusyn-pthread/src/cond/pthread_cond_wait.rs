//! `pthread_cond_wait`.

use core::ffi::c_int;

use crate::abi::{Cond, Mutex};

/// Waits until a signal or a broadcast. A cancellation point: the caller's cleanup handlers run with the
/// mutex locked.
///
/// # Safety
/// `c` and `m` must be null or point to a condvar and a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_wait(c: *mut Cond, m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::wait(c, m, None) }
}
