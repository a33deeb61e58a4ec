//! Processes killed around shared condvars, after single instructions: `tests/c/kill`.

use fusyn_tests::suite::Suite;

#[test]
fn kill_during_signal_and_broadcast() {
    Suite::open("kill").run("cond_signal");
}

#[test]
fn kill_during_wait() {
    Suite::open("kill").run("cond_wait");
}

#[test]
fn kill_of_a_woken_waiter() {
    Suite::open("kill").run("cond_woken_waiter");
}
