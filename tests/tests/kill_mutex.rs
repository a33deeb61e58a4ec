//! Processes killed around robust mutexes, after single instructions: `tests/c/kill`.

use fusyn_tests::suite::Suite;

#[test]
fn kill_during_lock_and_unlock() {
    Suite::open("kill").run("mutex_lock_unlock");
}

#[test]
fn kill_during_contended_unlock() {
    Suite::open("kill").run("mutex_unlock_contended");
}

#[test]
fn kill_while_giving_the_mutex_up_for_lost() {
    Suite::open("kill").run("mutex_unlock_inconsistent");
}

#[test]
fn kill_of_a_woken_waiter() {
    Suite::open("kill").run("mutex_woken_waiter");
}

#[test]
fn kill_with_a_full_list() {
    Suite::open("kill").run("mutex_list_full");
}

#[test]
fn table_and_programs_agree() {
    Suite::open("kill").check_complete(&[
        "barrier_wait",
        "cond_signal",
        "cond_wait",
        "cond_woken_waiter",
        "mutex_list_full",
        "mutex_lock_unlock",
        "mutex_unlock_contended",
        "mutex_unlock_inconsistent",
        "mutex_woken_waiter",
        "rwlock_dead_waiter",
        "rwlock_lock_unlock",
        "rwlock_unlock_contended",
        "sem_post_wait",
        "storm_barrier",
        "storm_cond",
        "storm_mutex",
        "storm_rwlock",
        "storm_sem",
        "storm_stalled",
        "robust_rwlock_lock_between",
        "robust_rwlock_lock_contended",
        "robust_rwlock_lock_unlock",
        "robust_rwlock_random",
        "robust_rwlock_reused_id",
        "robust_rwlock_unlock_contended",
    ]);
}
