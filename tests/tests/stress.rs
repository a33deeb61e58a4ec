//! Everything at once, a few seconds each: `tests/c/stress`.

fusyn_tests::suite! {
    "stress", alone:
    barrier_herd,
    barrier_unmap,
    cond_ring,
    cond_tokens,
    exclusion,
    fork_storm,
    nested_pi,
    rt_mix,
    timed_storm,
}
