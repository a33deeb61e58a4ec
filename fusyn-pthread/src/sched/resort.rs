//! Re-sorting a thread where it waits, once its priority has changed.

/// Called after the policy or priority of thread `tid` has been set.
pub(super) fn priority_changed(tid: u32) {
    let _ = tid;
}
