//! `fusyn_mutex_islocked`.

use core::ffi::c_int;

use super::query::{answer, is_locked};
use crate::abi::Mutex;

/// Reads whether a thread owns a mutex: 0 or 1.
///
/// 0 of a mutex whose owner died, until the next locker has it, and of one that is not recoverable.
///
/// * Blocking: never. Async-signal-safe.
/// * Errors: `EINVAL`, no mutex, or no place for the result.
/// * Source: FUSYN's `ctl LOCKED`.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_islocked(m: *const Mutex, result: *mut c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { answer(m, result, |m, kind| c_int::from(is_locked(m, kind))) }
}
