//! Rwlock attributes, in glibc's encoding. Each C function has a file of its own name.

mod pthread_rwlockattr_destroy;
mod pthread_rwlockattr_getkind_np;
mod pthread_rwlockattr_getpshared;
mod pthread_rwlockattr_init;
mod pthread_rwlockattr_setkind_np;
mod pthread_rwlockattr_setpshared;

use crate::abi::{RW_PREFER_READER, RW_PREFER_WRITER_NONRECURSIVE, RwLockAttr};

/// Whether this is a kind of rwlock.
fn is_kind(kind: i32) -> bool {
    kind >= 0 && kind as u32 <= RW_PREFER_WRITER_NONRECURSIVE
}

/// Whether this is a value of the process-shared attribute.
fn is_pshared(pshared: i32) -> bool {
    matches!(pshared, libc::PTHREAD_PROCESS_PRIVATE | libc::PTHREAD_PROCESS_SHARED)
}

/// The kind, and whether several processes may use the rwlock; `None` if that is not what attributes look
/// like.
///
/// # Safety
/// `attr` must be null or point to attributes.
pub(crate) unsafe fn read(attr: *const RwLockAttr) -> Option<(u32, bool)> {
    if attr.is_null() {
        return Some((RW_PREFER_READER, false));
    }
    // SAFETY: not null, so as the caller promises.
    let (kind, pshared) = unsafe { ((*attr).kind, (*attr).pshared) };
    (is_kind(kind) && is_pshared(pshared)).then_some((kind as u32, pshared == libc::PTHREAD_PROCESS_SHARED))
}
