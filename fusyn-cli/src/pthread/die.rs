//! The end of a job that cannot go on.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit status of a job whose lock call failed.
const STATUS_CALL_FAILED: i32 = 3;

/// A line on the stack: memory may be what is missing. What does not fit is cut off.
struct Line {
    bytes: [u8; 256],
    len: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.len() - 1 - self.len;
        let fits = &text.as_bytes()[..text.len().min(room)];
        self.bytes[self.len..self.len + fits.len()].copy_from_slice(fits);
        self.len += fits.len();
        Ok(())
    }
}

/// Writes one line to standard error and ends the process. Other threads may be blocked, so nothing
/// is unwound or joined; of several threads that come here, the first speaks for all.
#[cold]
pub(crate) fn die(message: fmt::Arguments<'_>) -> ! {
    static DYING: AtomicBool = AtomicBool::new(false);
    if DYING.swap(true, Ordering::Relaxed) {
        loop {
            // SAFETY: pause has no preconditions; the first thread ends the process.
            unsafe { libc::pause() };
        }
    }
    let mut line = Line { bytes: [0; 256], len: 0 };
    // Writing to a Line does not fail.
    let _ = line.write_fmt(message);
    line.bytes[line.len] = b'\n';
    // SAFETY: the buffer holds that many bytes; _exit has no preconditions.
    unsafe {
        libc::write(libc::STDERR_FILENO, line.bytes.as_ptr().cast(), line.len + 1);
        libc::_exit(STATUS_CALL_FAILED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_line_is_cut_off() {
        let mut line = Line { bytes: [0; 256], len: 0 };
        write!(line, "{:>300}", 1).unwrap();
        write!(line, "more").unwrap();
        assert_eq!(line.len, 255);
    }
}
