//! Clocks and absolute deadlines.

use crate::arch::syscall2;

/// The two clocks that a wait's deadline may be measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// `CLOCK_REALTIME`: follows changes of the wall clock.
    Realtime,
    /// `CLOCK_MONOTONIC`: never set back.
    Monotonic,
}

impl Clock {
    /// The kernel's clock id.
    #[must_use]
    pub const fn id(self) -> i32 {
        match self {
            Clock::Realtime => libc::CLOCK_REALTIME,
            Clock::Monotonic => libc::CLOCK_MONOTONIC,
        }
    }

    /// The clock of a kernel id, if a wait can use it.
    #[must_use]
    pub const fn from_id(id: i32) -> Option<Clock> {
        match id {
            libc::CLOCK_REALTIME => Some(Clock::Realtime),
            libc::CLOCK_MONOTONIC => Some(Clock::Monotonic),
            _ => None,
        }
    }
}

/// Seconds and nanoseconds in the kernel's 64-bit layout (`struct __kernel_timespec`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct Timespec {
    /// Whole seconds.
    pub sec: i64,
    /// Nanoseconds, 0..1_000_000_000.
    pub nsec: i64,
}

/// An absolute instant on one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deadline {
    clock: Clock,
    at: Timespec,
}

const NANOS: i64 = 1_000_000_000;

impl Deadline {
    /// An instant from its parts; `None` if the nanoseconds are not in 0..1_000_000_000.
    ///
    /// An instant before the epoch is valid and has passed (POSIX allows it; the kernel would refuse
    /// it with `EINVAL`): it becomes the epoch.
    #[must_use]
    pub const fn new(clock: Clock, sec: i64, nsec: i64) -> Option<Deadline> {
        if nsec < 0 || nsec >= NANOS {
            return None;
        }
        let at = if sec < 0 { Timespec { sec: 0, nsec: 0 } } else { Timespec { sec, nsec } };
        Some(Deadline { clock, at })
    }

    /// The instant `nanos` nanoseconds from now; saturates. The kernel takes a time beyond year 2262
    /// as "never".
    #[must_use]
    pub fn after(clock: Clock, nanos: u64) -> Deadline {
        let now = now(clock);
        let nsec = now.nsec + (nanos % NANOS as u64) as i64;
        let sec = now.sec.saturating_add((nanos / NANOS as u64) as i64).saturating_add(nsec / NANOS);
        Deadline { clock, at: Timespec { sec, nsec: nsec % NANOS } }
    }

    /// Which clock it is measured on.
    #[must_use]
    pub const fn clock(&self) -> Clock {
        self.clock
    }

    /// The instant in the kernel's layout.
    #[must_use]
    pub const fn timespec(&self) -> &Timespec {
        &self.at
    }

    /// Whether the instant has passed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        now(self.clock) >= self.at
    }

    /// The same distance from now on the other clock, for kernel operations that know only one; an
    /// instant that has passed becomes now. The result may lie later by the time this call takes, never
    /// earlier.
    #[must_use]
    pub fn on(&self, clock: Clock) -> Deadline {
        if clock == self.clock {
            return *self;
        }
        let now = now(self.clock);
        let left = (i128::from(self.at.sec) - i128::from(now.sec)) * i128::from(NANOS)
            + i128::from(self.at.nsec - now.nsec);
        Deadline::after(clock, u64::try_from(left.max(0)).unwrap_or(u64::MAX))
    }
}

/// The time on a clock, by system call (the vDSO would need the C library).
#[must_use]
pub fn now(clock: Clock) -> Timespec {
    let mut at = Timespec { sec: 0, nsec: 0 };
    let address = &raw mut at as usize;
    // SAFETY: `at` is a writable kernel timespec; both clocks always exist, so the call cannot fail.
    unsafe { syscall2(libc::SYS_clock_gettime as usize, clock.id() as usize, address) };
    at
}
