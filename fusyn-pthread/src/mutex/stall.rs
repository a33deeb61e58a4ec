//! Waiting for what cannot come: a lock of a dead owner, or one's own.

use core::ffi::c_int;

use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Clock, Deadline, Errno};

/// Blocks until the deadline and returns `ETIMEDOUT`; without one it never returns.
#[cold]
#[inline(never)]
pub(super) fn stall(deadline: Option<&Deadline>) -> c_int {
    let word = 0u32;
    loop {
        // SAFETY: a word of this thread alone, which nobody wakes.
        if unsafe { futex::wait(&raw const word, 0, Scope::Private, deadline) } == Err(Errno::ETIMEDOUT) {
            return libc::ETIMEDOUT;
        }
    }
}

/// Blocks for a while, or until the deadline: then true.
#[cold]
pub(super) fn pause(deadline: Option<&Deadline>) -> bool {
    const NANOS: u64 = 20_000_000;
    let end = Deadline::after(deadline.map_or(Clock::Monotonic, Deadline::clock), NANOS);
    match deadline {
        Some(deadline) if deadline.timespec() <= end.timespec() => {
            stall(Some(deadline));
            true
        }
        _ => {
            stall(Some(&end));
            false
        }
    }
}
