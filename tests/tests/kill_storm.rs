//! Processes killed at random moments and after random instructions of the operations of each kind of shared
//! object, among others that go on: `tests/c/kill/storm_*.c`. All of them by `ci/kills.sh`.

use fusyn_tests::suite::Suite;

fn storm(name: &str) {
    // One at a time: with both CPUs taken most victims would be killed where they wait to run.
    Suite::open("kill").alone().run(name);
}

#[test]
fn robust_mutexes() {
    storm("storm_mutex");
}

#[test]
fn mutexes_that_are_not_robust() {
    storm("storm_stalled");
}

#[test]
fn condvars() {
    storm("storm_cond");
}

#[test]
fn rwlocks() {
    storm("storm_rwlock");
}

#[test]
fn semaphores() {
    storm("storm_sem");
}

#[test]
fn barriers() {
    storm("storm_barrier");
}
