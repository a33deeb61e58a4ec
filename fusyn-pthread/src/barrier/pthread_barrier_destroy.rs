//! `pthread_barrier_destroy`.

use core::ffi::c_int;

use fusyn_core::barrier;
use fusyn_core::kernel::Linux;
use fusyn_core::sync::Ordering;

use super::{Family, family, kernel};
use crate::abi::{BARRIER_DESTROYED, Barrier};

/// Makes a barrier invalid: `EBUSY` while somebody waits in a round. As soon as one thread has returned too,
/// since those who were woken touch it no more.
///
/// # Safety
/// `b` must be null or point to a barrier.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_barrier_destroy(b: *mut Barrier) -> c_int {
    // SAFETY: forwarded from the caller; null is invalid. Relaxed: nobody uses it any more.
    unsafe {
        let is_free = match family(b) {
            Family::Queue => !barrier::is_waited_for::<Linux>(&raw const (*b).arrived),
            Family::Kernel(_) => kernel::destroy(b),
            Family::Invalid => return libc::EINVAL,
        };
        if !is_free {
            return libc::EBUSY;
        }
        (*b).magic.store(BARRIER_DESTROYED, Ordering::Relaxed);
    }
    0
}
