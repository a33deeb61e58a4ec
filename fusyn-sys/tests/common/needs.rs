//! What a test needs of the machine: skipped with a reason, or failed where nothing may be skipped.

use fusyn_sys::sched;

fn may_not_skip() -> bool {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|v| v == value);
    is("CI", "true") || is("FUSYN_NO_SKIP", "1")
}

/// Prints why a test is skipped; fails it under `CI=true` or `FUSYN_NO_SKIP=1`.
pub fn skip(reason: &str) {
    assert!(!may_not_skip(), "may not be skipped, but: {reason}");
    println!("SKIP: {reason}");
}

/// Whether the caller may use `SCHED_FIFO`; if not, the test is skipped.
#[must_use]
pub fn fifo() -> bool {
    let allowed = std::thread::spawn(|| sched::set_policy(0, libc::SCHED_FIFO, 1).is_ok());
    let allowed = allowed.join().expect("the trial thread");
    if !allowed {
        skip("no right to SCHED_FIFO (CAP_SYS_NICE or RLIMIT_RTPRIO)");
    }
    allowed
}

/// Whether the kernel has a feature; if not, the test is skipped.
#[must_use]
pub fn kernel(has: bool, what: &str) -> bool {
    if !has {
        skip(what);
    }
    has
}
