//! The protocols under loom: a model kernel, and small models of two to four threads each.
//!
//! ```text
//!   RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=2 cargo test -p fusyn-core --release --lib model
//! ```
//!
//! What is checked: no interleaving (within the bound on preemptions) deadlocks, breaks mutual exclusion,
//! or loses a wake-up; loom's cells also find accesses that no lock or ordering separates. What is not:
//! real time, forks, deaths (but a writer's, in `rwlock_inherit`); those have tests on the real kernel.

mod kernel;

mod barrier;
mod broadcast;
mod condvar;
mod exclusion;
mod fuqueue;
mod mutex;
mod query;
mod rwlock;
mod rwlock_inherit;
mod semaphore;

use std::cell::Cell;

use crate::prio::Prio;
use kernel::Model;

/// Runs a thread of a model, with a priority of its own.
fn thread(prio: Prio, body: impl FnOnce() + 'static) -> loom::thread::JoinHandle<()> {
    loom::thread::spawn(move || {
        Model::start_thread(prio);
        body();
    })
}

std::thread_local! {
    /// Buckets of the next model's table.
    static BUCKETS: Cell<usize> = const { Cell::new(1) };
    /// Whether the model changes priorities.
    static RAISES: Cell<bool> = const { Cell::new(false) };
}

/// [`explore_with`] for a model that changes priorities.
fn explore_raised(more: isize, body: impl Fn() + Sync + Send + Copy + 'static) {
    RAISES.with(|raises| raises.set(true));
    explore_with(more, body);
    RAISES.with(|raises| raises.set(false));
}

/// Explores a model, with every key in one bucket and with a bucket for each.
fn explore(body: impl Fn() + Sync + Send + Copy + 'static) {
    explore_with(0, body);
}

/// [`explore`] with fewer or more preemptions: for more threads than two leave time for, or where a fault needs
/// more.
fn explore_with(more: isize, body: impl Fn() + Sync + Send + Copy + 'static) {
    for buckets in [1, 4] {
        BUCKETS.with(|b| b.set(buckets));
        let mut builder = loom::model::Builder::new();
        builder.max_branches = 20_000;
        builder.preemption_bound = Some(builder.preemption_bound.unwrap_or(2).saturating_add_signed(more));
        builder.check(move || {
            Model::start_trace();
            Model::start_thread(Prio::NORMAL);
            body();
        });
    }
}
