//! `FUSYN_BACKEND=kernel`: private mutexes on kernel futexes, for comparison.
//!
//! Plain: a waiter sets `WAITERS` and sleeps on the word itself; who was woken takes the word with
//! `WAITERS`, since others may sleep still. Inheriting: `FUTEX_LOCK_PI`.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::futex_pi::{TID_MASK, WAITERS};
use fusyn_sys::{Deadline, Errno};

use super::stall::pause;
use super::{is_type, pi};
use crate::abi::{KIND_INHERIT, Mutex, TYPE_ERRORCHECK};
use crate::{config, me};

/// Locks the word of a mutex that the caller does not own, or whose type waits for itself.
///
/// # Safety
/// `m` must point to a private mutex.
pub(crate) unsafe fn lock_slow(m: *mut Mutex, kind: i32, deadline: Option<&Deadline>) -> c_int {
    let tid = me::tid();
    // SAFETY: forwarded from the caller.
    unsafe {
        let word = &raw const (*m).lock;
        if config::inherits(kind & KIND_INHERIT != 0) {
            return pi::lock(word, tid, Scope::Private, is_type(kind, TYPE_ERRORCHECK), deadline);
        }
        lock_plain(word, tid, deadline)
    }
}

unsafe fn lock_plain(word: *const AtomicU32, tid: u32, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: a live lock word, by the caller.
    let lock = unsafe { &*word };
    let mut keep = 0;
    // Relaxed: every decision is confirmed by a compare-exchange or by the kernel.
    let mut now = lock.load(Ordering::Relaxed);
    loop {
        if now & TID_MASK == 0 {
            // Acquire: pairs with the release in `unlock_slow`.
            match lock.compare_exchange(now, tid | now & WAITERS | keep, Ordering::Acquire, Ordering::Relaxed)
            {
                Ok(_) => return 0,
                Err(newer) => now = newer,
            }
            continue;
        }
        if now & WAITERS == 0 {
            match lock.compare_exchange(now, now | WAITERS, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => now |= WAITERS,
                Err(newer) => {
                    now = newer;
                    continue;
                }
            }
        }
        // SAFETY: the word's protocol is ours.
        match unsafe { futex::wait(word.cast(), now, Scope::Private, deadline) } {
            Err(Errno::ETIMEDOUT) => return libc::ETIMEDOUT,
            // At an odd address nobody can sleep on the word: it is looked at from time to time.
            Err(Errno::EINVAL) => {
                if pause(deadline) {
                    return libc::ETIMEDOUT;
                }
            }
            _ => keep = WAITERS,
        }
        now = lock.load(Ordering::Relaxed);
    }
}

/// Unlocks the word: plain ones whoever owns it, as the C library does.
///
/// # Safety
/// As [`lock_slow`].
pub(crate) unsafe fn unlock_slow(m: *mut Mutex, kind: i32) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let word = &raw const (*m).lock;
        if config::inherits(kind & KIND_INHERIT != 0) {
            if pi::unlock_inherited(word) {
                return 0;
            }
            return pi::unlock(word, me::tid(), Scope::Private);
        }
        // Release: pairs with the acquire in `lock_plain`.
        let old = (*word).swap(0, Ordering::Release);
        if old & WAITERS != 0 {
            // The word may be gone by now: only its address counts (R5).
            let _ = futex::wake(word.cast(), 1, Scope::Private);
        }
        0
    }
}
