//! Priority-inheriting futex operations: the word holds the owner's TID and two flag bits.
//!
//! Only these operations know the waiters that wait here: [`wake`](crate::futex::wake) refuses them (K6),
//! and a word with a plain waiter makes these operations fail with `EINVAL`. `docs/kernel-contract.md`
//! has the word's states, and the tests that show each fact K1-K9 and K13.

use core::sync::atomic::AtomicU32;

use crate::arch::{syscall2, syscall4, syscall6};
use crate::futex::{MATCH_ANY, Scope, clamp, clock_flag, timeout_arg};
use crate::probe;
use crate::{Clock, Deadline, Errno};

/// Bit 31: somebody may wait in the kernel or in a fuqueue.
pub const WAITERS: u32 = libc::FUTEX_WAITERS;
/// Bit 30: the previous owner died holding the lock.
pub const OWNER_DIED: u32 = libc::FUTEX_OWNER_DIED;
/// Bits 29..0: the owner's TID, 0 when free.
pub const TID_MASK: u32 = libc::FUTEX_TID_MASK;

/// `FUTEX_LOCK_PI` or, for the monotonic clock, `FUTEX_LOCK_PI2`: takes the lock or waits for it in
/// the kernel, boosting its owner.
///
/// Before Linux 5.14 a monotonic deadline is converted to the realtime clock, and so moves with it.
///
/// # Blocking
/// May block; the kernel restarts it after every signal handler, so `EINTR` does not occur.
///
/// # Errors
/// The lock is not taken; the word may have got [`WAITERS`] (K8, K9).
///
/// * `ETIMEDOUT`;
/// * `EDEADLK` the caller owns it, or a cycle of PI locks would close;
/// * `ESRCH` the owner is gone (K8); for ever if it was not on the owner's robust list;
/// * `EPERM` the word names a thread of another process, scope private (K8), or a kernel thread;
/// * `EAGAIN` the owner is exiting: repeat;
/// * `ENOMEM`;
/// * `EINVAL` the word does not agree with the kernel's state (K5), or a plain waiter is queued there, or the owner
///   has died and the waiter that the kernel chose has not run (K13);
/// * `EFAULT`.
///
/// # Priority
/// The waiter's priority is read here and followed from then on; the owner, and whoever that one waits
/// for through PI locks, runs with the highest of its waiters' priorities.
///
/// # Robustness
/// Success with [`OWNER_DIED`] in the word: the previous owner died, and the caller owns the lock.
///
/// # Memory order
/// Success acquires what the owner released.
///
/// # Safety
/// The word must follow the PI protocol: 0, or a TID with flags.
#[inline]
pub unsafe fn lock_pi(word: *const u32, scope: Scope, deadline: Option<&Deadline>) -> Result<(), Errno> {
    match deadline {
        Some(d) if d.clock() == Clock::Monotonic => {
            // SAFETY: forwarded from the caller.
            match unsafe { lock_pi2(word, scope, Some(d)) } {
                Err(Errno::ENOSYS) => {
                    let realtime = d.on(Clock::Realtime);
                    // SAFETY: forwarded from the caller.
                    unsafe { lock_pi_op(libc::FUTEX_LOCK_PI | scope.flag(), word, Some(&realtime)) }
                }
                done => done,
            }
        }
        // SAFETY: forwarded from the caller.
        _ => unsafe { lock_pi_op(libc::FUTEX_LOCK_PI | scope.flag(), word, deadline) },
    }
}

/// `FUTEX_LOCK_PI2` itself: the deadline on either clock.
///
/// # Errors
/// As [`lock_pi`]; `ENOSYS` before Linux 5.14.
///
/// # Safety
/// As [`lock_pi`].
#[inline]
pub unsafe fn lock_pi2(word: *const u32, scope: Scope, deadline: Option<&Deadline>) -> Result<(), Errno> {
    if !probe::has_lock_pi2() {
        return Err(Errno::ENOSYS);
    }
    let op = libc::FUTEX_LOCK_PI2 | scope.flag() | clock_flag(deadline);
    // SAFETY: forwarded from the caller.
    unsafe { lock_pi_op(op, word, deadline) }
}

#[inline]
unsafe fn lock_pi_op(op: i32, word: *const u32, deadline: Option<&Deadline>) -> Result<(), Errno> {
    // SAFETY: the kernel checks the address; the timespec lives as long as the call.
    let ret =
        unsafe { syscall4(libc::SYS_futex as usize, word as usize, op as usize, 0, timeout_arg(deadline)) };
    Errno::check(ret).map(drop)
}

/// `FUTEX_TRYLOCK_PI`: takes the lock if it is free, also where the word alone cannot tell (a robust
/// lock whose owner died).
///
/// # Errors
/// `EAGAIN` it is owned; else as [`lock_pi`], without `ETIMEDOUT`. Owned by the caller is `EDEADLK`.
///
/// # Safety
/// As [`lock_pi`].
#[inline]
pub unsafe fn trylock_pi(word: *const u32, scope: Scope) -> Result<(), Errno> {
    let op = libc::FUTEX_TRYLOCK_PI | scope.flag();
    // SAFETY: the kernel checks the address.
    let ret = unsafe { syscall2(libc::SYS_futex as usize, word as usize, op as usize) };
    Errno::check(ret).map(drop)
}

/// Whether a thread lives that a word of this scope may name as its owner: the kernel's answer to [`trylock_pi`] on a
/// word of the caller's own that names it (K13).
///
/// False once the thread's locks have been passed on, though it be not yet waited for. An id that was given to a
/// new thread counts as living.
#[must_use]
pub fn is_living(tid: u32, scope: Scope) -> bool {
    let word = AtomicU32::new(tid & TID_MASK);
    // SAFETY: our own word, in the kernel's form; nobody waits for it.
    let answer = unsafe { trylock_pi(word.as_ptr(), scope) };
    matches!(answer, Err(Errno::EAGAIN | Errno::EDEADLK))
}

/// `FUTEX_UNLOCK_PI`: hands the lock to the kernel's top waiter, or writes 0 if there is none; both
/// look alike (K2).
///
/// # Errors
/// `EPERM` the word does not name the caller; `EAGAIN` it was not released, repeat; `EINVAL` the word does
/// not agree with the kernel's state (K5), or a plain waiter is queued there; `EFAULT`.
///
/// # Priority
/// The caller loses the boost that came through this lock.
///
/// # Safety
/// As [`lock_pi`].
#[inline]
pub unsafe fn unlock_pi(word: *const u32, scope: Scope) -> Result<(), Errno> {
    let op = libc::FUTEX_UNLOCK_PI | scope.flag();
    // SAFETY: the kernel checks the address.
    let ret = unsafe { syscall2(libc::SYS_futex as usize, word as usize, op as usize) };
    Errno::check(ret).map(drop)
}

/// `FUTEX_WAIT_REQUEUE_PI`: sleeps on `word` until [`cmp_requeue_pi`] moves the caller to `target`;
/// success means that it owns `target`.
///
/// # Blocking
/// May block. Before the move the kernel restarts it after a signal handler; after the move a handler
/// ends it with `EAGAIN`.
///
/// # Errors
/// The caller does not own `target`.
///
/// * `EAGAIN` the word held something else, or a signal came after the move;
/// * `ETIMEDOUT` on either side of the move;
/// * `EINVAL` the two words are one; else as [`lock_pi`].
///
/// # Safety
/// `target` must follow the PI protocol; nothing but [`cmp_requeue_pi`] can wake the caller (K6).
#[inline]
pub unsafe fn wait_requeue_pi(
    word: *const u32,
    expected: u32,
    target: *const u32,
    scope: Scope,
    deadline: Option<&Deadline>,
) -> Result<(), Errno> {
    let op = libc::FUTEX_WAIT_REQUEUE_PI | scope.flag() | clock_flag(deadline);
    // SAFETY: the kernel checks both addresses; the timespec lives as long as the call.
    let ret = unsafe {
        syscall6(
            libc::SYS_futex as usize,
            word as usize,
            op as usize,
            expected as usize,
            timeout_arg(deadline),
            target as usize,
            MATCH_ANY as usize,
        )
    };
    Errno::check(ret).map(drop)
}

/// `FUTEX_CMP_REQUEUE_PI`: wakes one waiter of `word` as the owner of `target` if that is free, and
/// moves up to `requeue` others into its kernel queue; returns woken plus moved.
///
/// # Errors
/// * `EAGAIN` the word changed, or the owner of `target` is exiting;
/// * `EINVAL` a waiter announced another target, or is a plain one; the two words are one;
/// * `EDEADLK` the waiter owns `target`, or a cycle would close; `ESRCH` the owner of `target` is gone (K7:
///   the waiter stays asleep);
/// * `ENOMEM`; `EFAULT`.
///
/// # Priority
/// The owner of `target` is boosted here, before any waiter has run.
///
/// # Safety
/// As [`wait_requeue_pi`].
#[inline]
pub unsafe fn cmp_requeue_pi(
    word: *const u32,
    expected: u32,
    target: *const u32,
    requeue: u32,
    scope: Scope,
) -> Result<u32, Errno> {
    let op = libc::FUTEX_CMP_REQUEUE_PI | scope.flag();
    // SAFETY: the kernel checks both addresses.
    let ret = unsafe {
        syscall6(
            libc::SYS_futex as usize,
            word as usize,
            op as usize,
            1,
            clamp(requeue),
            target as usize,
            expected as usize,
        )
    };
    Errno::check(ret).map(|n| n as u32)
}
