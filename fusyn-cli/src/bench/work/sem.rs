//! Semaphores and barriers of the C library or the shim.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Outcome, Share, Whistle, check, joined, together};
use crate::bench::figures::Batches;
use crate::pthread::{Barrier, Sem};

/// Operations between two looks at the clock.
const BATCH: u64 = 1000;
const CONTENDED_BATCH: u64 = 16;

/// Posts a semaphore and takes the token again, with a second thread that does nothing; the figure is the
/// median batch.
pub(crate) fn free(time: Duration) -> Outcome {
    let sem = Sem::boxed(0);
    thread::scope(|scope| {
        let second = scope.spawn(thread::park);
        let mut batches = Batches::new();
        let (start, mut operations) = (Instant::now(), 0);
        let mut before = start;
        while before - start < time {
            for _ in 0..BATCH {
                sem.post();
                sem.wait();
            }
            let now = Instant::now();
            batches.record(now - before, BATCH);
            operations += BATCH;
            before = now;
        }
        second.thread().unpark();
        Outcome { operations, nanos: batches.nanos_at(0.5), p99: batches.nanos_at(0.99) }
    })
}

/// Two threads take turns by two semaphores; an operation is there and back.
pub(crate) fn ping_pong(time: Duration) -> Outcome {
    let (there, back) = (Sem::boxed(0), Sem::boxed(0));
    let over = AtomicBool::new(false);
    let whistle = Whistle::new(1);
    thread::scope(|scope| {
        let answering = scope.spawn(|| {
            loop {
                there.wait();
                // Ordered by the semaphore.
                if over.load(Ordering::Relaxed) {
                    return;
                }
                back.post();
            }
        });
        let asking = scope.spawn(|| {
            let share = run(&whistle, 1, || {
                there.post();
                back.wait();
            });
            over.store(true, Ordering::Relaxed);
            there.post();
            share
        });
        whistle.blow(time);
        let share = joined(asking.join());
        joined(answering.join());
        together(&[share])
    })
}

/// `threads` threads take a token and give it back, one token for two of them.
pub(crate) fn tokens(threads: usize, time: Duration) -> Outcome {
    let sem = Sem::boxed(u32::try_from(threads / 2).unwrap_or(1).max(1));
    let whistle = Whistle::new(threads);
    thread::scope(|scope| {
        let body = || {
            run(&whistle, CONTENDED_BATCH, || {
                sem.wait();
                sem.post();
            })
        };
        let crowd: Vec<_> = (0..threads).map(|_| scope.spawn(body)).collect();
        whistle.blow(time);
        together(&crowd.into_iter().map(|t| joined(t.join())).collect::<Vec<_>>())
    })
}

/// Does something until the whistle blows.
fn run(whistle: &Whistle, batch: u64, mut operation: impl FnMut()) -> Share {
    let mut batches = Batches::new();
    let mut operations = 0;
    whistle.ready();
    let start = Instant::now();
    let mut before = start;
    loop {
        for _ in 0..batch {
            operation();
        }
        let now = Instant::now();
        batches.record(now - before, batch);
        operations += batch;
        before = now;
        if whistle.is_over() {
            return Share { operations, start, end: now, batches };
        }
    }
}

/// `threads` threads meet at a barrier, round by round. An operation is a round.
pub(crate) fn rounds(threads: usize, time: Duration) -> Outcome {
    let barrier = Barrier::boxed(u32::try_from(threads).unwrap_or(1));
    let whistle = Whistle::new(threads);
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let crowd: Vec<_> = (0..threads).map(|_| scope.spawn(|| meet(&barrier, &whistle, &over))).collect();
        whistle.blow(time);
        let shares: Vec<Share> = crowd.into_iter().map(|t| joined(t.join())).collect();
        check(shares.iter().all(|s| s.operations == shares[0].operations), "a barrier let a thread slip");
        together(&shares[..1])
    })
}

/// The one that a round chooses says whether the next is the last; all read it after the next has begun.
fn meet(barrier: &Barrier, whistle: &Whistle, over: &AtomicBool) -> Share {
    let mut batches = Batches::new();
    let mut operations = 0;
    whistle.ready();
    let start = Instant::now();
    let mut before = start;
    loop {
        // Relaxed: ordered by the barrier.
        if barrier.wait() && whistle.is_over() {
            over.store(true, Ordering::Relaxed);
        }
        barrier.wait();
        let now = Instant::now();
        batches.record(now - before, 2);
        operations += 2;
        before = now;
        if over.load(Ordering::Relaxed) {
            return Share { operations, start, end: now, batches };
        }
    }
}
