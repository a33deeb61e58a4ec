//! `pthread_rwlock_timedrdlock`.

use core::ffi::c_int;

use fusyn_core::rwlock::Access;
use fusyn_sys::Clock;

use crate::abi::RwLock;

/// Takes a read lock, waiting until an instant of the realtime clock. Not a cancellation point.
///
/// # Safety
/// `rw` must be null or point to an rwlock, `at` be null or readable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_timedrdlock(
    rw: *mut RwLock,
    at: *const libc::timespec,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::lock_until(rw, Access::Read, Clock::Realtime, at) }
}
