//! `sem_clockwait`.

use core::ffi::c_int;

use crate::abi::Sem;
use crate::time;

/// Takes one from the value, waiting until an instant of the given clock: `EINVAL` for one that is neither
/// realtime nor monotonic. A cancellation point.
///
/// # Safety
/// `s` must be null or point to a semaphore, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn sem_clockwait(
    s: *mut Sem,
    clock: libc::clockid_t,
    at: *const libc::timespec,
) -> c_int {
    match time::clock(clock) {
        // SAFETY: forwarded from the caller.
        Some(clock) => unsafe { super::wait_until(s, clock, at) },
        None => super::fail(libc::EINVAL),
    }
}
