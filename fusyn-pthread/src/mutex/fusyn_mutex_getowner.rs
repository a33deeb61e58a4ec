//! `fusyn_mutex_getowner`.

use core::ffi::c_int;

use super::query::{answer, owner};
use crate::abi::Mutex;

/// Reads which thread owns a mutex: its kernel id (`gettid`), 0 if none does.
///
/// No owner: a free mutex, one whose owner died and that nobody has taken since, one that is not
/// recoverable. A shared mutex without inheritance and a ceiling one name their owner a moment after they
/// are locked: 0 then, though [`fusyn_mutex_islocked`](super::fusyn_mutex_islocked) says yes. In a forked
/// child, a private mutex of the forking thread is the caller's own.
///
/// * Blocking: never. Async-signal-safe.
/// * Errors: `EINVAL`, no mutex, or no place for the result.
/// * Source: FUSYN's word, and RTNPTL's `pthread_mutex_whose_owner_dead_np`.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_getowner(m: *const Mutex, result: *mut libc::pid_t) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { answer(m, result, |m, kind| owner(m, kind) as c_int) }
}
