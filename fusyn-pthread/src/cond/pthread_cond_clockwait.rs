//! `pthread_cond_clockwait`.

use core::ffi::c_int;

use crate::abi::{Cond, Mutex};
use crate::time;

/// Waits until a signal, a broadcast or an instant of the given clock. A cancellation point.
///
/// # Safety
/// `c` and `m` must be null or point to a condvar and a mutex, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_clockwait(
    c: *mut Cond,
    m: *mut Mutex,
    clock: libc::clockid_t,
    at: *const libc::timespec,
) -> c_int {
    match time::clock(clock) {
        // SAFETY: forwarded from the caller.
        Some(clock) => unsafe { super::wait_until(c, m, clock, at) },
        None => libc::EINVAL,
    }
}
