//! `sem_trywait`.

use core::ffi::c_int;

use fusyn_core::semaphore;

use super::{Family, fail, family, is_bad};
use crate::abi::Sem;

/// Takes one from the value: `EAGAIN` if it is 0.
///
/// # Safety
/// `s` must be null or point to a semaphore.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sem_trywait(s: *mut Sem) -> c_int {
    if is_bad(s) {
        return fail(libc::EINVAL);
    }
    // SAFETY: not null, so a semaphore.
    unsafe {
        if semaphore::try_wait(&raw const (*s).data) {
            0
        } else if family(s) == Family::Invalid {
            fail(libc::EINVAL)
        } else {
            fail(libc::EAGAIN)
        }
    }
}
