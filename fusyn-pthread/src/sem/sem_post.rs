//! `sem_post`.

use core::ffi::c_int;

use fusyn_core::kernel::Linux;
use fusyn_core::semaphore;

use super::{Family, fail, family, is_bad, kernel};
use crate::abi::Sem;
use crate::cancel;

/// Raises the value by one, or lets a waiter have the token: `EOVERFLOW` at `SEM_VALUE_MAX`.
/// Async-signal-safe.
///
/// # Safety
/// `s` must be null or point to a semaphore.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn sem_post(s: *mut Sem) -> c_int {
    if is_bad(s) {
        return fail(libc::EINVAL);
    }
    // SAFETY: not null, so a semaphore.
    unsafe { if semaphore::post_fast(&raw const (*s).data) { 0 } else { post_slow(s) } }
}

#[cold]
#[inline(never)]
unsafe fn post_slow(s: *mut Sem) -> c_int {
    // SAFETY: a semaphore, by the caller; nothing has been published yet.
    let error = cancel::whole(|| unsafe {
        match family(s) {
            Family::Queue => match semaphore::post::<Linux>(&raw const (*s).data) {
                Ok(()) => 0,
                Err(semaphore::Overflow) => libc::EOVERFLOW,
            },
            Family::Kernel(scope) => kernel::post(s, scope),
            Family::Invalid => libc::EINVAL,
        }
    });
    if error == 0 { 0 } else { fail(error) }
}
