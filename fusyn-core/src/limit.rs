//! A time limit for unit tests.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Fails a test that is caught in a broken ring.
pub(crate) fn within(seconds: u64, test: impl FnOnce() + Send + 'static) {
    let (done, finished) = channel();
    let body = std::thread::spawn(move || {
        test();
        let _ = done.send(());
    });
    let result = finished.recv_timeout(Duration::from_secs(seconds));
    assert_ne!(result, Err(RecvTimeoutError::Timeout), "not done after {seconds} s");
    if let Err(panic) = body.join() {
        std::panic::resume_unwind(panic);
    }
}
