//! POSIX, assertion by assertion, on the C library and on fusyn: `tests/c/conformance`.

fusyn_tests::suite! {
    "conformance":
    c11,
    cancel,
    prioceiling,
    pshared,
    pthread_cond_broadcast,
    pthread_cond_clockwait,
    pthread_cond_destroy,
    pthread_cond_init,
    pthread_cond_signal,
    pthread_cond_timedwait,
    pthread_cond_wait,
    pthread_condattr,
    pthread_mutex_clocklock,
    pthread_mutex_destroy,
    pthread_mutex_init,
    pthread_mutex_lock,
    pthread_mutex_timedlock,
    pthread_mutex_trylock,
    pthread_mutex_unlock,
    pthread_mutexattr,
    robust,
    sched_set,
    wake_order,
}
