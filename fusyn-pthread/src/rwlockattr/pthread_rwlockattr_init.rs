//! `pthread_rwlockattr_init`.

use core::ffi::c_int;

use crate::abi::RwLockAttr;

/// Sets every attribute to its default.
///
/// # Safety
/// `attr` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlockattr_init(attr: *mut RwLockAttr) -> c_int {
    if attr.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { attr.write(RwLockAttr { kind: 0, pshared: libc::PTHREAD_PROCESS_PRIVATE }) };
    0
}
