//! Condvar attributes, in glibc's encoding. Each C function has a file of its own name.

mod pthread_condattr_destroy;
mod pthread_condattr_getclock;
mod pthread_condattr_getpshared;
mod pthread_condattr_init;
mod pthread_condattr_setclock;
mod pthread_condattr_setpshared;

use core::ffi::c_int;

use crate::abi::CondAttr;

/// Several processes may use the condvar.
pub(crate) const SHARED: u32 = 1;
/// Bits 1.. are the clock's id: 0 realtime, 1 monotonic.
pub(crate) const MONOTONIC: u32 = 2;

/// Whether no other bit is set.
pub(crate) fn is_valid(bits: u32) -> bool {
    bits & !(SHARED | MONOTONIC) == 0
}

/// Reads one attribute into `result`.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
unsafe fn get(attr: *const CondAttr, result: *mut c_int, read: fn(u32) -> c_int) -> c_int {
    if attr.is_null() || result.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { result.write(read((*attr).bits)) };
    0
}

/// Writes the bits of `mask`.
///
/// # Safety
/// `attr` must be null or point to attributes.
unsafe fn set(attr: *mut CondAttr, mask: u32, bits: u32) -> c_int {
    if attr.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { (*attr).bits = (*attr).bits & !mask | bits };
    0
}
