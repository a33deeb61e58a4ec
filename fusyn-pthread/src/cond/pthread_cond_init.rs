//! `pthread_cond_init`.

use core::ffi::c_int;
use core::mem::size_of;

use fusyn_core::sync::Ordering;
use fusyn_sys::{Clock, clock};

use crate::abi::{COND_MONOTONIC, COND_SHARED, COND_SHARED_MAGIC, Cond, CondAttr};
use crate::condattr;
use crate::config;

/// Makes the condvar that the attributes ask for.
///
/// # Safety
/// `c` must be null or writable, `attr` be null or point to initialised attributes.
pub(crate) unsafe fn init(c: *mut Cond, attr: *const CondAttr) -> c_int {
    if c.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: forwarded from the caller.
    let bits = if attr.is_null() { 0 } else { unsafe { (*attr).bits } };
    if !condattr::is_valid(bits) {
        return libc::EINVAL;
    }
    let is_shared = bits & condattr::SHARED != 0;
    let mut flags = if is_shared { COND_SHARED } else { 0 };
    if bits & condattr::MONOTONIC != 0 {
        flags |= COND_MONOTONIC;
    }
    // SAFETY: writable, by the caller; nobody else uses it yet. All zero is a valid condvar.
    unsafe {
        c.cast::<u8>().write_bytes(0, size_of::<Cond>());
        (*c).flags.store(flags, Ordering::Relaxed);
        if is_shared {
            (*c).magic.store(COND_SHARED_MAGIC, Ordering::Relaxed);
        }
        if is_shared || config::waits_in_kernel() {
            // Not the sequence of an earlier object here, which a late waiter might still compare with.
            (*c).word.store(clock::now(Clock::Monotonic).nsec as u32, Ordering::Relaxed);
        }
    }
    0
}

/// Initialises a condvar; null attributes are the default.
///
/// # Safety
/// `c` must be null or writable, `attr` be null or point to initialised attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_cond_init(c: *mut Cond, attr: *const CondAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { init(c, attr) }
}
