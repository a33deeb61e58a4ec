//! `pthread_mutex_destroy`, `__pthread_mutex_destroy`.

use core::ffi::c_int;

use fusyn_core::sync::Ordering;
use fusyn_sys::futex_pi::TID_MASK;

use super::{Family, ceiling, family, kind_of};
use crate::abi::{KIND_ROBUST, Mutex};

/// Every bit set: no kind, so every later call gives `EINVAL`.
const DESTROYED: i32 = -1;

/// Makes a mutex invalid, unless somebody owns it.
///
/// # Safety
/// `m` must be null or point to a mutex.
pub(crate) unsafe fn destroy(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid. Relaxed: an answer for a moment.
    unsafe {
        let kind = kind_of(m);
        let is_owned = match family(kind) {
            Family::Invalid => return libc::EINVAL,
            Family::Ceiling if kind & KIND_ROBUST == 0 => ceiling::is_owned(m),
            _ => (*m).lock.load(Ordering::Relaxed) & TID_MASK != 0,
        };
        if is_owned {
            return libc::EBUSY;
        }
        (*m).kind.store(DESTROYED, Ordering::Relaxed);
    }
    0
}

/// Destroys a mutex.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_destroy(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { destroy(m) }
}

/// The C library's other name for [`pthread_mutex_destroy`].
///
/// # Safety
/// As [`pthread_mutex_destroy`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutex_destroy(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { destroy(m) }
}
