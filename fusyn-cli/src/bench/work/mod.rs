//! The workloads: of mutexes and condvars written once for every lock, of semaphores and barriers for the C calls.

mod cond;
mod mutex;
mod rwlock;
mod sem;

use std::hint::black_box;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::figures::Batches;
pub(crate) use cond::{barrier, buffer, ping_pong};
pub(crate) use mutex::{contended, uncontended};
pub(crate) use rwlock::{rwlock_crowd, rwlock_uncontended};
pub(crate) use sem::{free, ping_pong as sem_ping_pong, rounds, tokens};

/// What one measurement gave.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// Operations done.
    pub(crate) operations: u64,
    /// Nanoseconds per operation, all threads together.
    pub(crate) nanos: f64,
    /// Nanoseconds per operation that 99 % of the batches keep, as one thread sees them.
    pub(crate) p99: f64,
}

/// What one thread of a crowd did.
struct Share {
    operations: u64,
    start: Instant,
    end: Instant,
    batches: Batches,
}

/// All threads' work together, from the first start to the last end: a thread that only got to run
/// when the others had stopped must not count by its own short time.
fn together(shares: &[Share]) -> Outcome {
    let mut batches = Batches::new();
    shares.iter().for_each(|share| batches.merge(&share.batches));
    let operations = shares.iter().map(|share| share.operations).sum::<u64>();
    let start = shares.iter().map(|share| share.start).min();
    let end = shares.iter().map(|share| share.end).max();
    let took = end.zip(start).map_or(Duration::ZERO, |(end, start)| end - start);
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    let nanos = took.as_nanos() as f64 / operations as f64;
    Outcome { operations, nanos, p99: batches.nanos_at(0.99) }
}

/// Starts a crowd at once, and stops it when the time is over.
struct Whistle {
    start: Barrier,
    over: AtomicBool,
}

impl Whistle {
    /// For `threads` threads and the one that blows it.
    fn new(threads: usize) -> Self {
        Self { start: Barrier::new(threads + 1), over: AtomicBool::new(false) }
    }

    /// A thread of the crowd is ready.
    fn ready(&self) {
        self.start.wait();
    }

    /// Has the time passed?
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Lets the crowd run for `time`.
    fn blow(&self, time: Duration) {
        self.start.wait();
        std::thread::sleep(time);
        self.over.store(true, Ordering::Relaxed);
    }
}

/// `steps` steps of arithmetic, each of which needs the one before.
#[inline]
fn arithmetic(mut x: u64, steps: u32) -> u64 {
    for _ in 0..steps {
        x = black_box(x).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
    x
}

/// A workload that breaks its own rules measured nothing: the lock let two threads in.
fn check(right: bool, what: &str) {
    if !right {
        crate::pthread::die(format_args!("{what}"));
    }
}

/// The result of a thread that ended well.
fn joined<T>(result: std::thread::Result<T>) -> T {
    result.unwrap_or_else(|_| crate::pthread::die(format_args!("a thread of the workload failed")))
}
