//! `fusyn_mutex_getunlock`.

use core::ffi::c_int;

use super::{query, unlock_type};
use crate::abi::Mutex;

/// Reads how a mutex is released when threads wait for it: 0 auto, 1 serial, 2 parallel.
///
/// Of a mutex that has no choice, what it does: see [`fusyn_mutex_setunlock`](super::fusyn_mutex_setunlock).
///
/// * Blocking: never. Async-signal-safe.
/// * Errors: `EINVAL`, no mutex, or no place for the result.
/// * Source: RTNPTL's `pthread_mutexattr_getunlock_np`.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_getunlock(m: *const Mutex, result: *mut c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { query::answer(m, result, |m, kind| unlock_type::get(m, kind) as c_int) }
}
