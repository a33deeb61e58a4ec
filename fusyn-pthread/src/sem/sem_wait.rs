//! `sem_wait`.

use core::ffi::c_int;

use crate::abi::Sem;

/// Takes one from the value, waiting while it is 0. A cancellation point. `EINTR` after a signal handler
/// that was installed without `SA_RESTART` (docs/compatibility.md has the limits).
///
/// # Safety
/// `s` must be null or point to a semaphore.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn sem_wait(s: *mut Sem) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { super::wait(s) }
}
