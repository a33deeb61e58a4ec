//! Processes killed around robust rwlocks, after every single instruction and at random: `tests/c/kill`.

use fusyn_tests::suite::Suite;

#[test]
fn kill_during_lock_and_unlock() {
    Suite::open("kill").run("robust_rwlock_lock_unlock");
}

/// Nobody dies here; stopped after every instruction as there.
#[test]
fn writer_comes_between_the_steps_of_a_reader() {
    Suite::open("kill").run("robust_rwlock_lock_between");
}

#[test]
fn kill_during_contended_lock() {
    Suite::open("kill").run("robust_rwlock_lock_contended");
}

#[test]
fn kill_during_contended_unlock() {
    Suite::open("kill").run("robust_rwlock_unlock_contended");
}

#[test]
fn kill_at_random() {
    Suite::open("kill").run("robust_rwlock_random");
}

/// An id that was a dead process' is given to a new one.
#[test]
fn reused_id_is_not_the_dead_reader() {
    Suite::open("kill").run("robust_rwlock_reused_id");
}
