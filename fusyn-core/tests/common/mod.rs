//! What the tests on the real kernel share: a time limit for each, states to wait for, real-time threads.
#![allow(dead_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fusyn_sys::{sched, thread_id};

/// Ends the process if the test has not finished by then; dropped, it gives up.
pub(crate) struct Watchdog(Arc<AtomicBool>);

pub(crate) fn watchdog(name: &'static str) -> Watchdog {
    let done = Arc::new(AtomicBool::new(false));
    let seen = done.clone();
    thread::spawn(move || {
        let end = Instant::now() + Duration::from_secs(90);
        while Instant::now() < end {
            if seen.load(Ordering::SeqCst) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        eprintln!("{name}: hangs");
        std::process::abort();
    });
    Watchdog(done)
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Whether SCHED_FIFO is to be had; says SKIP if not, which in CI is a failure.
pub(crate) fn has_fifo(test: &str) -> bool {
    let got = thread::spawn(|| sched::set_policy(0, sched::SCHED_FIFO, 1)).join().unwrap();
    if got.is_err() {
        assert!(
            std::env::var_os("CI").is_none() && std::env::var_os("FUSYN_NO_SKIP").is_none(),
            "{test}: SCHED_FIFO is refused, and a skip is a failure here"
        );
        eprintln!("SKIP {test}: SCHED_FIFO is refused (run as root, or raise `ulimit -r`)");
    }
    got.is_ok()
}

/// A thread of a test, whose kernel id is known.
pub(crate) struct Thread<T> {
    pub(crate) tid: u32,
    handle: JoinHandle<T>,
}

impl<T> Thread<T> {
    pub(crate) fn join(self) -> T {
        self.handle.join().unwrap()
    }

    /// Waits until the thread sleeps in a futex operation.
    pub(crate) fn wait_until_blocked(&self) {
        self.wait_until_blocked_elsewhere("");
    }

    /// Waits until the thread sleeps in another futex operation than in `before`.
    pub(crate) fn wait_until_blocked_elsewhere(&self, before: &str) {
        let in_futex = format!("{} ", libc::SYS_futex);
        wait_until("the thread to block", || {
            let call = self.system_call();
            call.starts_with(&in_futex) && call != before
        });
    }

    /// The system call in which the thread sleeps, with its arguments, as the kernel prints it.
    pub(crate) fn system_call(&self) -> String {
        std::fs::read_to_string(format!("/proc/self/task/{}/syscall", self.tid)).unwrap_or_default()
    }
}

/// Starts a thread on CPU 0 with a FIFO priority, or an ordinary one with 0, anywhere.
pub(crate) fn start<T: Send + 'static>(
    priority: i32,
    body: impl FnOnce() -> T + Send + 'static,
) -> Thread<T> {
    let tid = Arc::new(AtomicU32::new(0));
    let told = tid.clone();
    let handle = thread::spawn(move || {
        if priority > 0 {
            pin();
            sched::set_policy(0, sched::SCHED_FIFO, priority).unwrap();
        }
        told.store(thread_id::current(), Ordering::SeqCst);
        body()
    });
    wait_until("the thread to start", || tid.load(Ordering::SeqCst) != 0);
    Thread { tid: tid.load(Ordering::SeqCst), handle }
}

/// Pins the caller to CPU 0.
pub(crate) fn pin() {
    // SAFETY: a zeroed set is an empty one; the call reads it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(0, &mut set);
        assert_eq!(libc::sched_setaffinity(0, size_of_val(&set), &raw const set), 0);
    }
}

/// Waits for a state, for ten seconds at most.
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < end, "waited ten seconds for {what}");
        thread::sleep(Duration::from_micros(200));
    }
}

/// Uses the CPU for a while.
pub(crate) fn burn(time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {}
}
