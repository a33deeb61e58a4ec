//! How a contended release goes: serial, parallel or auto, per mutex.
//!
//! A mutex that waits in queues has a choice, kept in `spins`, where nothing but the contended release looks.
//! For the others the kernel or a protocol shared with other processes has decided.

use fusyn_core::fulock::Policy;
use fusyn_core::sync::Ordering;

use super::{Family, family};
use crate::abi::{KIND_INHERIT, Mutex, UNLOCK_AUTO, UNLOCK_PARALLEL, UNLOCK_SERIAL};
use crate::config;

/// What a mutex of this kind does whatever is asked: `None` if it does as asked.
fn fixed(kind: i32) -> Option<u32> {
    let asked = kind & KIND_INHERIT != 0;
    let inherits = match family(kind) {
        Family::Private if config::waits_in_kernel() => config::inherits(asked),
        Family::Private => return None,
        _ => asked,
    };
    // The kernel hands an inheriting lock over; every other waiter is woken to compete.
    Some(if inherits { UNLOCK_SERIAL } else { UNLOCK_PARALLEL })
}

/// Whether a mutex of this kind can be released in this way.
pub(super) fn is_possible(kind: i32, unlock_type: u32) -> bool {
    unlock_type == UNLOCK_AUTO || fixed(kind).is_none_or(|fixed| fixed == unlock_type)
}

/// How the mutex is released.
///
/// # Safety
/// `m` must point to a mutex of this kind.
pub(super) unsafe fn get(m: *mut Mutex, kind: i32) -> u32 {
    // SAFETY: by the caller. Relaxed: nothing is read by it.
    fixed(kind).unwrap_or_else(|| unsafe { (*m).spins.load(Ordering::Relaxed) })
}

/// Sets how the mutex will be released, from the next contended release on; it must be possible.
///
/// # Safety
/// As [`get`].
pub(super) unsafe fn set(m: *mut Mutex, kind: i32, unlock_type: u32) {
    if fixed(kind).is_none() {
        // SAFETY: by the caller. Relaxed: an order for later releases, which need nothing else from here.
        unsafe { (*m).spins.store(unlock_type, Ordering::Relaxed) };
    }
}

/// The hand-over of a contended release of a mutex that waits in queues.
///
/// # Safety
/// `m` must point to a live private mutex.
pub(super) unsafe fn hand_over(m: *mut Mutex) -> Policy {
    // SAFETY: by the caller. Relaxed: as in `set`.
    match unsafe { (*m).spins.load(Ordering::Relaxed) } {
        UNLOCK_SERIAL => Policy::SERIAL,
        UNLOCK_PARALLEL => Policy::PARALLEL,
        _ => Policy::NONE,
    }
}
