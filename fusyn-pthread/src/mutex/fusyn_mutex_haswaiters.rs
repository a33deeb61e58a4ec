//! `fusyn_mutex_haswaiters`.

use core::ffi::c_int;

use super::query::{answer, has_waiters};
use crate::abi::Mutex;

/// Reads whether threads wait for a mutex: 0 or 1.
///
/// Of a private mutex that waits in queues: whether one stands in its queue now, by time-outs too. Of all
/// others (robust, shared, ceiling; `FUSYN_BACKEND=kernel`): whether one may wait; the mark is set before
/// anybody sleeps, and cleared by a later release, so it can say 1 when nobody waits any more. A thread that
/// was woken to compete does not count.
///
/// * Blocking: for the lock of the queue, as long as bounded work takes. Async-signal-safe.
/// * Errors: `EINVAL`, no mutex, or no place for the result.
/// * Source: FUSYN's `ctl WAITERS`.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_haswaiters(m: *const Mutex, result: *mut c_int) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { answer(m, result, |m, kind| c_int::from(has_waiters(m, kind))) }
}
