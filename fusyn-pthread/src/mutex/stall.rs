//! Waiting for what cannot come: a lock of a dead owner, or one's own.

use core::ffi::c_int;

use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Deadline, Errno};

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
