//! Last words: a line on standard error, and the end of the process.

use crate::arch::{syscall0, syscall2, syscall3};

/// Writes `parts` to standard error, as one line per call if the writer is alone.
///
/// # Signal safety
/// Async-signal-safe; `errno` untouched.
pub fn say(parts: &[&str]) {
    for part in parts {
        // SAFETY: the bytes live as long as the call; a short write loses text, nothing else.
        unsafe { syscall3(libc::SYS_write as usize, 2, part.as_ptr() as usize, part.len()) };
    }
}

/// Writes one line and aborts.
#[cold]
pub fn die(message: &str) -> ! {
    say(&["fusyn: ", message, "\n"]);
    loop {
        // SAFETY: SIGABRT to ourselves; if it is blocked or handled, SIGKILL follows.
        unsafe {
            let pid = syscall0(libc::SYS_getpid as usize);
            syscall2(libc::SYS_kill as usize, pid, libc::SIGABRT as usize);
            syscall2(libc::SYS_kill as usize, pid, libc::SIGKILL as usize);
        }
    }
}
