//! `sched_getattr`: in the C library since glibc 2.41.

use core::ffi::{c_int, c_uint, c_void};
use core::mem::transmute;

use fusyn_sys::sched::{self, SchedAttr};

use super::real::Real;
use super::sched_setattr::by_errno;

type Function = unsafe extern "C" fn(libc::pid_t, *mut SchedAttr, c_uint, c_uint) -> c_int;
static REAL: Real = Real::new(c"sched_getattr");

/// Reads the policy and its parameters of a thread by its kernel id: the kernel's, as `sched_getparam` does,
/// so a ceiling that the thread stands under shows. An error is told by `errno`. It is here so that who finds
/// [`sched_setattr`](super::sched_setattr) by its name finds both.
///
/// * Blocking: never. Async-signal-safe.
/// * Source: `sched_getattr(2)`.
///
/// # Safety
/// `attr` must be null or have room for `size` bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sched_getattr(
    pid: libc::pid_t,
    attr: *mut SchedAttr,
    size: c_uint,
    flags: c_uint,
) -> c_int {
    let real = REAL.get();
    if real.is_null() {
        // SAFETY: forwarded from the caller.
        return by_errno(unsafe { sched::getattr_raw(pid as u32, attr, size, flags) });
    }
    // SAFETY: the C library's function of this name has this type; arguments from the caller.
    unsafe { transmute::<*mut c_void, Function>(real)(pid, attr, size, flags) }
}
