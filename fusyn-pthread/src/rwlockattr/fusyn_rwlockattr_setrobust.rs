//! `fusyn_rwlockattr_setrobust`.

use core::ffi::c_int;

use super::set;
use crate::abi::{RW_ATTR_ROBUST, RwLockAttr};

/// Sets whether an rwlock survives the death of who holds it: `PTHREAD_MUTEX_STALLED` (the default) or
/// `PTHREAD_MUTEX_ROBUST`. `EINVAL` for anything else.
///
/// The form of `pthread_mutexattr_setrobust`, which POSIX does not have for rwlocks. Never blocks.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_rwlockattr_setrobust(attr: *mut RwLockAttr, robust: c_int) -> c_int {
    match robust {
        // SAFETY: forwarded from the caller.
        libc::PTHREAD_MUTEX_STALLED => unsafe { set(attr, RW_ATTR_ROBUST, false) },
        // SAFETY: forwarded from the caller.
        libc::PTHREAD_MUTEX_ROBUST => unsafe { set(attr, RW_ATTR_ROBUST, true) },
        _ => libc::EINVAL,
    }
}
