//! `sched_setattr`: in the C library since glibc 2.41.

use core::ffi::{c_int, c_uint, c_void};
use core::mem::transmute;

use fusyn_sys::Errno;
use fusyn_sys::sched::{self, SchedAttr};

use super::raised::Kept;
use super::real::Real;

/// `SCHED_FLAG_KEEP_POLICY`, `SCHED_FLAG_KEEP_PARAMS`: what is asked for does not count there.
const KEEP_POLICY: u64 = 0x08;
const KEEP_PARAMS: u64 = 0x10;

type Function = unsafe extern "C" fn(libc::pid_t, *mut SchedAttr, c_uint) -> c_int;
static REAL: Real = Real::new(c"sched_setattr");

/// Sets the policy and its parameters of a thread by its kernel id, then re-sorts it where it waits; an error
/// is told by `errno`. Where the C library has no such function, the kernel is called.
///
/// * Blocking: never. Async-signal-safe on the kernel's side; the re-sorting takes the locks of the queues.
/// * Source: `sched_setattr(2)`.
///
/// # Safety
/// `attr` must be null or point to attributes whose first field is their size.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sched_setattr(
    pid: libc::pid_t,
    attr: *mut SchedAttr,
    flags: c_uint,
) -> c_int {
    let real = REAL.get();
    let result = if real.is_null() {
        // SAFETY: forwarded from the caller.
        by_errno(unsafe { sched::setattr_raw(pid as u32, attr, flags) })
    } else {
        // SAFETY: the C library's function of this name has this type; arguments from the caller.
        unsafe { transmute::<*mut c_void, Function>(real)(pid, attr, flags) }
    };
    if result == 0 {
        // SAFETY: not null and readable, or the call would have failed.
        let flags = unsafe { (*attr).flags };
        let kept = Kept { policy: flags & KEEP_POLICY != 0, priority: flags & KEEP_PARAMS != 0 };
        super::changed(pid as u32, kept);
    }
    result
}

/// What the C library makes of the kernel's answer.
pub(super) fn by_errno(result: Result<(), Errno>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(error) => {
            // SAFETY: the calling thread's `errno` lives as long as the thread.
            unsafe { *libc::__errno_location() = error.raw() };
            -1
        }
    }
}
