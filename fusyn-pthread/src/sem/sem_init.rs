//! `sem_init`.

use core::ffi::{c_int, c_uint};

use fusyn_core::semaphore;
use fusyn_core::sync::Ordering;

use super::{fail, is_bad};
use crate::abi::{SEM_PRIVATE, SEM_QUEUE, SEM_SHARED, Sem};
use crate::config;

/// Initialises a semaphore: `EINVAL` for a value above `SEM_VALUE_MAX`.
///
/// # Safety
/// `s` must be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sem_init(s: *mut Sem, pshared: c_int, value: c_uint) -> c_int {
    if is_bad(s) || value > semaphore::MAX {
        return fail(libc::EINVAL);
    }
    let private = if pshared != 0 {
        SEM_SHARED
    } else if config::waits_in_kernel() {
        SEM_PRIVATE
    } else {
        SEM_QUEUE
    };
    // SAFETY: writable, by the caller. Relaxed: nobody else uses it yet.
    unsafe {
        (*s).data.store(value.into(), Ordering::Relaxed);
        (*s).private.store(private, Ordering::Relaxed);
    }
    0
}
