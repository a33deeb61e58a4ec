//! Operations on words that live for ever, private scope.

use core::sync::atomic::{AtomicU32, Ordering};

use fusyn_sys::futex::Scope;
use fusyn_sys::futex_pi;
use fusyn_sys::{Clock, Deadline, Errno};

use crate::common::{Helper, gettid, spawn};

pub(crate) type Word = &'static AtomicU32;
pub(crate) type Outcome = Result<(), Errno>;

pub(crate) const PRIVATE: Scope = Scope::Private;
pub(crate) const W: u32 = futex_pi::WAITERS;

/// Long enough never to matter, short enough that a broken test ends.
pub(crate) fn far() -> Deadline {
    in_ms(8_000)
}

pub(crate) fn in_ms(ms: u64) -> Deadline {
    Deadline::after(Clock::Monotonic, ms * 1_000_000)
}

pub(crate) fn load(word: Word) -> u32 {
    word.load(Ordering::SeqCst)
}

pub(crate) fn store(word: Word, value: u32) {
    word.store(value, Ordering::SeqCst);
}

pub(crate) fn lock_until(word: Word, deadline: Option<&Deadline>) -> Outcome {
    // SAFETY: the word is the test's, and follows the PI protocol or shows what happens else.
    unsafe { futex_pi::lock_pi(word.as_ptr(), PRIVATE, deadline) }
}

pub(crate) fn lock(word: Word) -> Outcome {
    lock_until(word, None)
}

pub(crate) fn try_lock(word: Word) -> Outcome {
    // SAFETY: as above.
    unsafe { futex_pi::trylock_pi(word.as_ptr(), PRIVATE) }
}

pub(crate) fn unlock(word: Word) -> Outcome {
    // SAFETY: as above.
    unsafe { futex_pi::unlock_pi(word.as_ptr(), PRIVATE) }
}

pub(crate) fn wait_requeue(park: Word, target: Word, deadline: Option<&Deadline>) -> Outcome {
    // SAFETY: as above.
    unsafe { futex_pi::wait_requeue_pi(park.as_ptr(), 0, target.as_ptr(), PRIVATE, deadline) }
}

/// Moves one waiter of `park`, which must hold `expected`, to `target`, as fusyn does.
pub(crate) fn requeue_one(park: Word, expected: u32, target: Word) -> Result<u32, Errno> {
    // SAFETY: as above.
    unsafe { futex_pi::cmp_requeue_pi(park.as_ptr(), expected, target.as_ptr(), 0, PRIVATE) }
}

/// What a thread found once it owned the lock.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Owned {
    /// The word as the kernel left it.
    pub(crate) word: u32,
    pub(crate) unlocked: Outcome,
}

/// A thread that is asleep in `LOCK_PI`, and unlocks once it has the lock.
pub(crate) fn locker(word: Word) -> Helper<Result<Owned, Errno>> {
    let helper = spawn(move || {
        lock(word)?;
        let seen = load(word);
        Ok(Owned { word: seen, unlocked: unlock(word) })
    });
    helper.wait_asleep_on(word);
    helper
}

/// A thread that is asleep in `WAIT_REQUEUE_PI`, and unlocks once it has the target.
pub(crate) fn parker(park: Word, target: Word) -> Helper<Result<Owned, Errno>> {
    let helper = spawn(move || {
        wait_requeue(park, target, Some(&far()))?;
        let seen = load(target);
        Ok(Owned { word: seen, unlocked: unlock(target) })
    });
    helper.wait_asleep_on(park);
    helper
}

/// What a waiter that got the lock from the kernel reports.
pub(crate) fn owned_with(word: u32) -> Result<Owned, Errno> {
    Ok(Owned { word, unlocked: Ok(()) })
}

/// The id of a thread that lived and is gone.
pub(crate) fn dead_tid() -> u32 {
    spawn(gettid).join()
}
