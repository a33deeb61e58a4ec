//! Mutex attributes, in glibc's encoding. Each C function has a file of its own name.

mod fusyn_mutexattr_getunlock;
mod fusyn_mutexattr_setunlock;
mod pthread_mutexattr_destroy;
mod pthread_mutexattr_getprioceiling;
mod pthread_mutexattr_getprotocol;
mod pthread_mutexattr_getpshared;
mod pthread_mutexattr_getrobust;
mod pthread_mutexattr_gettype;
mod pthread_mutexattr_init;
mod pthread_mutexattr_setprioceiling;
mod pthread_mutexattr_setprotocol;
mod pthread_mutexattr_setpshared;
mod pthread_mutexattr_setrobust;
mod pthread_mutexattr_settype;

use core::ffi::c_int;

use crate::abi::{KIND_ELISION, KIND_TYPE, MutexAttr, UNLOCK_PARALLEL};
use crate::sched::ceilings;

const CEILING_SHIFT: u32 = 12;
const CEILING: u32 = 0x00ff_f000;
const UNLOCK_SHIFT: u32 = 24;
const UNLOCK: u32 = 0x0300_0000;
const PROTOCOL_SHIFT: u32 = 28;
const PROTOCOL: u32 = 0x3000_0000;
const ROBUST: u32 = 0x4000_0000;
const SHARED: u32 = 0x8000_0000;
const KIND: u32 = (KIND_TYPE | KIND_ELISION) as u32;

/// The protocol asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Protocol {
    None = libc::PTHREAD_PRIO_NONE as u32,
    Inherit = libc::PTHREAD_PRIO_INHERIT as u32,
    Protect = libc::PTHREAD_PRIO_PROTECT as u32,
}

/// The bits of a `pthread_mutexattr_t`.
#[derive(Clone, Copy)]
pub(crate) struct Attr(pub(crate) u32);

impl Attr {
    /// Type normal, no protocol, stalled, private.
    pub(crate) const DEFAULT: Attr = Attr(0);

    /// Whether no unknown bit is set and the protocol is one.
    pub(crate) fn is_valid(self) -> bool {
        self.0 & !(KIND | CEILING | UNLOCK | PROTOCOL | ROBUST | SHARED) == 0
            && self.0 & PROTOCOL != PROTOCOL
            && self.unlock_type() <= UNLOCK_PARALLEL
            && self.ceiling() <= ceilings::MAX
    }

    /// Type and elision marks, as a mutex's kind has them.
    pub(crate) fn kind(self) -> i32 {
        (self.0 & KIND) as i32
    }

    /// The type alone.
    fn mutex_type(self) -> i32 {
        self.kind() & KIND_TYPE
    }

    /// See [`Protocol`].
    pub(crate) fn protocol(self) -> Protocol {
        match (self.0 & PROTOCOL) >> PROTOCOL_SHIFT {
            1 => Protocol::Inherit,
            2 => Protocol::Protect,
            _ => Protocol::None,
        }
    }

    /// The ceiling, or 0 if none was set: the lowest.
    pub(crate) fn ceiling(self) -> u32 {
        (self.0 & CEILING) >> CEILING_SHIFT
    }

    /// An `UNLOCK_*` number: how the mutex shall be released.
    pub(crate) fn unlock_type(self) -> u32 {
        (self.0 & UNLOCK) >> UNLOCK_SHIFT
    }

    /// Whether robustness was asked for.
    pub(crate) fn is_robust(self) -> bool {
        self.0 & ROBUST != 0
    }

    /// Whether several processes may use the mutex.
    pub(crate) fn is_shared(self) -> bool {
        self.0 & SHARED != 0
    }
}

/// Reads one attribute into `result`.
///
/// # Safety
/// `attr` must be null or point to attributes, `result` be null or writable.
unsafe fn get(attr: *const MutexAttr, result: *mut c_int, read: fn(Attr) -> c_int) -> c_int {
    if attr.is_null() || result.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { result.write(read(Attr((*attr).bits))) };
    0
}

/// Writes the bits of `mask`.
///
/// # Safety
/// `attr` must be null or point to attributes.
unsafe fn set(attr: *mut MutexAttr, mask: u32, bits: u32) -> c_int {
    if attr.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: not null, so as the caller promises.
    unsafe { (*attr).bits = (*attr).bits & !mask | bits };
    0
}
