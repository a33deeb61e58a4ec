//! Lines on standard error, written at once and without the C library.

use fusyn_sys::io;

const STDERR: i32 = 2;
const CAPACITY: usize = 240;

/// A line that is put together on the stack; what does not fit is cut off.
pub(crate) struct Line {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Line {
    /// A line that begins with the library's name.
    pub(crate) fn new() -> Line {
        let mut line = Line { bytes: [0; CAPACITY], len: 0 };
        line.text(b"fusyn: ");
        line
    }

    /// Appends bytes.
    pub(crate) fn text(&mut self, text: &[u8]) -> &mut Line {
        for &byte in text {
            if let Some(free) = self.bytes.get_mut(self.len) {
                *free = byte;
                self.len += 1;
            }
        }
        self
    }

    /// Appends a decimal number.
    pub(crate) fn number(&mut self, mut number: usize) -> &mut Line {
        let mut digits = [b'0'; 20];
        let mut len = 0;
        for digit in digits.iter_mut().rev() {
            *digit += (number % 10) as u8;
            number /= 10;
            len += 1;
            if number == 0 {
                break;
            }
        }
        self.text(digits.get(digits.len() - len..).unwrap_or(&[]))
    }

    /// Writes the line; a failure is nothing that a lock could act on.
    pub(crate) fn send(&mut self) {
        if self.len == CAPACITY {
            self.len -= 1;
        }
        self.text(b"\n");
        let _ = self.bytes.get(..self.len).map(|line| io::write(STDERR, line));
    }
}

/// One line of fixed text.
#[cold]
pub(crate) fn line(text: &str) {
    Line::new().text(text.as_bytes()).send();
}
