//! `fusyn_sys::signal` against the running kernel. One test: handlers are the process's.

mod common;

use common::within;
use fusyn_sys::signal::is_interrupting_handled;

extern "C" fn handler(_: i32) {}

fn install(signal: i32, handler: usize, flags: i32) {
    // SAFETY: zeroed is a valid `sigaction`; the handler does nothing.
    let done = unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = flags;
        libc::sigaction(signal, &raw const action, core::ptr::null_mut())
    };
    assert_eq!(done, 0, "signal {signal}");
}

/// Whether handlers of these flags count, for one signal alone.
fn counts(signal: i32, flags: i32) -> bool {
    install(signal, handler as *const () as usize, flags);
    let counts = is_interrupting_handled();
    install(signal, libc::SIG_DFL, 0);
    counts
}

#[test]
fn handler_without_restart_is_found_and_no_other() {
    within(20, || {
        assert!(!is_interrupting_handled(), "Rust's runtime handles faults alone");
        let of_faults =
            [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGTRAP, libc::SIGFPE, libc::SIGSYS];
        let untouchable = [libc::SIGKILL, libc::SIGSTOP];
        // Those between the standard ones and SIGRTMIN are the C library's own.
        let all = (1..32).chain(libc::SIGRTMIN()..=libc::SIGRTMAX());
        for signal in all.filter(|s| !untouchable.contains(s)) {
            assert_eq!(counts(signal, 0), !of_faults.contains(&signal), "signal {signal}");
            assert!(!counts(signal, libc::SA_RESTART), "signal {signal}");
            assert!(!is_interrupting_handled(), "signal {signal} has no handler any more");
        }
        install(libc::SIGUSR1, libc::SIG_IGN, 0);
        assert!(!is_interrupting_handled(), "what is ignored interrupts nothing");
    });
}
