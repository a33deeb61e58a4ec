//! Files, as far as a runtime needs them before the C library is up: read one, write a line.

use core::ffi::CStr;

use crate::Errno;
use crate::arch::{syscall1, syscall3, syscall4};

/// `openat(2)` for reading, close-on-exec; returns the descriptor.
///
/// # Errors
/// `EFAULT` never; whatever the file system answers.
pub fn open_read(path: &CStr) -> Result<i32, Errno> {
    let flags = libc::O_RDONLY | libc::O_CLOEXEC;
    // SAFETY: the path ends with a NUL and lives as long as the call.
    let ret = unsafe {
        syscall4(
            libc::SYS_openat as usize,
            libc::AT_FDCWD as usize,
            path.as_ptr() as usize,
            flags as usize,
            0,
        )
    };
    Errno::check(ret).map(|fd| fd as i32)
}

/// `read(2)`; returns the bytes read, 0 at the end.
///
/// # Errors
/// `EINTR`, `EAGAIN`, or whatever the file answers.
pub fn read(fd: i32, buffer: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the buffer is writable and its length is passed.
    let ret =
        unsafe { syscall3(libc::SYS_read as usize, fd as usize, buffer.as_mut_ptr() as usize, buffer.len()) };
    Errno::check(ret)
}

/// `write(2)`; returns the bytes written.
///
/// # Errors
/// `EINTR`, `EAGAIN`, or whatever the file answers.
pub fn write(fd: i32, bytes: &[u8]) -> Result<usize, Errno> {
    // SAFETY: the bytes are readable and their number is passed.
    let ret =
        unsafe { syscall3(libc::SYS_write as usize, fd as usize, bytes.as_ptr() as usize, bytes.len()) };
    Errno::check(ret)
}

/// `close(2)`; an error leaves nothing that a caller could do.
pub fn close(fd: i32) {
    // SAFETY: no pointers; the caller gives the descriptor up.
    unsafe { syscall1(libc::SYS_close as usize, fd as usize) };
}
