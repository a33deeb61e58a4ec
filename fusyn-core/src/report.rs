//! The few lines that fusyn writes to standard error about a program's mistakes; each once.

use crate::sync::{AtomicU32, Ordering};

/// A plain mutex was unlocked by a thread that does not own it while a real-time thread waits for it.
#[cold]
pub(crate) fn foreign_unlock() {
    #[cfg(not(loom))]
    {
        static SAID: AtomicU32 = AtomicU32::new(0);
        // Relaxed: only decides who writes the line.
        if SAID.swap(1, Ordering::Relaxed) == 0 {
            fusyn_sys::process::say(&[
                "fusyn: a mutex was unlocked by a thread that does not own it, while a waiter boosts its owner; refused (EPERM)\n",
            ]);
        }
    }
    #[cfg(loom)]
    let _ = (AtomicU32::new(0), Ordering::Relaxed);
}
