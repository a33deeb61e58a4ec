//! `fusyn_sys::io` and `fusyn_sys::process`: reading, writing, and last words.

mod common;

use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd};

use common::child::{Fork, fork};
use common::within;
use fusyn_sys::{Errno, io, process};

/// A pipe: what is written to the second comes out of the first.
fn pipe() -> (File, File) {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors, which become the files' own.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]))
    }
}

#[test]
fn file_is_read_as_the_standard_library_reads_it() {
    within(20, || {
        let file = io::open_read(c"/proc/self/auxv").expect("a readable file");
        let mut seen = vec![0u8; 8192];
        let count = io::read(file, &mut seen).expect("some bytes");
        seen.truncate(count);
        assert_eq!(seen, std::fs::read("/proc/self/auxv").expect("the same file"));
        assert_eq!(io::read(file, &mut [0; 8]), Ok(0), "the end");
        // SAFETY: asks for the descriptor's flags.
        assert_eq!(unsafe { libc::fcntl(file, libc::F_GETFD) }, libc::FD_CLOEXEC);
        io::close(file);
        assert_eq!(io::read(file, &mut [0; 8]), Err(Errno::new(libc::EBADF)));
    });
}

#[test]
fn missing_file_gives_an_error() {
    within(20, || {
        assert_eq!(io::open_read(c"/nonexistent/file"), Err(Errno::new(libc::ENOENT)));
    });
}

#[test]
fn written_bytes_arrive() {
    within(20, || {
        let (mut out, into) = pipe();
        assert_eq!(io::write(into.as_raw_fd(), b"fusyn"), Ok(5));
        drop(into);
        let mut seen = String::new();
        out.read_to_string(&mut seen).expect("text");
        assert_eq!(seen, "fusyn");
        assert_eq!(io::write(out.as_raw_fd(), b"x"), Err(Errno::new(libc::EBADF)), "the wrong end");
    });
}

/// What a child that runs `body` says on standard error, and how it ends.
fn last_words(body: impl FnOnce()) -> (String, i32) {
    let (mut out, into) = pipe();
    let child = fork(Fork::Raw, || {
        // SAFETY: the pipe becomes the child's standard error.
        unsafe { libc::dup2(into.as_raw_fd(), 2) };
        body();
        0
    });
    drop(into);
    let mut said = String::new();
    out.read_to_string(&mut said).expect("text");
    (said, child.wait())
}

#[test]
fn say_writes_the_parts_to_standard_error() {
    within(20, || {
        let (said, code) = last_words(|| process::say(&["one ", "line", "\n"]));
        assert_eq!((said.as_str(), code), ("one line\n", 0));
    });
}

#[test]
fn die_writes_one_line_and_aborts() {
    within(20, || {
        let (said, code) = last_words(|| process::die("a reason"));
        assert_eq!((said.as_str(), code), ("fusyn: a reason\n", 1000 + libc::SIGABRT));
    });
}

#[test]
fn die_cannot_be_stopped_by_ignoring_sigabrt() {
    within(20, || {
        let (said, code) = last_words(|| {
            // SAFETY: ignores one signal.
            unsafe { libc::signal(libc::SIGABRT, libc::SIG_IGN) };
            process::die("a reason")
        });
        assert_eq!((said.as_str(), code), ("fusyn: a reason\n", 1000 + libc::SIGKILL));
    });
}
