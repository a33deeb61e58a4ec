//! `sem_getvalue`.

use core::ffi::c_int;

use fusyn_core::semaphore;
use fusyn_core::sync::Ordering;

use super::{Family, fail, family, is_bad};
use crate::abi::Sem;

/// Reads the value; 0 while somebody waits.
///
/// # Safety
/// `s` must be null or point to a semaphore, `result` be null or writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sem_getvalue(s: *mut Sem, result: *mut c_int) -> c_int {
    // SAFETY: not null where it is read.
    if is_bad(s) || result.is_null() || unsafe { family(s) } == Family::Invalid {
        return fail(libc::EINVAL);
    }
    // SAFETY: a semaphore, and writable, by the caller. Relaxed: a snapshot.
    unsafe { result.write(semaphore::value((*s).data.load(Ordering::Relaxed)).cast_signed()) };
    0
}
