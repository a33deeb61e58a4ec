//! The order of the kernel's queue.

use core::sync::atomic::AtomicU32;

use fusyn_sys::futex::Scope;
use fusyn_sys::{Errno, sched};

use crate::common::{Helper, needs, spawn, until, within, word};
use crate::{wait, wake};

/// A thread that sleeps on the word with a FIFO priority, or without one for 0.
fn sleeper(word: &'static AtomicU32, scope: Scope, priority: i32) -> Helper<Result<(), Errno>> {
    let helper = spawn(move || {
        if priority > 0 {
            sched::set_policy(0, libc::SCHED_FIFO, priority).expect("the right to SCHED_FIFO");
        }
        wait(word, 0, scope, None)
    });
    helper.wait_asleep_on(word);
    helper
}

/// Wakes one at a time, and says in which order the waiters came.
fn wake_order(word: &'static AtomicU32, scope: Scope, waiters: Vec<Helper<Result<(), Errno>>>) -> Vec<usize> {
    let mut order = Vec::new();
    for _ in 0..waiters.len() {
        assert_eq!(wake(word, 1, scope), Ok(1));
        let is_new = |i: &usize| !order.contains(i) && waiters[*i].is_finished();
        let mut woken = None;
        until("one woken", || {
            woken = (0..waiters.len()).find(is_new);
            woken.is_some()
        });
        order.extend(woken);
    }
    for waiter in waiters {
        assert_eq!(waiter.join(), Ok(()));
    }
    order
}

#[test]
fn fifo_waiters_are_woken_by_priority() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        for scope in [Scope::Private, Scope::Shared] {
            let word = word(0);
            let priorities = [0, 10, 30, 20, 30];
            let waiters = priorities.map(|p| sleeper(word, scope, p)).into();
            assert_eq!(wake_order(word, scope, waiters), [2, 4, 3, 1, 0], "{scope:?}");
        }
    });
}

#[test]
fn equal_waiters_are_woken_in_the_order_they_came() {
    within(20, || {
        let word = word(0);
        let waiters = [0; 5].map(|p| sleeper(word, Scope::Private, p)).into();
        assert_eq!(wake_order(word, Scope::Private, waiters), [0, 1, 2, 3, 4]);
    });
}

#[test]
fn nice_values_do_not_count() {
    within(20, || {
        let word = word(0);
        let waiters = [19, 0, 19].map(|nice| {
            let helper = spawn(move || {
                let attr = sched::SchedAttr { nice, ..sched::getattr(0)? };
                sched::setattr(0, &attr)?;
                wait(word, 0, Scope::Private, None)
            });
            helper.wait_asleep_on(word);
            helper
        });
        assert_eq!(wake_order(word, Scope::Private, waiters.into()), [0, 1, 2]);
    });
}

#[test]
fn priority_changed_while_asleep_does_not_move_the_waiter() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let word = word(0);
        let waiters = Vec::from([10, 20].map(|p| sleeper(word, Scope::Private, p)));
        sched::set_priority(waiters[0].tid(), 30).expect("the right to SCHED_FIFO");
        assert_eq!(wake_order(word, Scope::Private, waiters), [1, 0]);
    });
}
