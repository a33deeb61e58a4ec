//! `pthread_barrier_wait`.

use core::ffi::c_int;

use fusyn_core::barrier::{self, Passed};
use fusyn_core::kernel::Linux;
use fusyn_core::sync::Ordering;

use super::{Family, family, kernel};
use crate::abi::Barrier;

/// Waits until all threads of the round have arrived: `PTHREAD_BARRIER_SERIAL_THREAD` in one of them, 0 in
/// the others. Not a cancellation point, and not ended by signal handlers; `EDEADLK` from one that
/// interrupted fusyn itself.
///
/// # Safety
/// `b` must be null or point to a barrier.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_barrier_wait(b: *mut Barrier) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: read-only after init.
    unsafe {
        match family(b) {
            Family::Queue => {
                let count = (*b).count.load(Ordering::Relaxed);
                match barrier::wait::<Linux>(&raw const (*b).arrived, count) {
                    Passed::Last => libc::PTHREAD_BARRIER_SERIAL_THREAD,
                    Passed::Other => 0,
                    Passed::Refused => libc::EDEADLK,
                }
            }
            Family::Kernel(scope) => kernel::wait(b, scope),
            Family::Invalid => libc::EINVAL,
        }
    }
}
