//! `sem_timedwait`.

use core::ffi::c_int;

use fusyn_sys::Clock;

use crate::abi::Sem;

/// Takes one from the value, waiting until an instant of the realtime clock. A cancellation point.
///
/// # Safety
/// `s` must be null or point to a semaphore, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn sem_timedwait(s: *mut Sem, at: *const libc::timespec) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::wait_until(s, Clock::Realtime, at) }
}
