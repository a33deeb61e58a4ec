//! The thread's robust list: what the kernel walks when a thread dies (robust-futex ABI).

use crate::Errno;
use crate::arch::{syscall2, syscall3};

/// Distance from a list entry to its lock word in glibc's `pthread_mutex_t` on 64-bit targets.
pub const GLIBC_FUTEX_OFFSET: isize = -32;
/// How many entries the kernel walks at most.
pub const LIST_LIMIT: usize = 2048;

/// `struct robust_list_head`: registered once per thread, by the C library.
#[derive(Debug)]
#[repr(C)]
pub struct RobustListHead {
    /// First entry, or the head itself; bit 0 marks a PI lock.
    pub first: *mut u8,
    /// Added to an entry's address gives the lock word; one value for all entries of the thread.
    pub futex_offset: isize,
    /// The entry being locked or unlocked just now; bit 0 marks a PI lock.
    pub pending: *mut u8,
}

/// `get_robust_list(2)` of the calling thread; null if none is registered.
///
/// # Errors
/// `ENOSYS` where a seccomp filter or an old kernel has no robust futexes; none else for the caller.
///
/// # Robustness
/// The kernel walks the list when the thread ends in whatever way: words that hold the thread's TID get
/// [`OWNER_DIED`](crate::futex_pi::OWNER_DIED) in its place (`WAITERS` stays) and one waiter is woken,
/// by a *shared* key unless the entry is marked PI. A broken list ends the walk silently.
pub fn current() -> Result<*mut RobustListHead, Errno> {
    let mut head: *mut RobustListHead = core::ptr::null_mut();
    let mut len = 0usize;
    let (head_out, len_out) = (&raw mut head as usize, &raw mut len as usize);
    // SAFETY: both results are writable.
    let ret = unsafe { syscall3(libc::SYS_get_robust_list as usize, 0, head_out, len_out) };
    Errno::check(ret).map(|_| head)
}

/// `set_robust_list(2)`: **replaces** the C library's list in this thread, whose robust mutexes the
/// kernel then no longer sees; for threads made without the C library, and for tests.
///
/// # Errors
/// `EINVAL` never, since the size is right; `ENOSYS` as [`current`].
///
/// # Safety
/// * The head, and every entry in it, must stay valid until the thread ends or registers another.
/// * No robust mutex of the C library may be locked by this thread.
pub unsafe fn register(head: *mut RobustListHead) -> Result<(), Errno> {
    // SAFETY: forwarded from the caller.
    let ret =
        unsafe { syscall2(libc::SYS_set_robust_list as usize, head as usize, size_of::<RobustListHead>()) };
    Errno::check(ret).map(drop)
}
