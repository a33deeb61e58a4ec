//! `sched_setscheduler`, `__sched_setscheduler`.

use core::ffi::{c_int, c_void};
use core::mem::transmute;

use super::raised::Kept;
use super::real::Real;

type Function = unsafe extern "C" fn(libc::pid_t, c_int, *const libc::sched_param) -> c_int;
static REAL: Real = Real::new(c"sched_setscheduler");

unsafe fn set(pid: libc::pid_t, policy: c_int, param: *const libc::sched_param) -> c_int {
    let real = REAL.get();
    if real.is_null() {
        return -1;
    }
    // SAFETY: the C library's function of this name has this type; arguments from the caller.
    let result = unsafe { transmute::<*mut c_void, Function>(real)(pid, policy, param) };
    if result != -1 {
        super::changed(pid as u32, Kept::NOTHING);
    }
    result
}

/// Sets the policy and priority of a thread by its kernel id, then re-sorts it where it waits; an
/// error is told by `errno`, as POSIX has it.
///
/// # Safety
/// As POSIX has it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sched_setscheduler(
    pid: libc::pid_t,
    policy: c_int,
    param: *const libc::sched_param,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { set(pid, policy, param) }
}

/// The other name of [`sched_setscheduler`].
///
/// # Safety
/// As [`sched_setscheduler`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __sched_setscheduler(
    pid: libc::pid_t,
    policy: c_int,
    param: *const libc::sched_param,
) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { set(pid, policy, param) }
}
