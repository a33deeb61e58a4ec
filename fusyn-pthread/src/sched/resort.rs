//! Re-sorting a thread where it waits, once its priority has changed.

use fusyn_core::kernel::{Linux, prio_of};
use fusyn_core::resort;

/// Called after the policy or priority of thread `tid` has been set.
pub(super) fn priority_changed(tid: u32) {
    resort::priority_changed::<Linux>(tid, prio_of(tid));
}
