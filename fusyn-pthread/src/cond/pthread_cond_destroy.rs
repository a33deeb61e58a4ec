//! `pthread_cond_destroy`.

use core::ffi::c_int;

use fusyn_core::sync::Ordering;

use super::{Family, family};
use crate::abi::Cond;

/// No flags have this value, so every later call gives `EINVAL`.
const DESTROYED: u32 = u32::MAX;

/// Makes a condvar invalid; right after a broadcast too, since who was woken touches it no more.
///
/// # Safety
/// `c` must be null or point to a condvar.
pub(crate) unsafe fn destroy(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid. Relaxed: nobody uses it any more.
    unsafe {
        if family(c) == Family::Invalid {
            return libc::EINVAL;
        }
        (*c).flags.store(DESTROYED, Ordering::Relaxed);
    }
    0
}

/// Destroys a condvar.
///
/// # Safety
/// `c` must be null or point to a condvar.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_cond_destroy(c: *mut Cond) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { destroy(c) }
}
