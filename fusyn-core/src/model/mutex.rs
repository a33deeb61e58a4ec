//! Lazy inheritance: ordinary and real-time lockers of one word, with and without time-outs (R1-R4, R8).

use super::exclusion::Shared;
use super::kernel::Model;
use super::{explore, explore_raised, thread};
use crate::fulock::Policy;
use crate::prio::Prio;
use crate::resort;

const RT: Prio = Prio::real_time(10);
const HIGHER: Prio = Prio::real_time(20);

fn lockers(policy: Policy, prios: &'static [Prio], rounds: u32) {
    explore(move || {
        let shared = Shared::new(policy);
        let threads: Vec<_> = prios
            .iter()
            .map(|prio| {
                let shared = shared.clone();
                thread(*prio, move || {
                    for _ in 0..rounds {
                        shared.locked_add(1);
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(shared.locked_add(0), prios.len() as u32 * rounds);
    });
}

#[test]
fn two_lazy_lockers_exclude_each_other() {
    lockers(Policy::INHERIT, &[Prio::NORMAL, Prio::NORMAL], 2);
}

#[test]
fn three_lazy_lockers_strand_nobody() {
    lockers(Policy::INHERIT, &[Prio::NORMAL, Prio::NORMAL, Prio::NORMAL], 1);
}

#[test]
fn serial_handover_strands_nobody() {
    lockers(Policy::SERIAL, &[Prio::NORMAL, Prio::NORMAL, Prio::NORMAL], 1);
}

#[test]
fn lazy_and_kernel_lockers_strand_nobody() {
    lockers(Policy::INHERIT, &[Prio::NORMAL, RT], 2);
    lockers(Policy::INHERIT, &[Prio::NORMAL, Prio::NORMAL, RT], 1);
}

#[test]
fn two_kernel_lockers_and_a_lazy_one_strand_nobody() {
    lockers(Policy::INHERIT, &[Prio::NORMAL, RT, HIGHER], 1);
}

/// V1 and V2: a kernel waiter that times out while the owner decides to release in the kernel.
#[test]
fn timed_kernel_locker_leaves_no_lazy_one_stranded() {
    explore(|| {
        let shared = Shared::new(Policy::INHERIT);
        let (a, b) = (shared.clone(), shared.clone());
        shared.lock();
        let timed = thread(RT, move || {
            if a.lock_until(true).is_ok() {
                a.unlock();
            }
        });
        let lazy = thread(Prio::NORMAL, move || {
            b.locked_add(1);
        });
        let clock = thread(Prio::NORMAL, Model::expire);
        shared.unlock();
        for t in [timed, lazy, clock] {
            t.join().unwrap();
        }
        assert_eq!(shared.locked_add(0), 1);
    });
}

/// V4: a popped lazy waiter whose time is up.
#[test]
fn timed_lazy_locker_leaves_nobody_stranded() {
    explore(|| {
        let shared = Shared::new(Policy::NONE);
        let (a, b) = (shared.clone(), shared.clone());
        shared.lock();
        let timed = thread(Prio::NORMAL, move || {
            if a.lock_until(true).is_ok() {
                a.unlock();
            }
        });
        let lazy = thread(Prio::NORMAL, move || {
            b.locked_add(1);
        });
        Model::expire();
        shared.unlock();
        timed.join().unwrap();
        lazy.join().unwrap();
        assert_eq!(shared.locked_add(0), 1);
    });
}

/// S5: a waiter that was handed the lock as its time passed owns it.
#[test]
fn timed_locker_that_was_handed_the_lock_owns_it() {
    explore(|| {
        let shared = Shared::new(Policy::SERIAL);
        let a = shared.clone();
        shared.lock();
        let timed = thread(Prio::NORMAL, move || {
            if a.lock_until(true).is_ok() {
                a.unlock();
            }
        });
        let clock = thread(Prio::NORMAL, Model::expire);
        shared.unlock();
        timed.join().unwrap();
        clock.join().unwrap();
        shared.locked_add(1);
    });
}

/// R8 (a), P2, P3: a waiter is raised while it blocks, or just before. When the setter is back, it waits in the
/// kernel, where it boosts the owner, or is on its way there.
#[test]
fn raised_locker_goes_on_in_the_kernel() {
    // Thread ids are given in the order of starting; the model's main thread is 1.
    const WAITER: u32 = 2;
    explore_raised(0, || {
        let shared = Shared::new(Policy::INHERIT);
        let a = shared.clone();
        shared.lock();
        let waiter = thread(Prio::NORMAL, move || {
            a.locked_add(1);
        });
        Model::raise(WAITER, RT);
        resort::priority_changed::<Model>(WAITER, RT);
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
        assert_eq!(shared.locked_add(0), 1);
    });
}
