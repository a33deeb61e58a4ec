//! `fusyn_mutex_gethealth`.

use core::ffi::c_int;

use super::query::{answer, health};
use crate::abi::Mutex;

/// Reads a mutex's health: 0 healthy, 1 owner died, 2 not recoverable.
///
/// Owner died is the state from the death to [`pthread_mutex_consistent`](super::pthread_mutex_consistent),
/// with and without an owner. A mutex that is not robust is healthy. Between a locker's taking a dead
/// owner's lock and its noting that, another thread may read healthy.
///
/// * Blocking: never. Async-signal-safe.
/// * Errors: `EINVAL`, no mutex, or no place for the result.
/// * Source: FUSYN's `ctl NOP`; POSIX XSH 2.9.9 has the states of a robust mutex.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_gethealth(m: *const Mutex, result: *mut c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { answer(m, result, |m, kind| health(m, kind) as c_int) }
}
