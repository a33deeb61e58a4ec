//! `fusyn_rwlock_consistent`.

use core::ffi::c_int;

use super::{Family, family, robust};
use crate::abi::RwLock;

/// Marks a robust rwlock as repaired, by the thread that was told of its writer's death (`EOWNERDEAD`) and has not
/// unlocked since: `EINVAL` otherwise, and for one that is not robust.
///
/// The form of `pthread_mutex_consistent`, which POSIX does not have for rwlocks. Never blocks; not
/// async-signal-safe.
///
/// # Safety
/// `rw` must be null or point to an rwlock.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_rwlock_consistent(rw: *mut RwLock) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        match family(rw) {
            Family::Robust => robust::make_consistent(rw.cast()),
            _ => libc::EINVAL,
        }
    }
}
