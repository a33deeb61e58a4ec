//! Who the calling thread is.

use fusyn_sys::thread_id;

use crate::config;

/// The calling thread's id, never 0; the modes are latched before it is first asked for.
#[inline(always)]
pub(crate) fn tid() -> u32 {
    match thread_id::cached() {
        0 => ask(),
        tid => tid,
    }
}

#[cold]
#[inline(never)]
extern "C" fn ask() -> u32 {
    // Before the id is cached: whether plain locks may use it directly is a mode.
    config::latch();
    thread_id::current()
}
