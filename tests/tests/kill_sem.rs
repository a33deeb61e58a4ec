//! Processes killed around shared and named semaphores, after single instructions: `tests/c/kill`.

use fusyn_tests::suite::Suite;

#[test]
fn kill_during_wait_and_post() {
    Suite::open("kill").run("sem_post_wait");
}
