//! `pthread_rwlock_destroy`, `__pthread_rwlock_destroy`.

use core::ffi::c_int;

use fusyn_core::kernel::Linux;
use fusyn_core::rwlock::{inherit, is_free};
use fusyn_core::sync::Ordering;

use super::{Family, family, kernel, parts, robust};
use crate::abi::RwLock;

/// No flags have this value, so every later call gives `EINVAL`.
const DESTROYED: u32 = u32::MAX;

/// Makes an rwlock invalid: `EBUSY`, and nothing done, if somebody holds it.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_destroy(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid. Relaxed: an answer for a moment.
    unsafe {
        let family = family(rw);
        if family == Family::Invalid {
            return libc::EINVAL;
        }
        if family == Family::Robust {
            return robust::destroy(rw.cast());
        }
        if !is_free((*rw).state.load(Ordering::Relaxed)) {
            return libc::EBUSY;
        }
        match family {
            Family::Kernel(scope) => kernel::pass_through(rw, scope),
            Family::Inherit => inherit::pass_through::<Linux>(parts(rw)),
            _ => {}
        }
        (*rw).flags.store(DESTROYED, Ordering::Relaxed);
    }
    0
}

/// The C library's other name for [`pthread_rwlock_destroy`].
///
/// # Safety
/// As [`pthread_rwlock_destroy`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_rwlock_destroy(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_rwlock_destroy(rw) }
}
