//! Time limits: a test that hangs fails.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a state may take to appear before the test fails.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a test in a thread of its own and fails if it is not done in `seconds`.
pub fn within(seconds: u64, test: impl FnOnce() + Send + 'static) {
    let (done, finished) = channel();
    let name = thread::current().name().unwrap_or("test").to_owned();
    let body = thread::Builder::new().name(name).spawn(move || {
        test();
        let _ = done.send(());
    });
    let body = body.expect("a thread for the test");
    match finished.recv_timeout(Duration::from_secs(seconds)) {
        Err(RecvTimeoutError::Timeout) => panic!("not done after {seconds} s"),
        Ok(()) | Err(RecvTimeoutError::Disconnected) => {
            if let Err(panic) = body.join() {
                resume_unwind(panic);
            }
        }
    }
}

/// Polls until `reached` holds; fails with `what` if it does not come to hold.
pub fn until(what: &str, mut reached: impl FnMut() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !reached() {
        assert!(Instant::now() < give_up, "never reached: {what}");
        thread::sleep(Duration::from_micros(200));
    }
}
