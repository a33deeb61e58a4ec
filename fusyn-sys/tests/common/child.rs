//! Child processes, by every kind of fork, and tests that need a process to themselves.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

use super::until;

/// The ways to make a child that gets a copy of the memory.
#[derive(Clone, Copy, Debug)]
pub enum Fork {
    /// `fork(3)`: runs the handlers of `pthread_atfork`.
    Full,
    /// `_Fork(3)`: runs none.
    Bare,
    /// `clone(SIGCHLD)` by system call: the C library does not know.
    Raw,
}

pub const EVERY_FORK: [Fork; 3] = [Fork::Full, Fork::Bare, Fork::Raw];

unsafe extern "C" {
    fn _Fork() -> libc::pid_t;
}

/// The exit code of a child whose body panicked.
pub const PANICKED: i32 = 101;

/// Seconds after which a child is ended by SIGALRM.
const TIME_LIMIT: u32 = 30;

/// A child of the test.
pub struct Child {
    pid: libc::pid_t,
}

/// Runs `body` in a child, which ends with the code that it returns; `body` may call only what is
/// async-signal-safe, as the child has one thread of many.
pub fn fork(how: Fork, body: impl FnOnce() -> i32) -> Child {
    // SAFETY: the child keeps to what is async-signal-safe, and ends by `_exit`.
    let pid = unsafe {
        match how {
            Fork::Full => libc::fork(),
            Fork::Bare => _Fork(),
            Fork::Raw => {
                let none = core::ptr::null_mut::<u8>();
                let ret = libc::syscall(libc::SYS_clone, libc::SIGCHLD, none, none, none, none);
                ret as libc::pid_t
            }
        }
    };
    assert!(pid >= 0, "{how:?} failed");
    if pid == 0 {
        // SAFETY: ends the child if it hangs, or if a failed test forgets it.
        unsafe { libc::alarm(TIME_LIMIT) };
        let code = catch_unwind(AssertUnwindSafe(body)).unwrap_or(PANICKED);
        // SAFETY: ends the child without running what the parent has registered.
        unsafe { libc::_exit(code) };
    }
    Child { pid }
}

impl Child {
    pub fn pid(&self) -> u32 {
        self.pid.cast_unsigned()
    }

    pub fn kill(&self) {
        // SAFETY: the child is ours and not yet waited for.
        let ret = unsafe { libc::kill(self.pid, libc::SIGKILL) };
        assert_eq!(ret, 0, "kill");
    }

    /// Waits for its end: the exit code, or 1000 and the signal that ended it.
    pub fn wait(self) -> i32 {
        let mut status = 0;
        until("child ends", || {
            // SAFETY: `status` is writable.
            let ret = unsafe { libc::waitpid(self.pid, &raw mut status, libc::WNOHANG) };
            assert!(ret >= 0, "waitpid");
            ret == self.pid
        });
        if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 1000 + libc::WTERMSIG(status) }
    }
}

/// Runs a test in a fresh process, for tests that change the whole process: `name` is the test's own.
pub fn in_fresh_process(name: &str, test: impl FnOnce()) {
    const MARK: &str = "FUSYN_TEST_FRESH_PROCESS";
    if std::env::var_os(MARK).is_some() {
        return test();
    }
    let me = std::env::current_exe().expect("the test's own path");
    let args = ["--exact", name, "--nocapture", "--test-threads=1"];
    let output = Command::new(me).args(args).env(MARK, "1").output();
    let output = output.expect("the fresh process");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    for line in text.lines().filter(|line| line.starts_with("SKIP:")) {
        println!("{line}");
    }
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains("1 passed"), "no such test: {name}\n{text}");
}
