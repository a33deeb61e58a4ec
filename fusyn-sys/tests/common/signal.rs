//! Signal handlers that do nothing, to interrupt a sleep.

use core::sync::atomic::{AtomicU32, Ordering};

use super::gettid;
use super::thread::Helper;

/// How many signals each thread has handled, by its id.
static HANDLED: [AtomicU32; 4096] = [const { AtomicU32::new(0) }; 4096];

fn handled(tid: u32) -> &'static AtomicU32 {
    &HANDLED[tid as usize % HANDLED.len()]
}

extern "C" fn count(_signal: libc::c_int) {
    handled(gettid()).fetch_add(1, Ordering::Relaxed);
}

/// Installs a handler for a signal, with `SA_RESTART` or without.
pub fn handle(signal: libc::c_int, restart: bool) {
    // SAFETY: an all-zero sigaction is valid; the handler only counts.
    unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = count as extern "C" fn(libc::c_int) as usize;
        action.sa_flags = if restart { libc::SA_RESTART } else { 0 };
        assert_eq!(libc::sigaction(signal, &raw const action, core::ptr::null_mut()), 0);
    }
}

/// Sends a signal to one thread and waits until it has handled it.
pub fn send<T>(to: &Helper<T>, signal: libc::c_int) {
    let before = handled(to.tid()).load(Ordering::Relaxed);
    // SAFETY: a signal to a thread of this process.
    let ret = unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), to.tid(), signal) };
    assert_eq!(ret, 0, "tgkill");
    super::until("signal handled", || handled(to.tid()).load(Ordering::Relaxed) != before);
}
