//! Barriers: each round has one last thread, and the next one may begin at once. A model has one place for
//! rounds, so that a barrier which finds it taken queues its threads.

use loom::sync::Arc;

use super::kernel::Model;
use super::{explore, thread};
use crate::barrier::{self, Passed};
use crate::kernel::Kernel;
use crate::prio::Prio;
use crate::resort;
use crate::sync::{AtomicU32, Ordering};
use crate::table::section::Section;

struct Shared {
    arrived: AtomicU32,
    /// Threads that have come to a round, and last ones.
    came: [AtomicU32; 2],
    last: [AtomicU32; 2],
}

impl Shared {
    fn new() -> Arc<Shared> {
        let zeros = || [AtomicU32::new(0), AtomicU32::new(0)];
        Arc::new(Shared { arrived: AtomicU32::new(0), came: zeros(), last: zeros() })
    }

    fn pass(&self, round: usize, count: u32) {
        // Relaxed: published by the barrier.
        self.came[round].fetch_add(1, Ordering::Relaxed);
        // SAFETY: the word is alive while `self` is borrowed.
        if unsafe { barrier::wait::<Model>(&raw const self.arrived, count) } == Passed::Last {
            self.last[round].fetch_add(1, Ordering::Relaxed);
        }
        assert_eq!(self.came[round].load(Ordering::Relaxed), count, "passed before all had come");
    }

    /// Each of the first `rounds` had one last thread, and gave its place back.
    fn check(&self, rounds: usize) {
        for last in &self.last[..rounds] {
            assert_eq!(last.load(Ordering::Relaxed), 1, "one last thread in each round");
        }
        assert!(Model::table().rounds.are_free(), "a place is taken for ever");
    }
}

/// Two rounds, one right after the other: nobody passes early, is left behind, or steals a wake.
#[test]
fn rounds_follow_each_other() {
    explore(|| {
        let shared = Shared::new();
        let other = shared.clone();
        let second = thread(Prio::real_time(5), move || {
            other.pass(0, 2);
            other.pass(1, 2);
        });
        shared.pass(0, 2);
        shared.pass(1, 2);
        second.join().unwrap();
        shared.check(2);
    });
}

#[test]
fn three_threads_pass_together() {
    explore(|| {
        let shared = Shared::new();
        let others = [Prio::NORMAL, Prio::real_time(5)].map(|prio| {
            let shared = shared.clone();
            thread(prio, move || shared.pass(0, 3))
        });
        shared.pass(0, 3);
        for other in others {
            other.join().unwrap();
        }
        shared.check(1);
    });
}

/// A round ends while its threads are on their way to sleep, and another barrier takes the place at once.
#[test]
fn two_barriers_follow_each_other_at_one_place() {
    explore(|| {
        let pair = [Shared::new(), Shared::new()];
        let other = pair.clone();
        let second = thread(Prio::real_time(5), move || other.iter().for_each(|shared| shared.pass(0, 2)));
        pair.iter().for_each(|shared| shared.pass(0, 2));
        second.join().unwrap();
        pair.iter().for_each(|shared| shared.check(1));
    });
}

/// Another barrier has the place, and gives it back at any moment: the threads of one round queue, those of the
/// next have the place, or both.
#[test]
fn threads_queue_while_no_place_is_free() {
    const OTHER: usize = 64;
    explore(|| {
        let shared = Shared::new();
        let taken = Model::table().rounds.lease(OTHER).unwrap();
        let threads = [Prio::NORMAL, Prio::real_time(5)].map(|prio| {
            let shared = shared.clone();
            thread(prio, move || (0..2).for_each(|round| shared.pass(round, 2)))
        });
        let section = Section::<Model>::of_key(OTHER);
        taken.end();
        drop(section);
        threads.into_iter().for_each(|t| t.join().unwrap());
        shared.check(2);
    });
}

/// Whoever is told of a new priority queues again in the kernel, and passes no sooner for it.
#[test]
fn raised_thread_waits_on() {
    explore(|| {
        let shared = Shared::new();
        let other = shared.clone();
        // Thread ids are given in the order of starting; the model's main thread is 1.
        let raised = thread(Prio::NORMAL, move || other.pass(0, 2));
        resort::priority_changed::<Model>(2, Prio::real_time(5));
        shared.pass(0, 2);
        raised.join().unwrap();
        shared.check(1);
    });
}
