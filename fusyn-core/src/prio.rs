//! Priority of a waiter: which of several goes first.

use core::fmt;

/// A waiter's rank: deadline, then real-time by priority, then everybody else, all equal.
///
/// `Ord` is "goes later" < "goes first"; the kernel's own numbers (which count downwards in places)
/// never appear. Twice the rank, so that a queue can place some members first among their equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prio(u8);

impl Prio {
    /// `SCHED_OTHER`, `SCHED_BATCH`, `SCHED_IDLE`: FIFO among themselves.
    pub const NORMAL: Prio = Prio(0);
    /// Not real-time, but waiting in the kernel because it holds another priority-inheriting lock: in a
    /// lock's queue it stands before [`Prio::NORMAL`], so that ghosts always precede lazy waiters.
    pub(crate) const HOLDER: Prio = Prio(2);
    /// `SCHED_DEADLINE`.
    pub const DEADLINE: Prio = Prio(202);

    /// `SCHED_FIFO` or `SCHED_RR` at `priority`, 1..=99 (others are clamped).
    #[must_use]
    pub const fn real_time(priority: i32) -> Prio {
        let clamped = if priority < 1 {
            1
        } else if priority > 99 {
            99
        } else {
            priority
        };
        Prio(2 * (clamped as u8 + 1))
    }

    /// Whether it is a real-time (or deadline) priority.
    #[must_use]
    pub const fn is_real_time(self) -> bool {
        self.level() > Prio::HOLDER.level()
    }

    /// The rank as a number, 0..=101: ordinary threads have 0.
    #[must_use]
    pub const fn level(self) -> u32 {
        self.0 as u32 >> 1
    }

    /// A place in a queue before all others of this rank.
    #[must_use]
    pub(crate) const fn first_among_equals(self) -> Prio {
        Prio(self.0 | 1)
    }

    /// Whether it goes before `other`.
    #[must_use]
    pub fn is_higher_than(self, other: Prio) -> bool {
        self > other
    }
}

impl fmt::Debug for Prio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level() {
            0 => f.write_str("normal"),
            1 => f.write_str("holder"),
            101 => f.write_str("deadline"),
            n => write!(f, "rt {}", n - 1),
        }
    }
}
