//! Priorities that change while their threads wait.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use common::{has_fifo, start, wait_until, watchdog};
use fusyn_core::kernel::Linux;
use fusyn_core::prio::Prio;
use fusyn_core::{Barrier, Condvar, Mutex, resort};
use fusyn_sys::sched;

/// A broadcast over several mutexes signals its waiters one by one. One that is put behind its equals
/// meanwhile has not become a later waiter.
#[test]
fn broadcast_over_several_mutexes_reaches_a_waiter_that_is_re_sorted() {
    const WAITERS: usize = 8;
    const ROUNDS: u32 = 3_000;
    let _limit = watchdog("broadcast_over_several_mutexes_reaches_a_waiter_that_is_re_sorted");
    let cond = Arc::new(Condvar::new());
    let round = Arc::new(AtomicU32::new(0));
    let done = Arc::new(AtomicBool::new(false));
    // Each waiter's mutex holds the round whose broadcast it waits for.
    let mutexes: Vec<_> = (0..WAITERS).map(|_| Arc::new(Mutex::new(0))).collect();
    let waiters: Vec<_> = mutexes
        .iter()
        .map(|mutex| {
            let (cond, round, mutex) = (cond.clone(), round.clone(), mutex.clone());
            start(0, move || {
                let mut waits_for = mutex.lock();
                for next in 1..=ROUNDS {
                    *waits_for = next;
                    while round.load(Ordering::SeqCst) < next {
                        waits_for = cond.wait(waits_for);
                    }
                }
            })
        })
        .collect();
    let last = waiters[WAITERS - 1].tid;
    let setter = {
        let done = done.clone();
        start(0, move || {
            while !done.load(Ordering::SeqCst) {
                resort::priority_changed::<Linux>(last, Prio::NORMAL);
            }
        })
    };
    for next in 1..=ROUNDS {
        for mutex in &mutexes {
            wait_until("a waiter to wait for the round", || *mutex.lock() == next);
        }
        round.store(next, Ordering::SeqCst);
        cond.notify_all();
    }
    for waiter in waiters {
        waiter.join();
    }
    done.store(true, Ordering::SeqCst);
    setter.join();
}

/// How often a thread has gone to sleep.
fn sleeps(tid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/self/task/{tid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    line.and_then(|count| count.trim().parse().ok()).expect("a count in the thread's status")
}

/// The kernel reads a priority when a thread queues: one that waits at a barrier is made to queue again.
#[test]
fn raised_thread_at_a_barrier_queues_again() {
    let _limit = watchdog("raised_thread_at_a_barrier_queues_again");
    if !has_fifo("raised_thread_at_a_barrier_queues_again") {
        return;
    }
    let barrier = Arc::new(Barrier::new(2));
    let waiter = {
        let barrier = barrier.clone();
        start(0, move || barrier.wait().is_leader())
    };
    waiter.wait_until_blocked();
    let before = sleeps(waiter.tid);
    sched::set_policy(waiter.tid, sched::SCHED_FIFO, 5).unwrap();
    resort::priority_changed::<Linux>(waiter.tid, Prio::real_time(5));
    wait_until("the waiter to queue again", || sleeps(waiter.tid) > before);
    assert!(barrier.wait().is_leader());
    assert!(!waiter.join());
}
