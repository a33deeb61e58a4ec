//! Signals: against the wait, its time-out, and the mutex's lockers (R4, R6).

use super::exclusion::Shared;
use super::kernel::Model;
use super::{explore, explore_raised, thread};
use crate::fulock::Policy;
use crate::kernel::Kernel;
use crate::prio::Prio;
use crate::resort;

const RT: Prio = Prio::real_time(10);

/// One waiter with a predicate, one signaller, with the mutex held or not, and maybe a contender.
fn hand_over(policy: Policy, waiter: Prio, signal_inside: bool, contender: bool) {
    explore(move || {
        let shared = Shared::new(policy);
        let (a, b) = (shared.clone(), shared.clone());
        let waiting = thread(waiter, move || {
            a.lock();
            while a.add(0) == 0 {
                a.wait(false);
            }
            a.unlock();
        });
        let contending = contender.then(|| {
            thread(Prio::NORMAL, move || {
                b.lock();
                b.unlock();
            })
        });
        shared.lock();
        shared.add(1);
        if signal_inside {
            shared.signal();
            shared.unlock();
        } else {
            shared.unlock();
            shared.signal();
        }
        waiting.join().unwrap();
        if let Some(t) = contending {
            t.join().unwrap();
        }
    });
}

#[test]
fn signal_under_the_mutex_moves_the_waiter() {
    hand_over(Policy::NONE, Prio::NORMAL, true, false);
    hand_over(Policy::INHERIT, Prio::NORMAL, true, true);
}

#[test]
fn signal_after_the_unlock_wakes_the_waiter() {
    hand_over(Policy::NONE, Prio::NORMAL, false, false);
    hand_over(Policy::INHERIT, Prio::NORMAL, false, true);
}

#[test]
fn real_time_waiter_becomes_a_ghost() {
    hand_over(Policy::INHERIT, RT, true, false);
    hand_over(Policy::INHERIT, RT, true, true);
    hand_over(Policy::INHERIT, RT, false, true);
}

/// A signal and a time-out at once: whoever consumed the signal says so, so that one who gives up can
/// pass it on, and the other waiter never sleeps for ever.
#[test]
fn signal_against_timeout_is_not_lost() {
    explore(|| {
        let shared = Shared::new(Policy::NONE);
        let (a, b) = (shared.clone(), shared.clone());
        let timed = thread(Prio::NORMAL, move || {
            a.lock();
            if a.add(0) == 0 && a.wait(true) {
                a.signal();
            }
            a.unlock();
        });
        let other = thread(Prio::NORMAL, move || {
            b.lock();
            while b.add(0) == 0 {
                b.wait(false);
            }
            b.unlock();
        });
        shared.lock();
        shared.add(1);
        shared.signal();
        shared.unlock();
        Model::expire();
        timed.join().unwrap();
        other.join().unwrap();
    });
}

/// R6, P3: a waiter is raised while a signal moves it to its mutex's bucket, which the setter has looked at
/// already. When both are done it waits in the kernel, or is on its way there.
#[test]
fn waiter_that_is_moved_while_it_is_raised_goes_on_in_the_kernel() {
    // Thread ids are given in the order of starting; the model's main thread is 1.
    const WAITER: u32 = 2;
    explore_raised(0, || {
        let shared = Shared::new(Policy::INHERIT);
        // The mutex's bucket comes before the condvar's.
        Model::table().bucket(&raw const shared.word as usize);
        let a = shared.clone();
        let waiter = thread(Prio::NORMAL, move || {
            a.lock();
            a.wait(false);
            a.unlock();
        });
        while !Model::sleeps(WAITER, &shared.word).1 {
            loom::thread::yield_now();
        }
        shared.lock();
        let setter = thread(Prio::NORMAL, || {
            Model::raise(WAITER, RT);
            resort::priority_changed::<Model>(WAITER, RT);
        });
        shared.signal();
        setter.join().unwrap();
        loop {
            let (in_kernel, lazily) = Model::sleeps(WAITER, &shared.word);
            assert!(!lazily, "a real-time waiter sleeps where it boosts nobody");
            if in_kernel {
                break;
            }
            loom::thread::yield_now();
        }
        shared.unlock();
        waiter.join().unwrap();
    });
}
