//! Processes killed around shared barriers, after single instructions: `tests/c/kill`.

use fusyn_tests::suite::Suite;

#[test]
fn kill_during_wait() {
    Suite::open("kill").run("barrier_wait");
}
