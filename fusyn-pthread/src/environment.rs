//! The `FUSYN_*` variables, readable before the C library has set `environ`.
//!
//! In a program's `.preinit_array` the C library's `environ` is still null; then the kernel's copy in
//! `/proc/self/environ` is read, through a buffer on the stack.

use core::ffi::{CStr, c_char};

use fusyn_sys::{Errno, io};

const PREFIX: &[u8] = b"FUSYN_";
/// Entries are cut off here; no value that fusyn knows is as long.
const ENTRY: usize = 64;

unsafe extern "C" {
    static environ: *const *const c_char;
}

/// Calls `visit` with the name (without `FUSYN_`) and value of each of fusyn's variables.
pub(crate) fn for_each(visit: &mut dyn FnMut(&[u8], &[u8])) {
    // SAFETY: the C library's variable; a concurrent setenv is as undefined as for getenv.
    let strings = unsafe { environ };
    if strings.is_null() {
        from_kernel(visit);
    } else {
        // SAFETY: not null, so a null-terminated array of C strings.
        unsafe { from_library(strings, visit) };
    }
}

/// # Safety
/// `strings` must be a null-terminated array of C strings.
unsafe fn from_library(mut strings: *const *const c_char, visit: &mut dyn FnMut(&[u8], &[u8])) {
    loop {
        // SAFETY: within the array, by the caller; it ends with a null pointer.
        let string = unsafe { *strings };
        if string.is_null() {
            return;
        }
        let mut entry = Entry::new();
        let mut at = string.cast::<u8>();
        // SAFETY: the bytes up to the NUL are readable.
        while let byte @ 1.. = unsafe { *at } {
            if !entry.push(byte) {
                break;
            }
            // SAFETY: not past the NUL.
            at = unsafe { at.add(1) };
        }
        entry.finish(visit);
        // SAFETY: the last element was not null, so another follows.
        strings = unsafe { strings.add(1) };
    }
}

const ENVIRON_FILE: &CStr = c"/proc/self/environ";

fn from_kernel(visit: &mut dyn FnMut(&[u8], &[u8])) {
    let Ok(fd) = io::open_read(ENVIRON_FILE) else { return };
    let mut buffer = [0u8; 512];
    let mut entry = Entry::new();
    loop {
        let bytes = match io::read(fd, &mut buffer) {
            Ok(0) => break,
            Ok(read) => buffer.iter().take(read),
            Err(Errno::EINTR) => continue,
            Err(_) => break,
        };
        for &byte in bytes {
            if byte == 0 {
                entry.finish(visit);
                entry = Entry::new();
            } else {
                entry.push(byte);
            }
        }
    }
    io::close(fd);
}

/// One `NAME=value`, collected byte by byte.
struct Entry {
    bytes: [u8; ENTRY],
    len: usize,
}

impl Entry {
    fn new() -> Entry {
        Entry { bytes: [0; ENTRY], len: 0 }
    }

    /// Takes one more byte; false once the entry cannot be one of fusyn's.
    fn push(&mut self, byte: u8) -> bool {
        if PREFIX.get(self.len).is_some_and(|&expected| expected != byte) {
            self.len = ENTRY;
            return false;
        }
        match self.bytes.get_mut(self.len) {
            Some(free) => {
                *free = byte;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    fn finish(&self, visit: &mut dyn FnMut(&[u8], &[u8])) {
        let Some(entry) = self.bytes.get(PREFIX.len()..self.len) else { return };
        if let Some(equals) = entry.iter().position(|&byte| byte == b'=') {
            let (name, value) = entry.split_at(equals);
            visit(name, value.get(1..).unwrap_or(&[]));
        }
    }
}
