//! `fusyn_mutex_setunlock`.

use core::ffi::c_int;

use super::{is_valid, kind_of, unlock_type};
use crate::abi::{Mutex, UNLOCK_PARALLEL};

/// Sets how a mutex is released when threads wait for it: 0 auto, 1 serial, 2 parallel.
///
/// * Serial: ownership goes to the top waiter before it runs; nobody can take the lock in between.
/// * Parallel: the lock becomes free and the top waiter is woken to compete. One that was overtaken 16
///   times is handed the lock all the same.
/// * Auto, the default: serial if the top waiter is real-time, else parallel.
///
/// Private mutexes that wait in queues have the choice, in use too: it counts from the next contended
/// release on. A waiter that waits in the kernel, to boost the owner of an inheriting mutex, is always handed
/// the lock. Robust, shared and ceiling mutexes, and with `FUSYN_BACKEND=kernel` all, are serial if they
/// inherit, else parallel.
///
/// * Blocking: never. Async-signal-safe.
/// * Errors: `EINVAL`, no mutex or no such type; `ENOTSUP`, not what this mutex does; it stays as it was.
///   Auto is never refused.
/// * Source: RTNPTL's `pthread_mutex_setunlock_np`.
///
/// # Safety
/// `m` must be null or point to a mutex.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn fusyn_mutex_setunlock(m: *mut Mutex, unlock_type: c_int) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        let asked = unlock_type as u32; // a negative one is beyond every type
        if !is_valid(kind) || asked > UNLOCK_PARALLEL {
            return libc::EINVAL;
        }
        if !unlock_type::is_possible(kind, asked) {
            return libc::ENOTSUP;
        }
        unlock_type::set(m, kind, asked);
    }
    0
}
