//! A lock, a condvar and a counter as the models use them, with loom's check of exclusive access.

use loom::cell::UnsafeCell;

use super::kernel::Model;
use crate::condvar::{self, MutexRef, Parked, Waiting};
use crate::fulock::{self, LockError, Policy};
use crate::kernel::Kernel;
use crate::sync::AtomicU32;
use crate::word;

/// A fulock, the data it guards, and a condvar beside it.
pub(super) struct Shared {
    pub(super) word: AtomicU32,
    pub(super) cond: AtomicU32,
    policy: Policy,
    data: UnsafeCell<u32>,
}

// SAFETY: `data` is reached under the lock, which loom's cell checks.
unsafe impl Sync for Shared {}
// SAFETY: as above.
unsafe impl Send for Shared {}

impl Shared {
    pub(super) fn new(policy: Policy) -> loom::sync::Arc<Shared> {
        loom::sync::Arc::new(Shared {
            word: AtomicU32::new(0),
            cond: AtomicU32::new(0),
            policy,
            data: UnsafeCell::new(0),
        })
    }

    fn took(&self) {
        let owner = word::owner(self.word.load(crate::sync::Ordering::Relaxed));
        assert_eq!(owner, Model::tid(), "the word names another owner");
        if self.policy.has(Policy::INHERIT) {
            fulock::count_held::<Model>(1);
        }
    }

    pub(super) fn lock(&self) {
        self.lock_until(false).unwrap();
    }

    pub(super) fn lock_until(&self, timed: bool) -> Result<(), LockError> {
        let deadline = timed.then(Model::deadline);
        // SAFETY: the word is alive while `self` is borrowed.
        unsafe {
            if !fulock::lock_fast(&raw const self.word, Model::tid()) {
                fulock::lock_slow::<Model>(&raw const self.word, self.policy, deadline.as_ref())?;
            }
        }
        self.took();
        Ok(())
    }

    pub(super) fn unlock(&self) {
        self.unlock_as(Policy::NONE);
    }

    /// Unlocks with a way of handing over that is this release's own.
    pub(super) fn unlock_as(&self, hand_over: Policy) {
        if self.policy.has(Policy::INHERIT) {
            fulock::count_held::<Model>(-1);
        }
        // SAFETY: as in `lock_until`.
        unsafe {
            if !fulock::unlock_fast(&raw const self.word, Model::tid()) {
                fulock::unlock_slow::<Model>(&raw const self.word, self.policy.with(hand_over)).unwrap();
            }
        }
    }

    /// Adds to the data; the caller owns the lock.
    pub(super) fn add(&self, n: u32) -> u32 {
        self.data.with_mut(|data| {
            // SAFETY: exclusive, as loom checks here.
            unsafe {
                *data += n;
                *data
            }
        })
    }

    pub(super) fn locked_add(&self, n: u32) -> u32 {
        self.lock();
        let now = self.add(n);
        self.unlock();
        now
    }

    /// Waits at the condvar; the caller owns the lock before and after. False if the time passed.
    pub(super) fn wait(&self, timed: bool) -> bool {
        let deadline = timed.then(Model::deadline);
        let mut waiting = Waiting::new::<Model>();
        let this = &raw mut waiting;
        // SAFETY: settled before the frame ends; words alive while `self` is borrowed.
        unsafe {
            let mutex = MutexRef::movable(&raw const self.word, self.policy);
            Waiting::queue::<Model>(this, &raw const self.cond, mutex);
            self.unlock();
            let parked = Waiting::park::<Model>(this, deadline.as_ref());
            let state = Waiting::settle::<Model>(this, parked);
            if state.owns_mutex {
                self.took();
            } else {
                self.lock();
            }
            condvar::carry::<Model>(this);
            state.signalled || matches!(parked, Parked::Signalled)
        }
    }

    pub(super) fn signal(&self) {
        // SAFETY: alive while `self` is borrowed.
        unsafe { condvar::signal::<Model>(&raw const self.cond) };
    }

    pub(super) fn broadcast(&self) {
        // SAFETY: alive while `self` is borrowed.
        unsafe { condvar::broadcast::<Model>(&raw const self.cond) };
    }
}
