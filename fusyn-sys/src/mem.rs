//! Anonymous memory that a forked child gets back zeroed.

use crate::Errno;
use crate::arch::{syscall2, syscall3, syscall6};

/// Size of a page on every target fusyn supports at the least; `madvise` rounds up.
pub const PAGE: usize = 4096;

/// Maps `bytes` of zeroed private memory; untouched pages cost nothing.
///
/// # Errors
/// `ENOMEM`.
pub fn map(bytes: usize) -> Result<*mut u8, Errno> {
    let prot = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping, at an address of the kernel's choice.
    let ret = unsafe {
        syscall6(libc::SYS_mmap as usize, 0, bytes, prot as usize, flags as usize, -1isize as usize, 0)
    };
    Errno::check(ret).map(|address| address as *mut u8)
}

/// Unmaps what [`map`] gave.
///
/// # Safety
/// Nothing may use the memory any more.
pub unsafe fn unmap(address: *mut u8, bytes: usize) {
    // SAFETY: the caller gives the mapping up; failure would leave it mapped, which is harmless.
    unsafe { syscall2(libc::SYS_munmap as usize, address as usize, bytes) };
}

/// `madvise(MADV_WIPEONFORK)`: a child made by any kind of fork finds these pages zeroed.
///
/// # Errors
/// `EINVAL` before Linux 4.14, or not private anonymous memory (K11).
///
/// # Safety
/// The pages must hold nothing else that a child needs.
pub unsafe fn wipe_on_fork(address: *mut u8, bytes: usize) -> Result<(), Errno> {
    const MADV_WIPEONFORK: usize = 18;
    // SAFETY: forwarded from the caller.
    let ret = unsafe { syscall3(libc::SYS_madvise as usize, address as usize, bytes, MADV_WIPEONFORK) };
    Errno::check(ret).map(drop)
}
