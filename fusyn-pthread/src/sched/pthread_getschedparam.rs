//! `pthread_getschedparam`.

use core::ffi::{c_int, c_void};
use core::mem::transmute;

use super::raised;
use super::real::{Real, keeping_errno, tid_of};

type Function = unsafe extern "C" fn(libc::pthread_t, *mut c_int, *mut libc::sched_param) -> c_int;
static REAL: Real = Real::new(c"pthread_getschedparam");

/// Reads what a thread was set to: a ceiling that it stands under just now does not show.
///
/// # Safety
/// As POSIX has it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_getschedparam(
    thread: libc::pthread_t,
    policy: *mut c_int,
    param: *mut libc::sched_param,
) -> c_int {
    if let Some(base) = tid_of(thread).and_then(raised::base_of) {
        // SAFETY: both results are writable, by the caller.
        unsafe {
            policy.write(base.plain_policy());
            (*param).sched_priority = base.priority;
        }
        return 0;
    }
    let real = REAL.get();
    if real.is_null() {
        return libc::ENOSYS;
    }
    // SAFETY: the C library's function of this name has this type.
    let real = unsafe { transmute::<*mut c_void, Function>(real) };
    // SAFETY: forwarded from the caller.
    keeping_errno(|| unsafe { real(thread, policy, param) })
}
