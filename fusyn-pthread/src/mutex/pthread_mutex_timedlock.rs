//! `pthread_mutex_timedlock`.

use core::ffi::c_int;

use fusyn_sys::Clock;

use crate::abi::Mutex;
use crate::time;

/// Locks a mutex, waiting until an instant of the realtime clock. Not a cancellation point.
///
/// # Safety
/// `m` must be null or point to a mutex, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_timedlock(m: *mut Mutex, at: *const libc::timespec) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::lock_until(m, time::read(Clock::Realtime, at)) }
}
