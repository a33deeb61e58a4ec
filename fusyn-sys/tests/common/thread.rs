//! Threads whose sleep can be waited for.

use core::sync::atomic::AtomicU32;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};

use super::{gettid, proc, until};

/// A thread of a test, known by its id.
pub struct Helper<T> {
    tid: u32,
    handle: JoinHandle<T>,
}

/// Starts a thread; returns once its id is known.
pub fn spawn<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> Helper<T> {
    let (tell, told) = channel();
    let handle = thread::spawn(move || {
        tell.send(gettid()).expect("the spawner listens");
        body()
    });
    let tid = told.recv().expect("the thread tells its id");
    Helper { tid, handle }
}

impl<T> Helper<T> {
    pub fn tid(&self) -> u32 {
        self.tid
    }

    pub fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Whether it sleeps in a futex operation on the word.
    pub fn sleeps_on(&self, word: &AtomicU32) -> bool {
        proc::sleeping_in(self.tid).is_some_and(|call| call.is_futex_on(word))
    }

    /// Waits until it sleeps in a futex operation on the word.
    pub fn wait_asleep_on(&self, word: &AtomicU32) {
        until("asleep on the word", || self.sleeps_on(word));
    }

    /// Its result; waits until it has left the kernel's tables too.
    pub fn join(self) -> T {
        until("thread ends", || self.is_finished());
        let result = self.handle.join();
        until("thread leaves the process", || proc::is_gone(self.tid));
        match result {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}
