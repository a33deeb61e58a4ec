//! Deadlines as C programs pass them, and waits cut into slices.

use core::ffi::c_int;

use fusyn_sys::{Clock, Deadline};

/// A caller's time, read once.
pub(crate) enum Asked {
    /// An instant to wait until.
    Until(Deadline),
    /// Nanoseconds out of range: `EINVAL`, if the caller would have to wait.
    Invalid,
}

/// Reads a caller's `struct timespec`; null is [`Asked::Invalid`].
///
/// # Safety
/// `at` must be null or readable.
#[inline]
pub(crate) unsafe fn read(clock: Clock, at: *const libc::timespec) -> Asked {
    if at.is_null() {
        return Asked::Invalid;
    }
    // SAFETY: not null, so readable by the caller's promise.
    let (sec, nsec) = unsafe { ((*at).tv_sec, (*at).tv_nsec) };
    match Deadline::new(clock, sec, nsec) {
        Some(deadline) => Asked::Until(deadline),
        None => Asked::Invalid,
    }
}

/// The clock of a `clockid_t`, if a timed wait can use it.
#[inline]
pub(crate) fn clock(id: c_int) -> Option<Clock> {
    Clock::from_id(id)
}

/// Longest uninterrupted wait on a word that another process, killed at a bad moment, could leave
/// without a wake-up.
const SLICE_NANOS: u64 = 1_000_000_000;

/// One part of a wait.
pub(crate) struct Slice {
    /// Where it ends.
    pub(crate) end: Deadline,
    /// Whether that is the caller's own deadline.
    pub(crate) is_last: bool,
}

/// Length of a first part that ends soon: long enough for a woken thread to come back, if it lives.
const FIRST_NANOS: u64 = 20_000_000;

/// The next part of a wait until `deadline`.
pub(crate) fn slice(deadline: Option<&Deadline>) -> Slice {
    part(deadline, SLICE_NANOS)
}

/// The first part of a wait that is to look again soon.
pub(crate) fn first_slice(deadline: Option<&Deadline>) -> Slice {
    part(deadline, FIRST_NANOS)
}

fn part(deadline: Option<&Deadline>, nanos: u64) -> Slice {
    let clock = deadline.map_or(Clock::Monotonic, Deadline::clock);
    let end = Deadline::after(clock, nanos);
    match deadline {
        Some(asked) if asked.timespec() <= end.timespec() => Slice { end: *asked, is_last: true },
        _ => Slice { end, is_last: false },
    }
}
