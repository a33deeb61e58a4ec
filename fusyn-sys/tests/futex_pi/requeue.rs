//! `WAIT_REQUEUE_PI` and `CMP_REQUEUE_PI`: the ordinary way, time-outs, signals, errors.

use std::time::Instant;

use fusyn_sys::{Clock, Deadline, Errno, futex, futex_pi};

use crate::common::{gettid, needs, proc, signal, spawn, within, word};
use crate::support::{PRIVATE, W, far, in_ms, load, owned_with, parker, requeue_one, store};
use crate::support::{unlock, wait_requeue};

#[test]
fn other_value_gives_eagain() {
    within(20, || {
        assert_eq!(wait_requeue(word(1), word(0), None), Err(Errno::EAGAIN));
    });
}

#[test]
fn one_word_twice_gives_einval() {
    within(20, || {
        let both = word(0);
        assert_eq!(wait_requeue(both, both, None), Err(Errno::EINVAL));
        assert_eq!(requeue_one(both, 0, both), Err(Errno::EINVAL));
    });
}

#[test]
fn requeue_of_nobody_gives_zero() {
    within(20, || {
        assert_eq!(requeue_one(word(0), 0, word(0)), Ok(0));
    });
}

#[test]
fn requeue_after_a_change_gives_eagain_and_moves_nobody() {
    within(20, || {
        let (park, target) = (word(0), word(0));
        let waiter = parker(park, target);
        assert_eq!(requeue_one(park, 1, target), Err(Errno::EAGAIN));
        assert!(waiter.sleeps_on(park));
        let tid = waiter.tid();
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(waiter.join(), owned_with(tid));
    });
}

#[test]
fn requeue_onto_an_owned_word_waits_for_its_owner() {
    within(20, || {
        let (park, target) = (word(0), word(gettid()));
        let waiter = parker(park, target);
        let tid = waiter.tid();
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(load(target), gettid() | W);
        assert!(proc::sleeping_in(tid).is_some(), "moved, not woken");
        assert_eq!(unlock(target), Ok(()));
        assert_eq!(waiter.join(), owned_with(tid | W));
    });
}

#[test]
fn nr_requeue_moves_further_waiters() {
    within(20, || {
        let (park, target) = (word(0), word(gettid()));
        let waiters = [(); 3].map(|()| parker(park, target));
        // SAFETY: the test owns both words.
        let moved = unsafe { futex_pi::cmp_requeue_pi(park.as_ptr(), 0, target.as_ptr(), 1, PRIVATE) };
        assert_eq!(moved, Ok(2));
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(unlock(target), Ok(()));
        for waiter in waiters {
            assert!(waiter.join().is_ok_and(|owned| owned.unlocked.is_ok()));
        }
        assert_eq!(load(target), 0);
    });
}

#[test]
fn waiters_of_an_owned_word_get_it_by_priority() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let target = word(gettid());
        let (tell, told) = std::sync::mpsc::channel();
        let waiters = [10, 30, 20].map(|priority| {
            let (park, tell) = (word(0), tell.clone());
            let waiter = spawn(move || {
                fusyn_sys::sched::set_policy(0, libc::SCHED_FIFO, priority)?;
                wait_requeue(park, target, Some(&far()))?;
                tell.send(priority).expect("the test listens");
                unlock(target)
            });
            waiter.wait_asleep_on(park);
            assert_eq!(requeue_one(park, 0, target), Ok(1));
            waiter
        });
        assert_eq!(unlock(target), Ok(()));
        for waiter in waiters {
            assert_eq!(waiter.join(), Ok(()));
        }
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [30, 20, 10]);
    });
}

#[test]
fn other_target_than_announced_gives_einval() {
    within(20, || {
        let (park, target, other) = (word(0), word(0), word(0));
        let waiter = parker(park, target);
        assert_eq!(requeue_one(park, 0, other), Err(Errno::EINVAL));
        assert_eq!(load(other), 0);
        assert!(waiter.sleeps_on(park));
        let tid = waiter.tid();
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(waiter.join(), owned_with(tid));
    });
}

#[test]
fn plain_waiter_cannot_be_requeued() {
    within(20, || {
        let (park, target) = (word(0), word(0));
        // SAFETY: the test owns the word.
        let plain = spawn(move || unsafe { futex::wait(park.as_ptr(), 0, PRIVATE, Some(&far())) });
        plain.wait_asleep_on(park);
        assert_eq!(requeue_one(park, 0, target), Err(Errno::EINVAL));
        assert!(plain.sleeps_on(park));
        // SAFETY: as above.
        assert_eq!(unsafe { futex::wake(park.as_ptr(), 1, PRIVATE) }, Ok(1));
        assert_eq!(plain.join(), Ok(()));
    });
}

#[test]
fn deadline_before_the_requeue_times_out_on_its_own_clock() {
    within(20, || {
        for clock in [Clock::Realtime, Clock::Monotonic] {
            let (start, deadline) = (Instant::now(), Deadline::after(clock, 30_000_000));
            let result = wait_requeue(word(0), word(0), Some(&deadline));
            assert_eq!(result, Err(Errno::ETIMEDOUT), "{clock:?}");
            assert!(deadline.has_passed(), "{clock:?}: gave up early");
            assert!(start.elapsed().as_millis() >= 15, "{clock:?}: did not sleep");
        }
    });
}

#[test]
fn deadline_after_the_requeue_times_out_without_the_lock() {
    within(20, || {
        let (park, target) = (word(0), word(gettid()));
        let waiter = spawn(move || wait_requeue(park, target, Some(&in_ms(200))));
        waiter.wait_asleep_on(park);
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(waiter.join(), Err(Errno::ETIMEDOUT));
        assert_eq!(load(target), gettid() | W);
        assert_eq!(unlock(target), Ok(()));
        assert_eq!(load(target), 0);
    });
}

#[test]
fn signal_before_the_requeue_restarts_the_wait() {
    within(20, || {
        signal::handle(libc::SIGUSR1, false);
        let (park, target) = (word(0), word(0));
        let waiter = parker(park, target);
        signal::send(&waiter, libc::SIGUSR1);
        waiter.wait_asleep_on(park);
        let tid = waiter.tid();
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(waiter.join(), owned_with(tid));
    });
}

#[test]
fn signal_after_the_requeue_gives_eagain_without_the_lock() {
    within(20, || {
        signal::handle(libc::SIGUSR1, false);
        let (park, target) = (word(0), word(gettid()));
        let waiter = parker(park, target);
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        signal::send(&waiter, libc::SIGUSR1);
        assert_eq!(waiter.join(), Err(Errno::EAGAIN));
        assert_eq!(unlock(target), Ok(()));
        assert_eq!(load(target), 0);
        store(park, 1);
        assert_eq!(requeue_one(park, 1, target), Ok(0), "nobody is left");
    });
}
