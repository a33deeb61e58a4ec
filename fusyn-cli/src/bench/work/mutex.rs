//! One mutex: free, and wanted by many.

use std::thread;
use std::time::{Duration, Instant};

use fusyn_benches::{Face, Line};

use super::{Outcome, Share, Whistle, arithmetic, check, joined, together};
use crate::bench::figures::Batches;

/// Operations between two looks at the clock.
const BATCH: u64 = 1000;
const CONTENDED_BATCH: u64 = 16;
/// Steps of arithmetic inside the critical section.
const INSIDE: u32 = 4;

/// Locks and unlocks a free mutex; the figure is the median batch, so that interruptions drop out.
pub(crate) fn uncontended<F: Face>(face: &F, threaded: bool, time: Duration) -> Outcome {
    let mutex = Line(face.mutex(0_u64));
    if !threaded {
        return alone::<F>(&mutex.0, time);
    }
    thread::scope(|scope| {
        let second = scope.spawn(thread::park);
        let outcome = alone::<F>(&mutex.0, time);
        second.thread().unpark();
        outcome
    })
}

fn alone<F: Face>(mutex: &F::Mutex<u64>, time: Duration) -> Outcome {
    let mut batches = Batches::new();
    let start = Instant::now();
    let mut operations = 0;
    let mut before = start;
    while before - start < time {
        for _ in 0..BATCH {
            *F::lock(mutex) += 1;
        }
        let now = Instant::now();
        batches.record(now - before, BATCH);
        operations += BATCH;
        before = now;
    }
    check(*F::lock(mutex) == operations, "an uncontended mutex lost an update");
    Outcome { operations, nanos: batches.nanos_at(0.5), p99: batches.nanos_at(0.99) }
}

/// What the contended mutex protects.
struct Shared {
    count: u64,
    value: u64,
}

/// `threads` threads lock one mutex, with `between` steps of arithmetic between two locks.
pub(crate) fn contended<F: Face>(face: &F, threads: usize, between: u32, time: Duration) -> Outcome {
    let mutex = Line(face.mutex(Shared { count: 0, value: 1 }));
    let whistle = Whistle::new(threads);
    let outcome = thread::scope(|scope| {
        let crowd: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| hammer::<F>(&mutex.0, between, &whistle))).collect();
        whistle.blow(time);
        let shares: Vec<Share> = crowd.into_iter().map(|thread| joined(thread.join())).collect();
        median_if_alone(&shares)
    });
    check(F::lock(&mutex.0).count == outcome.operations, "a contended mutex let two threads in at once");
    outcome
}

/// One thread's figure is its median batch, as for a free mutex; a crowd's is its throughput.
fn median_if_alone(shares: &[Share]) -> Outcome {
    let outcome = together(shares);
    match shares {
        [one] => Outcome { nanos: one.batches.nanos_at(0.5), ..outcome },
        _ => outcome,
    }
}

fn hammer<F: Face>(mutex: &F::Mutex<Shared>, between: u32, whistle: &Whistle) -> Share {
    let mut batches = Batches::new();
    let mut own = 1;
    let mut operations = 0;
    whistle.ready();
    let start = Instant::now();
    let mut before = start;
    loop {
        for _ in 0..CONTENDED_BATCH {
            {
                let mut shared = F::lock(mutex);
                shared.count += 1;
                shared.value = arithmetic(shared.value, INSIDE);
            }
            own = arithmetic(own, between);
        }
        let now = Instant::now();
        batches.record(now - before, CONTENDED_BATCH);
        operations += CONTENDED_BATCH;
        before = now;
        if whistle.is_over() {
            return Share { operations, start, end: now, batches };
        }
    }
}
