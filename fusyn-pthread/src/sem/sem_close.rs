//! `sem_close`: the C library's, as `sem_open` is.

use core::ffi::c_int;

use crate::abi::Sem;
use crate::sched::real::Real;

static REAL: Real = Real::new(c"sem_close");

type Call = unsafe extern "C" fn(*mut Sem) -> c_int;

/// Closes a named semaphore.
///
/// # Safety
/// As the C library's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sem_close(s: *mut Sem) -> c_int {
    let real = REAL.get();
    if real.is_null() {
        return super::fail(libc::ENOSYS);
    }
    // SAFETY: the C library's function of this name has this type.
    let call = unsafe { core::mem::transmute::<*mut core::ffi::c_void, Call>(real) };
    // SAFETY: forwarded from the caller.
    unsafe { call(s) }
}
