//! `pthread_mutex_getprioceiling`.

use core::ffi::c_int;

use super::{Family, ceiling, family, kind_of};
use crate::abi::Mutex;

/// Reads a mutex's ceiling: `EINVAL` if it has none.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_getprioceiling(m: *const Mutex, result: *mut c_int) -> c_int {
    let m = m.cast_mut();
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        if family(kind) != Family::Ceiling || result.is_null() {
            return libc::EINVAL;
        }
        result.write(ceiling::ceiling_of(m, kind) as c_int);
    }
    0
}
