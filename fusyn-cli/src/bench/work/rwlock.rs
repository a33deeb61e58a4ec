//! One read-write lock: free, read by many, and written now and then.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use super::{Outcome, Share, Whistle, check, joined, together};
use crate::bench::figures::Batches;
use crate::pthread::RwLock;

/// Operations between two looks at the clock.
const BATCH: u64 = 1000;
const CONTENDED_BATCH: u64 = 16;

/// Locks and unlocks a free rwlock while a second thread exists; the figure is the median batch.
pub(crate) fn rwlock_uncontended(writes: bool, time: Duration) -> Outcome {
    let lock = RwLock::boxed();
    thread::scope(|scope| {
        let second = scope.spawn(thread::park);
        let outcome = alone(&lock, writes, time);
        second.thread().unpark();
        outcome
    })
}

fn alone(lock: &RwLock, writes: bool, time: Duration) -> Outcome {
    let mut batches = Batches::new();
    let start = Instant::now();
    let mut operations = 0;
    let mut before = start;
    while before - start < time {
        for _ in 0..BATCH {
            if writes {
                lock.add_one();
            } else {
                black_box(lock.read());
            }
        }
        let now = Instant::now();
        batches.record(now - before, BATCH);
        operations += BATCH;
        before = now;
    }
    let written = if writes { operations } else { 0 };
    check(lock.read() == written, "an uncontended rwlock lost an update");
    Outcome { operations, nanos: batches.nanos_at(0.5), p99: batches.nanos_at(0.99) }
}

/// `threads` threads on one rwlock, of whose operations `writes` in a hundred write.
pub(crate) fn rwlock_crowd(threads: usize, writes: u32, time: Duration) -> Outcome {
    let lock = RwLock::boxed();
    let whistle = Whistle::new(threads);
    let (outcome, written) = thread::scope(|scope| {
        let crowd: Vec<_> = (0..threads)
            .map(|n| {
                let (lock, whistle) = (&lock, &whistle);
                scope.spawn(move || visit(lock, writes, n as u64, whistle))
            })
            .collect();
        whistle.blow(time);
        let shares: Vec<(Share, u64)> = crowd.into_iter().map(|thread| joined(thread.join())).collect();
        let written: u64 = shares.iter().map(|(_, written)| written).sum();
        let shares: Vec<Share> = shares.into_iter().map(|(share, _)| share).collect();
        (together(&shares), written)
    });
    check(lock.read() == written, "a contended rwlock let two writers in at once");
    outcome
}

fn visit(lock: &RwLock, writes: u32, seed: u64, whistle: &Whistle) -> (Share, u64) {
    let mut batches = Batches::new();
    let (mut dice, mut written, mut operations) = (seed + 1, 0, 0);
    whistle.ready();
    let start = Instant::now();
    let mut before = start;
    loop {
        for _ in 0..CONTENDED_BATCH {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if (dice >> 33) % 100 < u64::from(writes) {
                lock.add_one();
                written += 1;
            } else {
                black_box(lock.read());
            }
        }
        let now = Instant::now();
        batches.record(now - before, CONTENDED_BATCH);
        operations += CONTENDED_BATCH;
        before = now;
        if whistle.is_over() {
            return (Share { operations, start, end: now, batches }, written);
        }
    }
}
