//! `pthread_setschedparam`.

use core::ffi::{c_int, c_void};
use core::mem::transmute;

use super::raised::Kept;
use super::real::{Real, keeping_errno, tid_of};

type Function = unsafe extern "C" fn(libc::pthread_t, c_int, *const libc::sched_param) -> c_int;
static REAL: Real = Real::new(c"pthread_setschedparam");

/// Sets a thread's policy and priority, then re-sorts it where it waits.
///
/// # Safety
/// As POSIX has it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_setschedparam(
    thread: libc::pthread_t,
    policy: c_int,
    param: *const libc::sched_param,
) -> c_int {
    let real = REAL.get();
    if real.is_null() {
        return libc::ENOSYS;
    }
    // SAFETY: the C library's function of this name has this type.
    let real = unsafe { transmute::<*mut c_void, Function>(real) };
    // SAFETY: forwarded from the caller.
    let result = keeping_errno(|| unsafe { real(thread, policy, param) });
    if result == 0
        && let Some(tid) = tid_of(thread)
    {
        super::changed(tid, Kept::NOTHING);
    }
    result
}
