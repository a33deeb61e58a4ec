//! Processes killed around shared read-write locks, after single instructions: `tests/c/kill`.

use fusyn_tests::suite::Suite;

#[test]
fn kill_during_lock_and_unlock() {
    Suite::open("kill").run("rwlock_lock_unlock");
}

#[test]
fn kill_during_contended_unlock_and_of_a_woken_waiter() {
    Suite::open("kill").run("rwlock_unlock_contended");
}

#[test]
fn kill_of_a_waiting_writer() {
    Suite::open("kill").run("rwlock_dead_waiter");
}
