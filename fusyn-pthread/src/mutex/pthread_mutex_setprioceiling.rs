//! `pthread_mutex_setprioceiling`.

use core::ffi::c_int;

use super::{Family, ceiling, family, kind_of};
use crate::abi::Mutex;
use crate::sched::ceilings;

/// Changes a mutex's ceiling, locking it for that as `pthread_mutex_lock` would.
///
/// # Safety
/// `m` must be null or point to a mutex, `old` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_setprioceiling(
    m: *mut Mutex,
    prioceiling: c_int,
    old: *mut c_int,
) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        let is_in_range = (ceilings::MIN as c_int..=ceilings::MAX as c_int).contains(&prioceiling);
        if family(kind) != Family::Ceiling || !is_in_range {
            return libc::EINVAL;
        }
        match ceiling::change(m, kind, prioceiling as u32) {
            Ok(before) => {
                if !old.is_null() {
                    old.write(before as c_int);
                }
                0
            }
            Err(error) => error,
        }
    }
}
