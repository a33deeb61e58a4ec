//! Broadcast batches: the carrier and its duty (R9).

use super::exclusion::Shared;
use super::kernel::Model;
use super::{explore, explore_with, thread};
use crate::fulock::Policy;
use crate::prio::Prio;

const RT: Prio = Prio::real_time(10);

fn everybody_returns(policy: Policy, prios: &'static [Prio], inside: bool, timed: bool) {
    explore(move || {
        let shared = Shared::new(policy);
        let waiters: Vec<_> = prios
            .iter()
            .enumerate()
            .map(|(i, prio)| {
                let a = shared.clone();
                thread(*prio, move || {
                    a.lock();
                    while a.add(0) == 0 {
                        a.wait(timed && i == 0);
                    }
                    a.unlock();
                })
            })
            .collect();
        shared.lock();
        shared.add(1);
        if inside {
            shared.broadcast();
            shared.unlock();
        } else {
            shared.unlock();
            shared.broadcast();
        }
        if timed {
            Model::expire();
        }
        for t in waiters {
            t.join().unwrap();
        }
    });
}

#[test]
fn two_lazy_waiters_return() {
    everybody_returns(Policy::NONE, &[Prio::NORMAL, Prio::NORMAL], true, false);
    everybody_returns(Policy::INHERIT, &[Prio::NORMAL, Prio::NORMAL], false, false);
}

#[test]
fn real_time_and_lazy_waiters_return() {
    everybody_returns(Policy::INHERIT, &[RT, Prio::NORMAL], true, false);
    everybody_returns(Policy::INHERIT, &[RT, RT], true, false);
}

#[test]
fn member_that_times_out_leaves_the_others_their_carrier() {
    everybody_returns(Policy::NONE, &[Prio::NORMAL, Prio::NORMAL], true, true);
}

/// More members than one section moves: the last of those who were moved brings the rest.
#[test]
fn last_follower_carries_the_rest() {
    explore_with(-1, || {
        let shared = Shared::new(Policy::NONE);
        let waiters = [(); 3].map(|()| {
            let a = shared.clone();
            thread(Prio::NORMAL, move || {
                a.lock();
                while a.add(0) == 0 {
                    a.wait(false);
                }
                a.unlock();
            })
        });
        while Model::sleepers() < 3 {
            loom::thread::yield_now();
        }
        shared.lock();
        shared.add(1);
        shared.broadcast();
        shared.unlock();
        waiters.into_iter().for_each(|t| t.join().unwrap());
    });
}
