//! `fusyn_rwlockattr_setprotocol`.

use core::ffi::c_int;

use super::set;
use crate::abi::{RW_ATTR_INHERIT, RwLockAttr};

/// Sets whether an rwlock's writer inherits the priority of those who wait for it: `PTHREAD_PRIO_NONE` (the
/// default) or `PTHREAD_PRIO_INHERIT`. `ENOTSUP` for `PTHREAD_PRIO_PROTECT`; `EINVAL` for anything else.
///
/// The form of `pthread_mutexattr_setprotocol`, which POSIX does not have for rwlocks. Never blocks.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_rwlockattr_setprotocol(
    attr: *mut RwLockAttr,
    protocol: c_int,
) -> c_int {
    match protocol {
        // SAFETY: forwarded from the caller.
        libc::PTHREAD_PRIO_NONE => unsafe { set(attr, RW_ATTR_INHERIT, false) },
        // SAFETY: forwarded from the caller.
        libc::PTHREAD_PRIO_INHERIT => unsafe { set(attr, RW_ATTR_INHERIT, true) },
        libc::PTHREAD_PRIO_PROTECT => libc::ENOTSUP,
        _ => libc::EINVAL,
    }
}
