//! Barriers: which algorithm serves which object. Each C function has a file of its own name.
//!
//! Private ones wait in fuqueues; shared ones, and all with `FUSYN_BACKEND=kernel`, on kernel futexes
//! ([`kernel`]). A process without fusyn cannot share one: its objects lack the magic number.

mod kernel;

mod pthread_barrier_destroy;
mod pthread_barrier_init;
mod pthread_barrier_wait;

use fusyn_core::sync::Ordering;
use fusyn_sys::futex::Scope;

use crate::abi::{BARRIER_KERNEL, BARRIER_QUEUE, BARRIER_SHARED, Barrier};

/// Which algorithm serves an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Queue,
    Kernel(Scope),
    /// Destroyed, not initialised, or made by a process without fusyn: every call gives `EINVAL`.
    Invalid,
}

/// # Safety
/// `b` must be null or point to a barrier.
unsafe fn family(b: *mut Barrier) -> Family {
    if is_bad(b) {
        return Family::Invalid;
    }
    // SAFETY: not null, so a barrier. Relaxed: read-only after init.
    match unsafe { (*b).magic.load(Ordering::Relaxed) } {
        BARRIER_QUEUE => Family::Queue,
        BARRIER_KERNEL => Family::Kernel(Scope::Private),
        BARRIER_SHARED => Family::Kernel(Scope::Shared),
        _ => Family::Invalid,
    }
}

/// Null, or not aligned as a `pthread_barrier_t` is.
fn is_bad(b: *const Barrier) -> bool {
    b.is_null() || !b.is_aligned()
}
