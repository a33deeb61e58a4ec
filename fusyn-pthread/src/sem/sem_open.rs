//! `sem_open`: the C library's. Named semaphores are shared ones in its layout, in files of its naming, so
//! that processes without fusyn open the same; all other functions here work on them.

use core::ffi::{c_char, c_int, c_uint};

use crate::abi::Sem;
use crate::sched::real::Real;

static REAL: Real = Real::new(c"sem_open");

type Open = unsafe extern "C" fn(*const c_char, c_int, ...) -> *mut Sem;

/// Opens a named semaphore; null is `SEM_FAILED`.
///
/// Declared with `...` in C: the two more arguments, which stand in the same registers, mean something with
/// `O_CREAT` only, and are passed on unread.
///
/// # Safety
/// As the C library's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sem_open(
    name: *const c_char,
    flags: c_int,
    mode: c_uint,
    value: c_uint,
) -> *mut Sem {
    let real = REAL.get();
    if real.is_null() {
        super::fail(libc::ENOSYS);
        return core::ptr::null_mut();
    }
    // SAFETY: the C library's function of this name has this type.
    let open = unsafe { core::mem::transmute::<*mut core::ffi::c_void, Open>(real) };
    // SAFETY: forwarded from the caller.
    unsafe { open(name, flags, mode, value) }
}
