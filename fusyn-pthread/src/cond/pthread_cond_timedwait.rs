//! `pthread_cond_timedwait`.

use core::ffi::c_int;

use crate::abi::{Cond, Mutex};

/// Waits until a signal, a broadcast or an instant of the condvar's clock. A cancellation point.
///
/// # Safety
/// `c` and `m` must be null or point to a condvar and a mutex, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_timedwait(
    c: *mut Cond,
    m: *mut Mutex,
    at: *const libc::timespec,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::wait_timed(c, m, at) }
}
