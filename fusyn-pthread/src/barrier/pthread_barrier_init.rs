//! `pthread_barrier_init`.

use core::ffi::{c_int, c_uint};

use fusyn_core::sync::Ordering;

use super::{is_bad, kernel};
use crate::abi::{BARRIER_KERNEL, BARRIER_QUEUE, BARRIER_SHARED, Barrier, BarrierAttr};
use crate::{barrierattr, config};

/// Most threads of a barrier, as in glibc.
const MOST: c_uint = c_uint::MAX / 2;

/// Initialises a barrier for `count` threads: `EINVAL` for 0, and for more than glibc allows.
///
/// # Safety
/// `b` must be null or writable, `attr` be null or point to initialised attributes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pthread_barrier_init(
    b: *mut Barrier,
    attr: *const BarrierAttr,
    count: c_uint,
) -> c_int {
    // SAFETY: forwarded from the caller.
    let pshared = if attr.is_null() { 0 } else { unsafe { (*attr).pshared } };
    if is_bad(b) || count == 0 || count > MOST || !barrierattr::is_valid(pshared) {
        return libc::EINVAL;
    }
    let magic = if pshared == libc::PTHREAD_PROCESS_SHARED {
        BARRIER_SHARED
    } else if config::waits_in_kernel() {
        BARRIER_KERNEL
    } else {
        BARRIER_QUEUE
    };
    // SAFETY: writable, by the caller. Relaxed: nobody else uses it yet.
    unsafe {
        (*b).state.store(kernel::first_state(), Ordering::Relaxed);
        (*b).arrived.store(0, Ordering::Relaxed);
        (*b).count.store(count, Ordering::Relaxed);
        (*b).magic.store(magic, Ordering::Relaxed);
    }
    0
}
