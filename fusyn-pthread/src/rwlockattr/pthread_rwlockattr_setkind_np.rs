//! `pthread_rwlockattr_setkind_np`.

use core::ffi::c_int;

use super::is_kind;
use crate::abi::{RW_ATTR_KIND, RwLockAttr};

/// Sets whom the rwlock prefers: `EINVAL` if it is no kind.
///
/// # Safety
/// `attr` must be null or point to attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlockattr_setkind_np(attr: *mut RwLockAttr, kind: c_int) -> c_int {
    if attr.is_null() || !is_kind(kind) {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { (*attr).kind = (*attr).kind & !RW_ATTR_KIND | kind };
    0
}
