//! Who runs with whose priority.

use fusyn_sys::sched;

use crate::common::proc::effective_priority;
use crate::common::{Helper, gettid, needs, spawn, until, within, word};
use crate::support::wait_requeue;
use crate::support::{Outcome, Word, far, in_ms, lock, lock_until, requeue_one, unlock};

fn become_fifo(priority: i32) -> Outcome {
    sched::set_policy(0, libc::SCHED_FIFO, priority)
}

/// A FIFO thread that is asleep in `LOCK_PI`, and unlocks once it has the lock.
fn fifo_locker(word: Word, priority: i32) -> Helper<Outcome> {
    let helper = spawn(move || {
        become_fifo(priority)?;
        lock(word)?;
        unlock(word)
    });
    helper.wait_asleep_on(word);
    helper
}

#[test]
fn owner_runs_with_its_top_waiters_priority_until_it_unlocks() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let (me, word) = (gettid(), word(gettid()));
        assert_eq!(effective_priority(me), 0);
        let low = fifo_locker(word, 20);
        assert_eq!(effective_priority(me), 20);
        let high = fifo_locker(word, 40);
        assert_eq!(effective_priority(me), 40);
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(effective_priority(me), 0);
        assert_eq!(high.join(), Ok(()));
        assert_eq!(low.join(), Ok(()));
    });
}

#[test]
fn boost_ends_when_the_waiter_times_out() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let (me, word) = (gettid(), word(gettid()));
        let waiter = spawn(move || {
            become_fifo(20)?;
            lock_until(word, Some(&in_ms(200)))
        });
        until("boosted", || effective_priority(me) == 20);
        assert_eq!(waiter.join(), Err(fusyn_sys::Errno::ETIMEDOUT));
        assert_eq!(effective_priority(me), 0);
        assert_eq!(unlock(word), Ok(()));
    });
}

#[test]
fn boost_goes_through_a_chain_of_locks() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let (me, first, second) = (gettid(), word(gettid()), word(0));
        let middle = spawn(move || {
            lock(second)?;
            lock(first)?;
            unlock(first)?;
            unlock(second)
        });
        middle.wait_asleep_on(first);
        let high = fifo_locker(second, 30);
        assert_eq!(effective_priority(middle.tid()), 30);
        assert_eq!(effective_priority(me), 30);
        assert_eq!(unlock(first), Ok(()));
        assert_eq!(middle.join(), Ok(()));
        assert_eq!(high.join(), Ok(()));
    });
}

#[test]
fn waiters_get_the_lock_by_priority_and_fifo_among_equals() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let word = word(gettid());
        let (tell, told) = std::sync::mpsc::channel();
        let waiters: Vec<_> = [0, 10, 30, 20, 30]
            .into_iter()
            .enumerate()
            .map(|(index, priority)| {
                let tell = tell.clone();
                let waiter = spawn(move || {
                    if priority > 0 {
                        become_fifo(priority)?;
                    }
                    lock(word)?;
                    tell.send(index).expect("the test listens");
                    unlock(word)
                });
                waiter.wait_asleep_on(word);
                waiter
            })
            .collect();
        assert_eq!(unlock(word), Ok(()));
        for waiter in waiters {
            assert_eq!(waiter.join(), Ok(()));
        }
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [2, 4, 3, 1, 0]);
    });
}

/// Unlike a plain futex: the kernel re-sorts PI waiters, and the boost follows.
#[test]
fn priority_changed_while_asleep_moves_the_boost() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let (me, word) = (gettid(), word(gettid()));
        let waiter = fifo_locker(word, 20);
        assert_eq!(effective_priority(me), 20);
        sched::set_priority(waiter.tid(), 50).expect("the right to SCHED_FIFO");
        assert_eq!(effective_priority(me), 50);
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(waiter.join(), Ok(()));
    });
}

#[test]
fn requeue_boosts_the_owner_at_once() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let (me, park, target) = (gettid(), word(0), word(gettid()));
        let waiter = spawn(move || {
            become_fifo(25)?;
            wait_requeue(park, target, Some(&far()))?;
            unlock(target)
        });
        waiter.wait_asleep_on(park);
        assert_eq!(effective_priority(me), 0);
        assert_eq!(requeue_one(park, 0, target), Ok(1));
        assert_eq!(effective_priority(me), 25);
        assert_eq!(unlock(target), Ok(()));
        assert_eq!(effective_priority(me), 0);
        assert_eq!(waiter.join(), Ok(()));
    });
}

#[test]
fn boost_is_not_seen_by_the_base_priority() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let word = word(gettid());
        let waiter = fifo_locker(word, 35);
        assert_eq!(effective_priority(gettid()), 35);
        assert_eq!(sched::policy(0), Ok(libc::SCHED_OTHER));
        assert_eq!(sched::priority(0), Ok(0));
        let attr = sched::getattr(0).expect("attributes of the caller");
        assert_eq!((attr.policy, attr.priority), (libc::SCHED_OTHER as u32, 0));
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(waiter.join(), Ok(()));
    });
}
