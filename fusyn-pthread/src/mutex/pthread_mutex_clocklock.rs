//! `pthread_mutex_clocklock`.

use core::ffi::c_int;

use crate::abi::Mutex;
use crate::time;

/// Locks a mutex, waiting until an instant of the realtime or the monotonic clock.
///
/// # Safety
/// `m` must be null or point to a mutex, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_clocklock(
    m: *mut Mutex,
    clock: libc::clockid_t,
    at: *const libc::timespec,
) -> c_int {
    match time::clock(clock) {
        // SAFETY: forwarded from the caller.
        Some(clock) => unsafe { super::lock_until(m, time::read(clock, at)) },
        None => libc::EINVAL,
    }
}
