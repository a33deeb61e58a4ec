//! Signal handlers of the process.

use core::sync::atomic::{AtomicI32, Ordering};

use crate::arch::syscall4;

/// Signals are numbered from 1.
const LAST_SIGNAL: i32 = 64;
/// Bytes of the kernel's set of signals.
const SET_BYTES: usize = 8;

/// What the kernel sends to the thread whose own instruction was at fault (its `SYNCHRONOUS_MASK`): none comes
/// while a thread waits, unless somebody sends it by hand. Rust's runtime handles some in every program.
const FAULTS: [i32; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGTRAP, libc::SIGFPE, libc::SIGSYS];

/// The signal that was found last: a process that has one such handler keeps it, as a rule.
static FOUND: AtomicI32 = AtomicI32::new(libc::SIGINT);

/// Whether the process has a handler, now, after which a sleep in the kernel ends with `EINTR`: one installed
/// without `SA_RESTART`, for another signal than those of faults. True also if the kernel does not tell.
///
/// Some sixty system calls if there is none, and most often one if there is. Never blocks; async-signal-safe.
///
/// # Examples
/// ```
/// // Rust's runtime has handlers of faults alone.
/// assert!(!fusyn_sys::signal::is_interrupting_handled());
/// ```
#[must_use]
pub fn is_interrupting_handled() -> bool {
    // Relaxed: where to look first.
    let first = FOUND.load(Ordering::Relaxed);
    if interrupts(first) {
        return true;
    }
    let found = (1..=LAST_SIGNAL).find(|signal| *signal != first && interrupts(*signal));
    if let Some(signal) = found {
        FOUND.store(signal, Ordering::Relaxed); // Relaxed: as above
    }
    found.is_some()
}

/// Whether `signal` has such a handler.
fn interrupts(signal: i32) -> bool {
    if FAULTS.contains(&signal) || signal == libc::SIGKILL || signal == libc::SIGSTOP {
        return false;
    }
    // `struct sigaction` of the kernel: the handler, the flags, and what does not count here, in no more than this.
    let mut action = [0_usize; 8];
    // SAFETY: nothing is set; the kernel writes its own struct, which is smaller.
    let ret = unsafe {
        syscall4(libc::SYS_rt_sigaction as usize, signal as usize, 0, action.as_mut_ptr() as usize, SET_BYTES)
    };
    let [handler, flags, ..] = action;
    let is_handled = handler != libc::SIG_DFL && handler != libc::SIG_IGN;
    ret != 0 || (is_handled && flags & libc::SA_RESTART as usize == 0)
}
