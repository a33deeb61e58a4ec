//! `pthread_mutex_init`, `__pthread_mutex_init`.

use core::ffi::c_int;
use core::mem::size_of;

use fusyn_core::sync::Ordering;

use super::{ceiling, unlock_type};
use crate::abi::{KIND_INHERIT, KIND_PROTECT, KIND_RECOVER, KIND_ROBUST, KIND_SHARED, Mutex, MutexAttr};
use crate::config::{self, Robustness};
use crate::mutexattr::{Attr, Protocol};
use crate::robust_list;
use crate::sched::ceilings;

fn kind_for(attr: Attr) -> i32 {
    let protocol = match attr.protocol() {
        Protocol::None => 0,
        Protocol::Inherit => KIND_INHERIT,
        Protocol::Protect => KIND_PROTECT,
    };
    let kind = attr.kind() | protocol;
    if attr.is_robust() {
        // Robust waits are on the shared key, so the bit is set in private ones as well, as in glibc.
        kind | KIND_ROBUST | KIND_SHARED
    } else if attr.is_shared() {
        kind | KIND_SHARED
    } else if config::robustness() == Robustness::Recover {
        kind | KIND_ROBUST | KIND_SHARED | KIND_RECOVER
    } else {
        kind
    }
}

/// Makes the mutex that the attributes ask for.
///
/// # Safety
/// `m` must be null or writable, `attr` be null or point to initialised attributes.
pub(crate) unsafe fn init(m: *mut Mutex, attr: *const MutexAttr) -> c_int {
    if m.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: forwarded from the caller.
    let attr = if attr.is_null() { Attr::DEFAULT } else { Attr(unsafe { (*attr).bits }) };
    if !attr.is_valid() {
        return libc::EINVAL;
    }
    let mut kind = kind_for(attr);
    if kind & KIND_ROBUST != 0 && robust_list::own().is_none() {
        if kind & KIND_RECOVER == 0 {
            return libc::ENOTSUP;
        }
        kind &= !(KIND_ROBUST | KIND_SHARED | KIND_RECOVER);
    }
    if !unlock_type::is_possible(kind, attr.unlock_type()) {
        return libc::ENOTSUP;
    }
    // SAFETY: writable, by the caller; nobody else uses it yet. All zero is a valid mutex.
    unsafe {
        m.cast::<u8>().write_bytes(0, size_of::<Mutex>());
        if kind & KIND_PROTECT != 0 {
            ceiling::init(m, kind, attr.ceiling().max(ceilings::MIN));
        }
        unlock_type::set(m, kind, attr.unlock_type());
        (*m).kind.store(kind, Ordering::Relaxed);
    }
    0
}

/// Initialises a mutex; null attributes are the default.
///
/// # Safety
/// `m` must be null or writable, `attr` be null or point to initialised attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_mutex_init(m: *mut Mutex, attr: *const MutexAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { init(m, attr) }
}

/// The C library's other name for [`pthread_mutex_init`].
///
/// # Safety
/// As [`pthread_mutex_init`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_mutex_init(m: *mut Mutex, attr: *const MutexAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { init(m, attr) }
}
