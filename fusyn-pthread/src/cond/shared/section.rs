//! The section of an object on kernel futexes: its lock, and what happens when a holder was killed.
//!
//! Of condvars and of rwlocks ([`enter_lock`]).

use core::ffi::c_int;
use core::mem::size_of;

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::futex_pi::{self, OWNER_DIED, TID_MASK, WAITERS};
use fusyn_sys::robust::GLIBC_FUTEX_OFFSET;
use fusyn_sys::{Clock, Deadline, Errno, sched, thread_id};

use super::advance_and_wake;
use crate::abi::Cond;
use crate::me;
use crate::robust_list::{self, Outer, Own};

/// How the calling thread stands in the section.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    tid: u32,
    /// The announcement to the kernel, for shared condvars.
    pending: Option<(Own, Outer)>,
    /// Entered by a signal handler that had interrupted its own thread inside: leaves nothing.
    is_nested: bool,
}

// The pending slot names the lock by an address behind it, in the condvar: bit 0 must be free.
const _: () = assert!((-GLIBC_FUTEX_OFFSET as usize + size_of::<AtomicU32>()) < size_of::<Cond>());

/// How the lock was taken.
enum Taken {
    Clean,
    /// A holder has died inside, or is nowhere to be found.
    FromDead,
    Nested,
}

/// Enters the section of a condvar.
///
/// # Errors
/// `EINVAL`: the lock word is not one.
///
/// # Safety
/// `c` must point to a condvar of this scope.
pub(super) unsafe fn enter(c: *mut Cond, scope: Scope) -> Result<Section, c_int> {
    // SAFETY: forwarded from the caller. Whatever the dead holder had begun: everybody looks for himself.
    unsafe { enter_lock(&raw const (*c).lock, scope, || advance_and_wake(c, scope, u32::MAX)) }
}

/// Enters the section behind a lock word; `repair` runs first, inside, if a holder died there.
///
/// # Errors
/// `EINVAL`: the lock word is not one.
///
/// # Safety
/// `lock` must be a live section's lock, in an object that goes on for 36 bytes behind it.
pub(crate) unsafe fn enter_lock(
    lock: *const AtomicU32,
    scope: Scope,
    repair: impl FnOnce(),
) -> Result<Section, c_int> {
    // SAFETY: forwarded from the caller.
    unsafe {
        let own = if scope == Scope::Shared { robust_list::own() } else { None };
        let pending = own.map(|own| (own, robust_list::begin(own, robust_list::entry_of(lock), true)));
        let tid = own.map_or_else(me::tid, |own| own.tid());
        let mut section = Section { tid, pending, is_nested: false };
        // Acquire: pairs with the release in `leave_lock`.
        if (*lock).compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed).is_ok() {
            return Ok(section);
        }
        // The kernel compares with the real id; a cached one may be a vfork parent's (P10).
        section.tid = thread_id::by_kernel();
        match take(lock, scope, section.tid) {
            Ok(Taken::Clean) => {}
            Ok(Taken::Nested) => section.is_nested = true,
            Ok(Taken::FromDead) => {
                repair();
                // Relaxed: until here another death would mark the word again.
                (*lock).fetch_and(!OWNER_DIED, Ordering::Relaxed);
            }
            Err(error) => {
                end(section);
                return Err(error);
            }
        }
        Ok(section)
    }
}

/// Leaves the section of a condvar.
///
/// # Safety
/// `section` must come from [`enter`] for `c`.
pub(super) unsafe fn leave(c: *mut Cond, scope: Scope, section: Section) {
    // SAFETY: forwarded from the caller.
    unsafe { leave_lock(&raw const (*c).lock, scope, section) };
}

/// Leaves a section; its object is not touched afterwards.
///
/// # Safety
/// `section` must come from [`enter_lock`] for `lock`.
pub(crate) unsafe fn leave_lock(lock: *const AtomicU32, scope: Scope, section: Section) {
    // SAFETY: forwarded from the caller.
    unsafe {
        if !section.is_nested
            // Release: pairs with the acquire in `enter_lock`.
            && (*lock).compare_exchange(section.tid, 0, Ordering::Release, Ordering::Relaxed).is_err()
        {
            while futex_pi::unlock_pi(lock.cast(), scope) == Err(Errno::EAGAIN) {}
        }
        end(section);
    }
}

unsafe fn end(section: Section) {
    if let Some((own, outer)) = section.pending {
        // SAFETY: from the matching `begin`, by this thread.
        unsafe { robust_list::end(own, outer) };
    }
}

/// How often a holder that the kernel does not know is waited for, a millisecond each: it may run in
/// another PID namespace, and the section is short.
const PATIENCE: u32 = 50;

#[cold]
unsafe fn take(lock: *const AtomicU32, scope: Scope, tid: u32) -> Result<Taken, c_int> {
    let mut patience = PATIENCE;
    loop {
        // SAFETY: the lock word follows the PI protocol.
        match unsafe { futex_pi::lock_pi(lock.cast(), scope, None) } {
            Ok(()) => {
                // SAFETY: live. Relaxed: the kernel's hand-over orders it.
                let died = unsafe { (*lock).load(Ordering::Relaxed) } & OWNER_DIED != 0;
                return Ok(if died { Taken::FromDead } else { Taken::Clean });
            }
            Err(Errno::EAGAIN | Errno::EINTR) => {}
            Err(Errno::ENOMEM) => sched::yield_now(),
            // SAFETY: live. Relaxed: whether this thread owns it, no other thread can change.
            Err(Errno::EDEADLK) if unsafe { (*lock).load(Ordering::Relaxed) } & TID_MASK == tid => {
                return Ok(Taken::Nested);
            }
            // Not in the kernel's sight (a fork's parent, another namespace), or dead and not marked.
            Err(Errno::ESRCH | Errno::EPERM | Errno::EDEADLK) => {
                // SAFETY: as above.
                if patience == 0 && unsafe { seize(lock, tid) } {
                    return Ok(Taken::FromDead);
                }
                patience = patience.saturating_sub(1);
                // SAFETY: as above.
                if unsafe { retry_after_pause(lock, tid) } {
                    return Ok(Taken::Clean);
                }
            }
            Err(_) => return Err(libc::EINVAL),
        }
    }
}

/// Takes the lock from a holder that is nowhere to be found.
unsafe fn seize(lock: *const AtomicU32, tid: u32) -> bool {
    // SAFETY: live, by the caller. Relaxed: confirmed by the compare-exchange.
    unsafe {
        let now = (*lock).load(Ordering::Relaxed);
        // Acquire: as in `enter_lock`.
        (*lock).compare_exchange(now, tid | WAITERS, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

/// Sleeps a millisecond unless the lock changes hands, then tries to take it.
unsafe fn retry_after_pause(lock: *const AtomicU32, tid: u32) -> bool {
    const PAUSE_NANOS: u64 = 1_000_000;
    let word = 0u32;
    // SAFETY: a word of this thread alone, which nobody wakes.
    let _ = unsafe {
        futex::wait(&raw const word, 0, Scope::Private, Some(&Deadline::after(Clock::Monotonic, PAUSE_NANOS)))
    };
    // SAFETY: live, by the caller. Acquire: as in `enter`.
    unsafe { (*lock).compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed).is_ok() }
}
