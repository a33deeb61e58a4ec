//! `fusyn_mutex_notrecoverable`.

use core::ffi::c_int;

use super::{is_valid, kind_of, query};
use crate::abi::{KIND_ROBUST, Mutex};

/// Makes a robust mutex not recoverable that its caller took with `EOWNERDEAD`, and unlocks it.
///
/// The opposite of [`pthread_mutex_consistent`](super::pthread_mutex_consistent), and what an unlock without
/// that does, said aloud: every thread that waits and every later locker gets `ENOTRECOVERABLE`, until the
/// mutex is destroyed and initialised anew. All levels of a recursive mutex are left, and its ceiling.
///
/// * Blocking: never. Not async-signal-safe, as no unlock is.
/// * Errors, the mutex as it was: `EINVAL`, no robust mutex, or not in the state owner died; `EPERM`, it is, but
///   the caller does not own it.
/// * Source: FUSYN's `ctl NR`.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_notrecoverable(m: *mut Mutex) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        if !is_valid(kind) || kind & KIND_ROBUST == 0 {
            return libc::EINVAL;
        }
        if query::health(m, kind) != query::Health::OwnerDied {
            return libc::EINVAL;
        }
        query::make_not_recoverable(m, kind)
    }
}
