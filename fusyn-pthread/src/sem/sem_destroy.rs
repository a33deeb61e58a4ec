//! `sem_destroy`.

use core::ffi::c_int;

use fusyn_core::kernel::Linux;
use fusyn_core::semaphore;
use fusyn_core::sync::Ordering;

use super::{Family, fail, family, is_bad};
use crate::abi::{SEM_DESTROYED, Sem};

/// A value of 0 and waiters: neither a wait nor a post gets by without asking for the family.
const NEITHER_FREE_NOR_ALONE: u64 = 1 << 32;

/// Makes a private semaphore invalid: `EBUSY` while somebody waits. Right after a wait has returned too,
/// since its poster touches it no more. In glibc's layout nothing is to be done, as there.
///
/// # Safety
/// `s` must be null or point to a semaphore.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sem_destroy(s: *mut Sem) -> c_int {
    if is_bad(s) {
        return fail(libc::EINVAL);
    }
    // SAFETY: not null, so a semaphore. Relaxed: nobody uses it any more.
    unsafe {
        match family(s) {
            Family::Invalid => fail(libc::EINVAL),
            Family::Kernel(_) => 0,
            Family::Queue if semaphore::has_waiters::<Linux>(&raw const (*s).data) => fail(libc::EBUSY),
            Family::Queue => {
                (*s).private.store(SEM_DESTROYED, Ordering::Relaxed);
                (*s).data.store(NEITHER_FREE_NOR_ALONE, Ordering::Relaxed);
                0
            }
        }
    }
}
