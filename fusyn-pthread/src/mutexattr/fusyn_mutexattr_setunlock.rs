//! `fusyn_mutexattr_setunlock`.

use core::ffi::c_int;

use super::{UNLOCK, UNLOCK_SHIFT, set};
use crate::abi::{MutexAttr, UNLOCK_PARALLEL};

/// Sets how mutexes made with these attributes are released: 0 auto, 1 serial, 2 parallel.
///
/// Whether a mutex can be released so is known when it is initialised: `pthread_mutex_init` then gives
/// `ENOTSUP`, as `fusyn_mutex_setunlock` would.
///
/// * Blocking: never.
/// * Errors: `EINVAL`, a null pointer or no such type; the attributes are as they were.
/// * Source: RTNPTL's `pthread_mutexattr_setunlock_np`.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutexattr_setunlock(attr: *mut MutexAttr, unlock_type: c_int) -> c_int {
    let asked = unlock_type as u32; // a negative one is beyond every type
    if asked > UNLOCK_PARALLEL {
        return libc::EINVAL;
    }
    // SAFETY: forwarded from the caller.
    unsafe { set(attr, UNLOCK, asked << UNLOCK_SHIFT) }
}
