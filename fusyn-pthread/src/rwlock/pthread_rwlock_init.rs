//! `pthread_rwlock_init`, `__pthread_rwlock_init`.

use core::ffi::c_int;
use core::mem::size_of;

use fusyn_core::sync::Ordering;
use fusyn_sys::{Clock, clock};

use crate::abi::{
    RW_INHERIT, RW_ROBUST_MAGIC, RW_ROBUST_MARK, RW_SHARED, RW_SHARED_MAGIC, RobustRwLock, RwLock, RwLockAttr,
};
use crate::rwlockattr;

/// Initialises an rwlock; null attributes are the default. `ENOTSUP`: one that inherits and is shared, but not
/// robust: the death of a thread that waits for readers would hold everybody up.
///
/// # Safety
/// `rw` must be null or writable, `attr` be null or point to initialised attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_rwlock_init(rw: *mut RwLock, attr: *const RwLockAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    let Some(wanted) = (unsafe { rwlockattr::read(attr) }) else { return libc::EINVAL };
    if rw.is_null() {
        return libc::EINVAL;
    }
    if wanted.is_robust {
        // SAFETY: writable, by the caller; nobody else uses it yet. The slots are empty, the gate is free.
        unsafe {
            rw.cast::<u8>().write_bytes(0, size_of::<RwLock>());
            let rw = rw.cast::<RobustRwLock>();
            (*rw).state.store(RW_ROBUST_MARK, Ordering::Relaxed);
            (*rw).magic.store(RW_ROBUST_MAGIC, Ordering::Relaxed);
        }
        return 0;
    }
    if wanted.inherits && wanted.is_shared {
        return libc::ENOTSUP;
    }
    let mark = if wanted.inherits { RW_INHERIT } else { 0 };
    // SAFETY: writable, by the caller; nobody else uses it yet. All zero is a valid rwlock.
    unsafe {
        rw.cast::<u8>().write_bytes(0, size_of::<RwLock>());
        (*rw).flags.store(wanted.kind | mark, Ordering::Relaxed);
        if wanted.is_shared {
            (*rw).flags.store(wanted.kind | RW_SHARED, Ordering::Relaxed);
            (*rw).shared.store(1, Ordering::Relaxed);
            (*rw).magic.store(RW_SHARED_MAGIC, Ordering::Relaxed);
        }
        // Not the sequences of an earlier object here, which a late waiter might still compare with.
        let unlike = clock::now(Clock::Monotonic).nsec as u32;
        (*rw).readers_seq.store(unlike, Ordering::Relaxed);
        (*rw).writers_seq.store(unlike, Ordering::Relaxed);
    }
    0
}

/// The C library's other name for [`pthread_rwlock_init`].
///
/// # Safety
/// As [`pthread_rwlock_init`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __pthread_rwlock_init(rw: *mut RwLock, attr: *const RwLockAttr) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { pthread_rwlock_init(rw, attr) }
}
