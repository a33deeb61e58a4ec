//! Robust rwlocks, private and shared: `fusyn_core::rwlock::robust` on the C library's robust list and the kernel.

use core::ffi::c_int;

use fusyn_core::local;
use fusyn_core::rwlock::Access;
use fusyn_core::rwlock::robust::{self as core_robust, Caller, Parts};
use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::Scope;
use fusyn_sys::{Deadline, Errno, futex_pi, sched};

use crate::abi::{RW_ROBUST_READERS, RobustRwLock};
use crate::robust_list::{self, Outer, Own};

/// Where the slots are, in words from the object's start: all that has no other use.
const SLOTS_AT: [usize; RW_ROBUST_READERS] = [0, 3, 4, 5, 6, 12, 13];

// SAFETY: the C library's own list, and the system calls of these names on the shared key.
unsafe impl Caller for Own {
    type Word = AtomicU32;
    type Outer = Outer;

    #[inline(always)]
    fn tid(self) -> u32 {
        Own::tid(self)
    }
    #[inline(always)]
    fn is_list_full(self) -> bool {
        self.is_full()
    }
    #[inline(always)]
    unsafe fn announce(self, word: *const AtomicU32) -> Outer {
        // SAFETY: forwarded from the caller; the list is this thread's.
        unsafe { robust_list::begin(self, robust_list::entry_of(word), true) }
    }
    #[inline(always)]
    unsafe fn end(self, outer: Outer) {
        // SAFETY: forwarded from the caller.
        unsafe { robust_list::end(self, outer) };
    }
    #[inline(always)]
    unsafe fn link(self, word: *const AtomicU32) {
        // SAFETY: forwarded from the caller.
        unsafe { robust_list::link(self, robust_list::entry_of(word), true) };
    }
    #[inline(always)]
    unsafe fn unlink(self, word: *const AtomicU32) {
        // SAFETY: forwarded from the caller.
        unsafe { robust_list::unlink(self, robust_list::entry_of(word)) };
    }
    #[inline]
    unsafe fn lock_pi(self, word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { futex_pi::lock_pi(word.cast(), Scope::Shared, deadline) }
    }
    #[inline]
    unsafe fn trylock_pi(self, word: *const AtomicU32) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { futex_pi::trylock_pi(word.cast(), Scope::Shared) }
    }
    #[inline]
    unsafe fn unlock_pi(self, word: *const AtomicU32) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { futex_pi::unlock_pi(word.cast(), Scope::Shared) }
    }
    fn yield_now(self) {
        sched::yield_now();
    }
    #[inline(always)]
    fn reads(self) -> u32 {
        Own::reads(self)
    }
    #[inline(always)]
    fn set_reads(self, reads: u32) {
        Own::set_reads(self, reads);
    }
}

/// The words of an object.
///
/// # Safety
/// `rw` must point to a robust rwlock.
unsafe fn parts(rw: *mut RobustRwLock) -> Parts<AtomicU32, RW_ROBUST_READERS> {
    // SAFETY: by the caller; places inside the object, not values.
    unsafe {
        let slots = SLOTS_AT.map(|at| rw.cast::<AtomicU32>().cast_const().add(at));
        Parts::new(slots, &raw const (*rw).lock, &raw const (*rw).state)
    }
}

/// Counts a lock that was taken among the inheriting ones that the thread holds: with one, it waits for others in the
/// kernel, and passes boosts on (P4).
fn count_taken(result: Result<(), Errno>) -> Result<(), Errno> {
    if matches!(result, Ok(()) | Err(Errno::EOWNERDEAD)) {
        local::add_held(1);
    }
    result
}

fn errno_of(result: Result<(), Errno>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(error) => error.raw(),
    }
}

/// Locks an rwlock, waiting if need be.
///
/// # Errors
/// `EOWNERDEAD`: the caller writes, and has to repair; `ENOTRECOVERABLE`, `ETIMEDOUT`, `EDEADLK`; `EAGAIN`: no slot,
/// no level of recursion, or no place in the robust list is left; `ENOTSUP`: the thread has no robust list.
///
/// # Safety
/// `rw` must point to a robust rwlock.
pub(super) unsafe fn lock(rw: *mut RobustRwLock, access: Access, deadline: Option<&Deadline>) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    errno_of(count_taken(unsafe { core_robust::lock(own, &parts(rw), access, deadline) }))
}

/// Locks if that needs no wait: else `EBUSY`, and as [`lock`].
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn try_lock(rw: *mut RobustRwLock, access: Access) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    errno_of(count_taken(unsafe { core_robust::try_lock(own, &parts(rw), access) }))
}

/// Gives the caller's lock back: `EPERM` if it holds none. One that was not repaired is lost.
///
/// # Safety
/// As [`lock`]; the object may be gone after the release.
pub(super) unsafe fn unlock(rw: *mut RobustRwLock) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    let result = unsafe { core_robust::unlock(own, &parts(rw)) };
    if result.is_ok() {
        local::add_held(-1);
    }
    errno_of(result)
}

/// Marks it as repaired: `EINVAL` if the caller did not take it from a dead writer.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn make_consistent(rw: *mut RobustRwLock) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    errno_of(core_robust::make_consistent(own, &unsafe { parts(rw) }))
}

/// Makes it invalid: `EBUSY`, and nothing done, if a living thread holds it. One that a dead writer left may go.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn destroy(rw: *mut RobustRwLock) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller; the object is alive until it is invalid and let go.
    errno_of(unsafe {
        // Relaxed: nobody uses it any more.
        core_robust::destroy(own, &parts(rw), || (*rw).magic.store(0, Ordering::Relaxed))
    })
}
