//! Plain futex operations, futex(2): wait, wake, requeue.
//!
//! Common to all: a word's address must be 4-aligned (`EINVAL` else); counts above `i32::MAX` mean
//! `i32::MAX`. The kernel's queue is ordered by priority when a waiter enters it: real-time waiters by
//! their priority, all others equal, FIFO among equals. Every operation is async-signal-safe.

use crate::arch::{syscall3, syscall5, syscall6};
use crate::{Clock, Deadline, Errno};

/// Who may wait on a word: threads of this process, or of every process that maps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One process: the kernel keys by address (`FUTEX_PRIVATE_FLAG`).
    Private,
    /// Several processes: the kernel keys by the page.
    Shared,
}

impl Scope {
    #[inline]
    pub(crate) const fn flag(self) -> i32 {
        match self {
            Scope::Private => libc::FUTEX_PRIVATE_FLAG,
            Scope::Shared => 0,
        }
    }
}

#[inline]
pub(crate) fn timeout_arg(deadline: Option<&Deadline>) -> usize {
    deadline.map_or(0, |d| core::ptr::from_ref(d.timespec()) as usize)
}

#[inline]
pub(crate) const fn clock_flag(deadline: Option<&Deadline>) -> i32 {
    match deadline {
        Some(d) if matches!(d.clock(), Clock::Realtime) => libc::FUTEX_CLOCK_REALTIME,
        _ => 0,
    }
}

/// Every waiter, whatever its bits.
pub const MATCH_ANY: u32 = libc::FUTEX_BITSET_MATCH_ANY as u32;

/// `FUTEX_WAIT_BITSET` for every bit: sleeps while the word holds `expected`, until woken or until an
/// absolute deadline.
///
/// # Blocking
/// May block. A signal handler ends it with `EINTR`; without a deadline only one that was installed
/// without `SA_RESTART`.
///
/// # Errors
/// `EAGAIN` the word held something else; `EINTR`; `ETIMEDOUT`; `EFAULT` no such memory.
/// A PI waiter on the same word is no error here; [`wake`] and the PI operations then fail.
///
/// # Priority
/// Read when the waiter enters the queue; a later change does not move it.
///
/// # Memory order
/// The word is read under the kernel's bucket lock: a waker that changed the word before [`wake`] either
/// sees the waiter, or the waiter sees the change.
///
/// # Safety
/// None for memory: a bad address gives `EFAULT`. `unsafe` because the caller must own the protocol of
/// the word.
#[inline]
pub unsafe fn wait(
    word: *const u32,
    expected: u32,
    scope: Scope,
    deadline: Option<&Deadline>,
) -> Result<(), Errno> {
    // SAFETY: forwarded from the caller.
    unsafe { wait_bitset(word, expected, scope, deadline, MATCH_ANY) }
}

/// `FUTEX_WAIT_BITSET`: [`wait`] that only wakes with an overlapping `bits` ([`wake_bitset`]) reach.
///
/// # Errors
/// As [`wait`]; `EINVAL` also for `bits == 0`.
///
/// # Safety
/// As [`wait`].
#[inline]
pub unsafe fn wait_bitset(
    word: *const u32,
    expected: u32,
    scope: Scope,
    deadline: Option<&Deadline>,
    bits: u32,
) -> Result<(), Errno> {
    let op = libc::FUTEX_WAIT_BITSET | scope.flag() | clock_flag(deadline);
    // SAFETY: the kernel checks the address; the timespec lives as long as the call.
    let ret = unsafe {
        syscall6(
            libc::SYS_futex as usize,
            word as usize,
            op as usize,
            expected as usize,
            timeout_arg(deadline),
            0,
            bits as usize,
        )
    };
    Errno::check(ret).map(drop)
}

/// `FUTEX_WAKE`: wakes up to `count` waiters, highest priority first; returns how many.
///
/// None for `count` 0, where the kernel by itself would wake one.
///
/// # Errors
/// `EINVAL` a PI waiter is next in the queue (it is not woken, kernel fact K6); `EFAULT` no user address,
/// or, scope shared, no such memory.
///
/// # Safety
/// None for memory; the address may be stale (rule R5): a spurious wake is the worst outcome.
#[inline]
pub unsafe fn wake(word: *const u32, count: u32, scope: Scope) -> Result<u32, Errno> {
    if count == 0 {
        return Ok(0);
    }
    let op = libc::FUTEX_WAKE | scope.flag();
    // SAFETY: the kernel only hashes the address.
    let ret = unsafe { syscall3(libc::SYS_futex as usize, word as usize, op as usize, clamp(count)) };
    Errno::check(ret).map(|n| n as u32)
}

/// `FUTEX_WAKE_BITSET`: [`wake`] that reaches only waiters whose bits overlap with `bits`.
///
/// # Errors
/// As [`wake`]; `EINVAL` also for `bits == 0`.
///
/// # Safety
/// As [`wake`].
#[inline]
pub unsafe fn wake_bitset(word: *const u32, count: u32, scope: Scope, bits: u32) -> Result<u32, Errno> {
    if count == 0 {
        return Ok(0);
    }
    let op = libc::FUTEX_WAKE_BITSET | scope.flag();
    // SAFETY: the kernel only hashes the address.
    let ret = unsafe {
        syscall6(libc::SYS_futex as usize, word as usize, op as usize, clamp(count), 0, 0, bits as usize)
    };
    Errno::check(ret).map(|n| n as u32)
}

/// `FUTEX_REQUEUE`: wakes up to `wake` waiters of `from` and moves up to `requeue` others to `to`,
/// highest priority first; returns woken plus moved.
///
/// # Errors
/// `EINVAL` a PI waiter is next in the queue of `from`; `EFAULT` as [`wake`]. The two words may be one.
///
/// # Safety
/// As [`wake`], for both words.
#[inline]
pub unsafe fn requeue(
    from: *const u32,
    to: *const u32,
    wake: u32,
    requeue: u32,
    scope: Scope,
) -> Result<u32, Errno> {
    let op = libc::FUTEX_REQUEUE | scope.flag();
    // SAFETY: the kernel checks both addresses.
    let ret = unsafe {
        syscall5(
            libc::SYS_futex as usize,
            from as usize,
            op as usize,
            clamp(wake),
            clamp(requeue),
            to as usize,
        )
    };
    Errno::check(ret).map(|n| n as u32)
}

/// `FUTEX_CMP_REQUEUE`: [`requeue`] if `from` still holds `expected`; returns woken plus moved.
///
/// # Errors
/// `EAGAIN` the word changed; else as [`requeue`].
///
/// # Safety
/// As [`wake`], for both words.
#[inline]
pub unsafe fn cmp_requeue(
    from: *const u32,
    expected: u32,
    to: *const u32,
    wake: u32,
    requeue: u32,
    scope: Scope,
) -> Result<u32, Errno> {
    let op = libc::FUTEX_CMP_REQUEUE | scope.flag();
    // SAFETY: the kernel checks both addresses.
    let ret = unsafe {
        syscall6(
            libc::SYS_futex as usize,
            from as usize,
            op as usize,
            clamp(wake),
            clamp(requeue),
            to as usize,
            expected as usize,
        )
    };
    Errno::check(ret).map(|n| n as u32)
}

/// One word of a [`waitv`] call, in the kernel's layout (`struct futex_waitv`).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct WaitEntry {
    value: u64,
    address: u64,
    flags: u32,
    reserved: u32,
}

const FUTEX2_SIZE_U32: u32 = libc::FUTEX2_SIZE_U32 as u32;
const FUTEX2_PRIVATE: u32 = libc::FUTEX2_PRIVATE as u32;
/// How many words one [`waitv`] call takes.
pub const WAITV_MAX: usize = libc::FUTEX_WAITV_MAX as usize;

impl WaitEntry {
    /// Waits while the 32-bit word holds `expected`.
    #[must_use]
    pub fn new(word: *const u32, expected: u32, scope: Scope) -> WaitEntry {
        let private = if scope == Scope::Private { FUTEX2_PRIVATE } else { 0 };
        WaitEntry {
            value: expected.into(),
            address: word as u64,
            flags: FUTEX2_SIZE_U32 | private,
            reserved: 0,
        }
    }
}

/// `futex_waitv`: waits on up to [`WAITV_MAX`] words at once; returns the index of one that was woken.
///
/// # Blocking
/// May block; a signal handler without `SA_RESTART` ends it with `EINTR`, with a deadline or without.
///
/// # Errors
/// `EAGAIN` a word held something else; `EINTR`; `ETIMEDOUT`; `EINVAL` no entries, or too many; `EFAULT`;
/// `ENOSYS` before Linux 5.16.
///
/// # Safety
/// As [`wait`], for every word.
#[inline]
pub unsafe fn waitv(entries: &[WaitEntry], deadline: Option<&Deadline>) -> Result<usize, Errno> {
    let clock = deadline.map_or(Clock::Monotonic, Deadline::clock);
    // SAFETY: the entries are in the kernel's layout and live as long as the call.
    let ret = unsafe {
        syscall5(
            libc::SYS_futex_waitv as usize,
            entries.as_ptr() as usize,
            entries.len(),
            0,
            timeout_arg(deadline),
            clock.id() as usize,
        )
    };
    Errno::check(ret)
}

/// The kernel reads counts as signed.
#[inline]
pub(crate) const fn clamp(count: u32) -> usize {
    const MOST: u32 = i32::MAX as u32;
    if count > MOST { MOST as usize } else { count as usize }
}
