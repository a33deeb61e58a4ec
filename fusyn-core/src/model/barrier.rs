//! Barriers: each round has one last thread, and the next one may begin at once.

use loom::sync::Arc;

use super::kernel::Model;
use super::{explore, thread};
use crate::barrier::{self, Passed};
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};

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
        for last in &shared.last {
            assert_eq!(last.load(Ordering::Relaxed), 1, "one last thread in each round");
        }
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
        assert_eq!(shared.last[0].load(Ordering::Relaxed), 1);
    });
}
