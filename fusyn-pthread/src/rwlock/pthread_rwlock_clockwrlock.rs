//! `pthread_rwlock_clockwrlock`.

use core::ffi::c_int;

use fusyn_core::rwlock::Access;

use crate::abi::RwLock;
use crate::time;

/// Takes the write lock, waiting until an instant of the realtime or the monotonic clock.
///
/// # Safety
/// `rw` must be null or point to an rwlock, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_clockwrlock(
    rw: *mut RwLock,
    clock: libc::clockid_t,
    at: *const libc::timespec,
) -> c_int {
    match time::clock(clock) {
        // SAFETY: forwarded from the caller.
        Some(clock) => unsafe { super::lock_until(rw, Access::Write, clock, at) },
        None => libc::EINVAL,
    }
}
