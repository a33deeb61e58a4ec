//! Real time: priority inversion and order, on one CPU: `tests/c/rt`. Needs the right to `SCHED_FIFO`.

fusyn_tests::suite! {
    "rt", alone:
    bystander,
    cond_batch_inherit,
    cond_plain_fulock,
    cond_signal_inherit,
    dead_owner,
    dead_owner_starved,
    deboost,
    mutex_ceiling,
    mutex_chain,
    mutex_inherit,
    mutex_plain_fulock,
    resort_batch,
    resort_boost,
    resort_cond,
    resort_mutex,
    resort_rwlock,
    resort_sem,
    resort_unseen,
    rwlock_dead_writer,
    rwlock_inherit,
    rwlock_robust_chain,
}
