//! `sched_setparam`.

use core::ffi::{c_int, c_void};
use core::mem::transmute;

use super::raised::Kept;
use super::real::Real;

type Function = unsafe extern "C" fn(libc::pid_t, *const libc::sched_param) -> c_int;
static REAL: Real = Real::new(c"sched_setparam");

/// Sets the priority of a thread by its kernel id, then re-sorts it where it waits; an error is told by
/// `errno`, as POSIX has it.
///
/// # Safety
/// As POSIX has it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sched_setparam(pid: libc::pid_t, param: *const libc::sched_param) -> c_int {
    let real = REAL.get();
    if real.is_null() {
        return -1;
    }
    // SAFETY: the C library's function of this name has this type; arguments from the caller.
    let result = unsafe { transmute::<*mut c_void, Function>(real)(pid, param) };
    if result == 0 {
        super::changed(pid as u32, Kept::POLICY);
    }
    result
}
