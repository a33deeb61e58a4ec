//! Rwlock attributes, in glibc's encoding, with fusyn's own (`fusyn_rwlock.h`) in bits that glibc leaves 0.
//! Each C function has a file of its own name.

mod fusyn_rwlockattr_getprotocol;
mod fusyn_rwlockattr_getrobust;
mod fusyn_rwlockattr_setprotocol;
mod fusyn_rwlockattr_setrobust;
mod pthread_rwlockattr_destroy;
mod pthread_rwlockattr_getkind_np;
mod pthread_rwlockattr_getpshared;
mod pthread_rwlockattr_init;
mod pthread_rwlockattr_setkind_np;
mod pthread_rwlockattr_setpshared;

use crate::abi::{
    RW_ATTR_INHERIT, RW_ATTR_KIND, RW_ATTR_ROBUST, RW_PREFER_READER, RW_PREFER_WRITER_NONRECURSIVE,
    RwLockAttr,
};

/// Whether this is a kind of rwlock.
fn is_kind(kind: i32) -> bool {
    kind >= 0 && kind as u32 <= RW_PREFER_WRITER_NONRECURSIVE
}

/// Whether this is a value of the process-shared attribute.
fn is_pshared(pshared: i32) -> bool {
    matches!(pshared, libc::PTHREAD_PROCESS_PRIVATE | libc::PTHREAD_PROCESS_SHARED)
}

/// What is asked of an rwlock.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// `PTHREAD_RWLOCK_*`.
    pub(crate) kind: u32,
    /// Several processes may use it.
    pub(crate) is_shared: bool,
    /// The writer inherits priority.
    pub(crate) inherits: bool,
    /// The death of a holder is survived.
    pub(crate) is_robust: bool,
}

/// What attributes ask for; `None` if that is not what attributes look like.
///
/// # Safety
/// `attr` must be null or point to attributes.
pub(crate) unsafe fn read(attr: *const RwLockAttr) -> Option<Wanted> {
    if attr.is_null() {
        return Some(Wanted { kind: RW_PREFER_READER, is_shared: false, inherits: false, is_robust: false });
    }
    // SAFETY: not null, so as the caller promises.
    let (bits, pshared) = unsafe { ((*attr).kind, (*attr).pshared) };
    let kind = bits & !(RW_ATTR_INHERIT | RW_ATTR_ROBUST);
    (is_kind(kind) && is_pshared(pshared)).then_some(Wanted {
        kind: kind as u32,
        is_shared: pshared == libc::PTHREAD_PROCESS_SHARED,
        inherits: bits & RW_ATTR_INHERIT != 0,
        is_robust: bits & RW_ATTR_ROBUST != 0,
    })
}

/// Sets or clears one of fusyn's bits.
///
/// # Safety
/// `attr` must be null or point to attributes.
unsafe fn set(attr: *mut RwLockAttr, bit: i32, on: bool) -> i32 {
    if attr.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe {
        let others = (*attr).kind & !bit;
        (*attr).kind = if on { others | bit } else { others };
    }
    0
}

/// Gives one of two values, by one of fusyn's bits.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
unsafe fn get(attr: *const RwLockAttr, bit: i32, values: [i32; 2], result: *mut i32) -> i32 {
    if attr.is_null() || result.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe {
        let [off, on] = values;
        result.write(if (*attr).kind & bit == 0 { off } else { on });
    }
    0
}

/// The kind that the program set.
fn kind_of(bits: i32) -> i32 {
    bits & RW_ATTR_KIND
}
