//! [`Semaphore`], the Rust face.

use core::fmt;
use core::time::Duration;

use fusyn_sys::Deadline;

use super::{MAX, Overflow, post, try_wait, value, wait};
use crate::kernel::Linux;
use crate::mutex::deadline_after;
use crate::sync::{AtomicU64, Ordering};

/// A counting semaphore whose waiters are served by priority.
///
/// # Priority
/// Read when a wait blocks; a told change re-sorts. A post is handed to a real-time waiter before anybody
/// else can take it; an ordinary waiter is overtaken at most
/// [`OVERTAKEN_LIMIT`](super::OVERTAKEN_LIMIT) times.
///
/// # Examples
/// ```
/// use fusyn_core::Semaphore;
/// static JOBS: Semaphore = Semaphore::new(0);
/// std::thread::scope(|s| {
///     s.spawn(|| JOBS.wait());
///     JOBS.post().unwrap();
/// });
/// assert!(!JOBS.try_wait_for(std::time::Duration::from_millis(1)));
/// ```
pub struct Semaphore {
    word: AtomicU64,
}

impl Semaphore {
    /// A semaphore of a value; one above [`MAX`] becomes that.
    #[must_use]
    pub const fn new(value: u32) -> Semaphore {
        let value = if value > MAX { MAX } else { value };
        Semaphore { word: AtomicU64::new(value as u64) }
    }

    /// Takes one from the value.
    ///
    /// # Blocking
    /// Until the value is above 0; not ended by signals.
    /// # Signal safety
    /// Not async-signal-safe.
    /// # Memory order
    /// What a poster did before its post is visible.
    /// # Panics
    /// In a signal handler that interrupted fusyn itself.
    #[inline]
    pub fn wait(&self) {
        if !self.try_wait() {
            // SAFETY: the word is ours, and alive while borrowed.
            let taken = unsafe { wait::<Linux>(&raw const self.word, None) };
            assert!(taken, "a signal handler that interrupted a lock operation cannot wait");
        }
    }

    /// Takes one from the value if it is above 0.
    ///
    /// # Blocking
    /// Never.
    /// # Signal safety
    /// Async-signal-safe.
    #[inline]
    #[must_use]
    pub fn try_wait(&self) -> bool {
        // SAFETY: the word is ours, and alive while borrowed.
        unsafe { try_wait(&raw const self.word) }
    }

    /// [`wait`](Semaphore::wait) for at most a duration; false if it passed.
    #[must_use]
    pub fn try_wait_for(&self, timeout: Duration) -> bool {
        self.try_wait_until(deadline_after(timeout))
    }

    /// [`wait`](Semaphore::wait) until an instant on either clock at the latest; false if it passed.
    ///
    /// # Blocking
    /// As [`wait`](Semaphore::wait), until the deadline. A post that comes with the deadline is not lost.
    #[must_use]
    pub fn try_wait_until(&self, deadline: Deadline) -> bool {
        // SAFETY: the word is ours, and alive while borrowed.
        self.try_wait() || unsafe { wait::<Linux>(&raw const self.word, Some(&deadline)) }
    }

    /// Raises the value by one, or gives the token to the highest-priority waiter.
    ///
    /// # Blocking
    /// Takes a bucket lock for a moment if somebody waits.
    /// # Errors
    /// [`Overflow`] the value was [`MAX`], and is.
    /// # Signal safety
    /// Async-signal-safe, also from a handler that interrupted fusyn itself.
    /// # Memory order
    /// What the caller did before is visible to who takes this token.
    #[inline]
    pub fn post(&self) -> Result<(), Overflow> {
        // SAFETY: the word is ours, and alive while borrowed.
        unsafe { post::<Linux>(&raw const self.word) }
    }

    /// The value just now; 0 while somebody waits.
    #[must_use]
    pub fn value(&self) -> u32 {
        // Relaxed: a snapshot.
        value(self.word.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Semaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Semaphore").field("value", &self.value()).finish()
    }
}
