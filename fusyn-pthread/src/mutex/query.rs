//! What the `fusyn_mutex_*` queries read, by family.
//!
//! Every answer is of a moment. Words in queues are asked of the core; of the others the words and fields
//! are read as they stand, so that a hint answers where the protocol has no more than a hint.

use core::ffi::c_int;

use fusyn_core::fulock;
use fusyn_core::kernel::Linux;
use fusyn_core::sync::Ordering;
use fusyn_core::word::{OWNER_DIED, TID_MASK};
use fusyn_sys::thread_id;

use super::{Family, ceiling, family, is_valid, kind_of, pi, robust, shared};
use crate::abi::{INCONSISTENT, KIND_INHERIT, KIND_ROBUST, Mutex, NOT_RECOVERABLE};
use crate::{config, me};

/// A robust mutex's state; the numbers are those of `fusyn.h`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Health {
    /// Also of every mutex that is not robust.
    Healthy = 0,
    /// Its owner died, and nobody has made it consistent yet.
    OwnerDied = 1,
    /// For ever.
    NotRecoverable = 2,
}

/// Where a mutex keeps who owns it.
enum Keeps {
    /// In the word.
    Word,
    /// In `owner`, while the word says that it is owned.
    Field,
}

fn keeps(kind: i32) -> Keeps {
    match family(kind) {
        Family::Ceiling if kind & KIND_ROBUST == 0 => Keeps::Field,
        Family::Shared if kind & KIND_INHERIT == 0 => Keeps::Field,
        _ => Keeps::Word,
    }
}

/// A mutex's health.
///
/// # Safety
/// `m` must point to a mutex of this kind.
pub(super) unsafe fn health(m: *mut Mutex, kind: i32) -> Health {
    if kind & KIND_ROBUST == 0 {
        return Health::Healthy;
    }
    // SAFETY: by the caller. Relaxed: an answer for a moment, nothing is read by it.
    unsafe {
        match (*m).owner.load(Ordering::Relaxed) {
            NOT_RECOVERABLE => Health::NotRecoverable,
            INCONSISTENT => Health::OwnerDied,
            _ if (*m).lock.load(Ordering::Relaxed) & OWNER_DIED != 0 => Health::OwnerDied,
            _ => Health::Healthy,
        }
    }
}

/// Whether a mutex is owned: not while its owner is dead, and never once it is not recoverable, though a
/// locker may have the word for a moment.
///
/// # Safety
/// As [`health`].
pub(super) unsafe fn is_locked(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller. Relaxed: as in `health`.
    unsafe {
        match keeps(kind) {
            Keeps::Field if family(kind) == Family::Ceiling => ceiling::is_owned(m),
            Keeps::Field => (*m).lock.load(Ordering::Relaxed) != 0,
            Keeps::Word => {
                (*m).lock.load(Ordering::Relaxed) & TID_MASK != 0 && health(m, kind) != Health::NotRecoverable
            }
        }
    }
}

/// The owner's kernel id, or 0.
///
/// # Safety
/// As [`health`].
pub(super) unsafe fn owner(m: *mut Mutex, kind: i32) -> u32 {
    // SAFETY: forwarded from the caller. Relaxed: as in `health`.
    unsafe {
        if family(kind) == Family::Private {
            return fulock::owner::<Linux>(&raw const (*m).lock).unwrap_or(0);
        }
        if !is_locked(m, kind) {
            return 0;
        }
        match keeps(kind) {
            Keeps::Word => (*m).lock.load(Ordering::Relaxed) & TID_MASK,
            Keeps::Field => {
                let owner = (*m).owner.load(Ordering::Relaxed);
                // R12: what the forking thread held under a ceiling is the child's first thread's.
                let inherited = family(kind) == Family::Ceiling && thread_id::is_ancestor(owner);
                if inherited { me::tid() } else { owner }
            }
        }
    }
}

/// Whether a thread waits for the mutex; but for mutexes in queues, whether one may.
///
/// # Safety
/// As [`health`].
pub(super) unsafe fn has_waiters(m: *mut Mutex, kind: i32) -> bool {
    // SAFETY: forwarded from the caller. Relaxed: as in `health`.
    unsafe {
        let word = &raw const (*m).lock;
        match (family(kind), keeps(kind)) {
            (Family::Private, _) if !config::waits_in_kernel() => fulock::has_waiters::<Linux>(word),
            (Family::Ceiling, Keeps::Field) => ceiling::is_contended(m),
            (_, Keeps::Field) => shared::is_contended(m),
            (_, Keeps::Word) => pi::is_contended((*word).load(Ordering::Relaxed)),
        }
    }
}

/// Answers a query into `result`.
///
/// # Safety
/// `m` must be null or point to a mutex, `result` be null or writable.
pub(super) unsafe fn answer(
    m: *const Mutex,
    result: *mut c_int,
    ask: unsafe fn(*mut Mutex, i32) -> c_int,
) -> c_int {
    let m = m.cast_mut();
    // SAFETY: forwarded from the caller; null is invalid.
    unsafe {
        let kind = kind_of(m);
        if !is_valid(kind) || result.is_null() {
            return libc::EINVAL;
        }
        result.write(ask(m, kind));
    }
    0
}

/// Makes a robust mutex not recoverable whose owner died, and releases it: every level, and its ceiling.
///
/// # Safety
/// `m` must point to a robust mutex of this kind.
pub(super) unsafe fn make_not_recoverable(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller; the count and the ceiling are the owner's.
    unsafe {
        if family(kind) == Family::Ceiling {
            return ceiling::make_not_recoverable(m, kind);
        }
        robust::make_not_recoverable(m, kind)
    }
}
