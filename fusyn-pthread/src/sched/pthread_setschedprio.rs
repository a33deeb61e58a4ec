//! `pthread_setschedprio`.

use core::ffi::{c_int, c_void};
use core::mem::transmute;

use super::raised::Kept;
use super::real::{Real, keeping_errno, tid_of};

type Function = unsafe extern "C" fn(libc::pthread_t, c_int) -> c_int;
static REAL: Real = Real::new(c"pthread_setschedprio");

/// Sets a thread's priority, then re-sorts it where it waits.
///
/// # Safety
/// As POSIX has it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_setschedprio(thread: libc::pthread_t, priority: c_int) -> c_int {
    let real = REAL.get();
    if real.is_null() {
        return libc::ENOSYS;
    }
    // SAFETY: the C library's function of this name has this type.
    let real = unsafe { transmute::<*mut c_void, Function>(real) };
    // SAFETY: forwarded from the caller.
    let result = keeping_errno(|| unsafe { real(thread, priority) });
    if result == 0
        && let Some(tid) = tid_of(thread)
    {
        super::changed(tid, Kept::POLICY);
    }
    result
}
