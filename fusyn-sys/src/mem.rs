//! Anonymous memory that a forked child gets back zeroed.

use crate::Errno;
use crate::arch::{syscall2, syscall3, syscall6};

/// A whole number of pages, whatever page size the target's kernels use: `madvise` works on whole pages,
/// and must not reach a neighbour.
#[cfg(all(target_arch = "x86_64", not(fusyn_portable)))]
pub const PAGE: usize = 4096;
/// A whole number of pages, whatever page size the target's kernels use: `madvise` works on whole pages,
/// and must not reach a neighbour.
#[cfg(not(all(target_arch = "x86_64", not(fusyn_portable))))]
pub const PAGE: usize = 65536;

const NO_FILE: usize = usize::MAX;

/// Maps `bytes` of zeroed private memory; untouched pages cost nothing.
///
/// # Errors
/// `ENOMEM`; `EINVAL` for no bytes.
pub fn map(bytes: usize) -> Result<*mut u8, Errno> {
    let prot = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping, at an address of the kernel's choice.
    let ret =
        unsafe { syscall6(libc::SYS_mmap as usize, 0, bytes, prot as usize, flags as usize, NO_FILE, 0) };
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

/// `madvise(MADV_WIPEONFORK)`: a child made by any kind of fork finds these pages zeroed, and so does
/// its own child. Not a child that shares the memory (`vfork`, `CLONE_VM`).
///
/// # Errors
/// `EINVAL` before Linux 4.14, not private anonymous memory (K11), or not page-aligned; `ENOMEM` no
/// memory there.
///
/// # Safety
/// All pages that the range touches must hold nothing else that a child needs.
pub unsafe fn wipe_on_fork(address: *mut u8, bytes: usize) -> Result<(), Errno> {
    let advice = libc::MADV_WIPEONFORK as usize;
    // SAFETY: forwarded from the caller.
    let ret = unsafe { syscall3(libc::SYS_madvise as usize, address as usize, bytes, advice) };
    Errno::check(ret).map(drop)
}
