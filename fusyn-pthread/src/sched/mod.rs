//! Scheduling: the C library's setters, passed through and told to whoever must know; ceilings.

pub(crate) mod ceilings;
mod raised;
pub(crate) mod real;
mod resort;

mod pthread_getschedparam;
mod pthread_setschedparam;
mod pthread_setschedprio;
mod sched_getattr;
mod sched_setattr;
mod sched_setparam;
mod sched_setscheduler;

use fusyn_sys::thread_id;

use raised::Kept;

/// After a thread's policy or priority has been set: keeps a ceiling that it stands under, and
/// re-sorts it where it waits. `kept` was not set: the kernel has the ceiling's there.
fn changed(tid: u32, kept: Kept) {
    let tid = if tid == 0 { thread_id::current() } else { tid };
    raised::base_changed(tid, kept);
    resort::priority_changed(tid);
}
