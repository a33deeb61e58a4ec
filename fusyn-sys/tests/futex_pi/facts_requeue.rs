//! Kernel facts K4, K6, K7, about waiters in `WAIT_REQUEUE_PI`: one test each, named after it.

use fusyn_sys::{Errno, futex};

use crate::common::{gettid, spawn, within, word};
use crate::support::{Outcome, PRIVATE, W, Word, dead_tid, in_ms, load, lock, owned_with, parker};
use crate::support::{requeue_one, store, unlock, wait_requeue};

#[test]
fn k4_requeue_onto_a_free_word_makes_the_waiter_owner_and_drops_waiters() {
    within(20, || {
        let (park, target) = (word(0), word(W));
        let waiter = parker(park, target);
        let tid = waiter.tid();
        store(park, 1);
        assert_eq!(requeue_one(park, 1, target), Ok(1));
        assert_eq!(waiter.join(), owned_with(tid));
        assert_eq!(load(target), 0);
    });
}

/// `FUTEX_WAKE_OP` that writes 0 over 0 at `word` and wakes one waiter there, or the error.
fn wake_op(word: Word) -> Result<i64, Errno> {
    let op = libc::FUTEX_WAKE_OP | libc::FUTEX_PRIVATE_FLAG;
    let other = crate::common::word(0);
    let (word, other) = (word.as_ptr(), other.as_ptr());
    // SAFETY: both words live for ever.
    let ret = unsafe { libc::syscall(libc::SYS_futex, word, op, 1, 1, other, 0) };
    if ret >= 0 {
        return Ok(ret);
    }
    let error = std::io::Error::last_os_error();
    Err(Errno::new(error.raw_os_error().expect("an errno")))
}

#[test]
fn k6_plain_operations_do_not_reach_a_wait_requeue_pi_waiter() {
    within(20, || {
        let (park, target) = (word(0), word(0));
        let waiter = parker(park, target);
        // SAFETY: the test owns the word.
        let woken = unsafe { futex::wake(park.as_ptr(), 1, PRIVATE) };
        assert_eq!(woken, Err(Errno::EINVAL));
        let other = word(0).as_ptr();
        // SAFETY: as above.
        let moved = unsafe { futex::requeue(park.as_ptr(), other, 1, 1, PRIVATE) };
        assert_eq!(moved, Err(Errno::EINVAL));
        // SAFETY: as above.
        let moved = unsafe { futex::cmp_requeue(park.as_ptr(), 0, other, 0, 1, PRIVATE) };
        assert_eq!(moved, Err(Errno::EINVAL));
        assert_eq!(wake_op(park), Err(Errno::EINVAL));
        assert!(waiter.sleeps_on(park), "none of them woke it");

        let tid = waiter.tid();
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(waiter.join(), owned_with(tid));
    });
}

/// A requeue toward `target` fails twice with `error`, and the waiter sleeps until its own deadline.
fn requeue_fails_for_good(target: Word, error: Errno) {
    let park = word(0);
    let waiter = spawn(move || wait_requeue(park, target, Some(&in_ms(300))));
    waiter.wait_asleep_on(park);
    store(park, 1);
    for _ in 0..2 {
        assert_eq!(requeue_one(park, 1, target), Err(error));
    }
    assert!(waiter.sleeps_on(park), "{error}: it sleeps on");
    assert_eq!(waiter.join(), Err(Errno::ETIMEDOUT));
}

#[test]
fn k7_requeue_onto_a_dead_owners_word_fails_and_the_waiter_sleeps_on() {
    within(20, || requeue_fails_for_good(word(dead_tid()), Errno::ESRCH));
}

#[test]
fn k7_requeue_onto_a_word_of_the_waiter_itself_fails_and_the_waiter_sleeps_on() {
    within(20, || {
        let (park, target) = (word(0), word(0));
        let waiter = spawn(move || -> Outcome {
            lock(target)?;
            let result = wait_requeue(park, target, Some(&in_ms(300)));
            assert_eq!(load(target), gettid(), "still its own");
            unlock(target)?;
            result
        });
        waiter.wait_asleep_on(park);
        store(park, 1);
        assert_eq!(requeue_one(park, 1, target), Err(Errno::EDEADLK));
        assert!(waiter.sleeps_on(park));
        assert_eq!(waiter.join(), Err(Errno::ETIMEDOUT));
    });
}

/// waiter -> target, owned by us; we wait for `theirs`, owned by the waiter.
#[test]
fn k7_requeue_that_closes_a_cycle_fails_and_the_waiter_sleeps_on() {
    within(20, || {
        let (park, target, theirs) = (word(0), word(0), word(0));
        let waiter = spawn(move || -> Outcome {
            lock(theirs)?;
            let result = wait_requeue(park, target, Some(&in_ms(1_000)));
            unlock(theirs)?;
            result
        });
        waiter.wait_asleep_on(park);
        let owner = spawn(move || -> Outcome {
            lock(target)?;
            lock(theirs)?;
            unlock(theirs)?;
            unlock(target)
        });
        owner.wait_asleep_on(theirs);
        store(park, 1);
        assert_eq!(requeue_one(park, 1, target), Err(Errno::EDEADLK));
        assert!(waiter.sleeps_on(park));
        assert_eq!(waiter.join(), Err(Errno::ETIMEDOUT));
        assert_eq!(owner.join(), Ok(()));
    });
}
