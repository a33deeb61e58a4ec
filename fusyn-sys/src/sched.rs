//! Scheduling policy and priority of threads; CPUs.

use crate::Errno;
use crate::arch::{syscall0, syscall1, syscall2, syscall3, syscall4};

/// `SCHED_FIFO`: real-time, until it blocks.
pub const SCHED_FIFO: i32 = libc::SCHED_FIFO;
/// `SCHED_RR`: real-time, in turns.
pub const SCHED_RR: i32 = libc::SCHED_RR;
/// `SCHED_DEADLINE`, ahead of every other policy.
pub const SCHED_DEADLINE: i32 = libc::SCHED_DEADLINE;
const RESET_ON_FORK: i32 = libc::SCHED_RESET_ON_FORK;

/// Attributes of a thread in the kernel's layout (`struct sched_attr`, first version).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct SchedAttr {
    /// Bytes of this struct that are valid; filled in by [`getattr`] and [`setattr`].
    pub size: u32,
    /// `SCHED_OTHER`, `SCHED_FIFO`, ...
    pub policy: u32,
    /// `SCHED_FLAG_*`.
    pub flags: u64,
    /// Nice value, -20..=19, of the non-real-time policies.
    pub nice: i32,
    /// 1..=99 for FIFO and RR, else 0.
    pub priority: u32,
    /// Deadline policy: run time per period, ns.
    pub runtime: u64,
    /// Deadline policy: relative deadline, ns.
    pub deadline: u64,
    /// Deadline policy: period, ns.
    pub period: u64,
}

/// `sched_getattr(2)`; `tid` 0 is the caller. Base values: a boost is not seen.
///
/// # Errors
/// `ESRCH` no such thread; `EINVAL` not a TID.
pub fn getattr(tid: u32) -> Result<SchedAttr, Errno> {
    let mut attr = SchedAttr::default();
    // SAFETY: the struct is writable and its size is passed.
    let ret = unsafe {
        syscall4(
            libc::SYS_sched_getattr as usize,
            tid as usize,
            &raw mut attr as usize,
            size_of::<SchedAttr>(),
            0,
        )
    };
    Errno::check(ret).map(|_| attr)
}

/// `sched_setattr(2)`; `tid` 0 is the caller.
///
/// # Errors
/// `EPERM` needs `CAP_SYS_NICE` or `RLIMIT_RTPRIO`; `ESRCH` no such thread; `EINVAL` no such policy, or
/// not its priority range; `EBUSY` deadline admission.
pub fn setattr(tid: u32, attr: &SchedAttr) -> Result<(), Errno> {
    let attr = SchedAttr { size: size_of::<SchedAttr>() as u32, ..*attr };
    // SAFETY: the struct is readable, its size is in its first field.
    let ret =
        unsafe { syscall3(libc::SYS_sched_setattr as usize, tid as usize, &raw const attr as usize, 0) };
    Errno::check(ret).map(drop)
}

/// `sched_setattr(2)` with a caller's own struct, of any size and version, which the kernel may write to.
///
/// # Errors
/// As [`setattr`]; `E2BIG` a size that this kernel does not know (the kernel writes the one it knows into
/// the struct); `EFAULT` memory that is not the caller's.
///
/// # Safety
/// `attr` is null or points to attributes whose first field is their size.
pub unsafe fn setattr_raw(tid: u32, attr: *mut SchedAttr, flags: u32) -> Result<(), Errno> {
    // SAFETY: the kernel checks the address; what it reads and writes is the caller's to give.
    let ret =
        unsafe { syscall3(libc::SYS_sched_setattr as usize, tid as usize, attr as usize, flags as usize) };
    Errno::check(ret).map(drop)
}

/// `sched_getattr(2)` into a caller's own struct of `size` bytes, of any version.
///
/// # Errors
/// As [`getattr`]; `EINVAL` also a size below the first version's; `EFAULT` memory that is not the caller's.
///
/// # Safety
/// `attr` is null or has room for `size` bytes.
pub unsafe fn getattr_raw(tid: u32, attr: *mut SchedAttr, size: u32, flags: u32) -> Result<(), Errno> {
    // SAFETY: the kernel checks the address; the room is the caller's to give.
    let ret = unsafe {
        syscall4(libc::SYS_sched_getattr as usize, tid as usize, attr as usize, size as usize, flags as usize)
    };
    Errno::check(ret).map(drop)
}

/// `sched_getscheduler(2)`: the policy without its reset-on-fork flag; `tid` 0 is the caller.
///
/// # Errors
/// `ESRCH` no such thread.
#[inline]
pub fn policy(tid: u32) -> Result<i32, Errno> {
    // SAFETY: no pointers.
    let ret = unsafe { syscall1(libc::SYS_sched_getscheduler as usize, tid as usize) };
    Errno::check(ret).map(|p| p as i32 & !RESET_ON_FORK)
}

/// `sched_getparam(2)`: the real-time priority, 1..=99, or 0; `tid` 0 is the caller. Base priority: a
/// boost is not seen.
///
/// # Errors
/// `ESRCH` no such thread.
#[inline]
pub fn priority(tid: u32) -> Result<i32, Errno> {
    let mut priority = 0i32;
    // SAFETY: `struct sched_param` is one int.
    let ret =
        unsafe { syscall2(libc::SYS_sched_getparam as usize, tid as usize, &raw mut priority as usize) };
    Errno::check(ret).map(|_| priority)
}

/// `sched_setscheduler(2)`; `tid` 0 is the caller. Clears reset-on-fork unless `policy` holds the flag.
///
/// # Errors
/// `EPERM` needs `CAP_SYS_NICE` or `RLIMIT_RTPRIO`; `ESRCH` no such thread; `EINVAL` no such policy, or
/// not its priority range.
pub fn set_policy(tid: u32, policy: i32, priority: i32) -> Result<(), Errno> {
    // SAFETY: `struct sched_param` is one int.
    let ret = unsafe {
        syscall3(
            libc::SYS_sched_setscheduler as usize,
            tid as usize,
            policy as usize,
            &raw const priority as usize,
        )
    };
    Errno::check(ret).map(drop)
}

/// `sched_setparam(2)`; `tid` 0 is the caller.
///
/// # Errors
/// `EPERM`, `ESRCH`, `EINVAL` as [`set_policy`].
pub fn set_priority(tid: u32, priority: i32) -> Result<(), Errno> {
    // SAFETY: `struct sched_param` is one int.
    let ret =
        unsafe { syscall2(libc::SYS_sched_setparam as usize, tid as usize, &raw const priority as usize) };
    Errno::check(ret).map(drop)
}

/// `sched_yield(2)`.
#[inline]
pub fn yield_now() {
    // SAFETY: no arguments, always succeeds.
    unsafe { syscall0(libc::SYS_sched_yield as usize) };
}

/// How many CPUs the caller may run on (`sched_getaffinity(2)`), at least 1.
#[must_use]
pub fn cpus() -> usize {
    // 8192 CPUs: the kernel refuses a mask that is shorter than its own.
    let mut mask = [0u64; 128];
    let (bytes, address) = (size_of_val(&mask), mask.as_mut_ptr() as usize);
    // SAFETY: the mask is writable and its size in bytes is passed.
    let ret = unsafe { syscall3(libc::SYS_sched_getaffinity as usize, 0, bytes, address) };
    let bytes = Errno::check(ret).unwrap_or(0);
    let words = mask.iter().take(bytes.div_ceil(size_of::<u64>()));
    words.map(|word| word.count_ones() as usize).sum::<usize>().max(1)
}
