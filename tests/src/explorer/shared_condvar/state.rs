//! One state of the condvar on kernel futexes.

use std::fmt;

use super::program::Pc;
use crate::explorer::queue::{MAX_THREADS, Queue};

/// Signals and broadcasts whose promise is followed.
pub const MAX_PROMISES: usize = 4;

/// The section's lock word. A thread's TID is its number + 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lock {
    /// TID of the owner, 0 if free.
    pub tid: u8,
    /// The WAITERS bit.
    pub waiters: bool,
    /// The OWNER_DIED bit.
    pub owner_died: bool,
}

/// What a signal owes to those who were blocked when it was sent: when it entered the section, or found
/// the hint clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Promise {
    /// They, one bit each, as long as they live and have not returned.
    pub blocked: u8,
    /// It owes to each of them: a broadcast.
    pub to_all: bool,
    /// The call has returned.
    pub is_complete: bool,
    /// One of them has returned to its program.
    pub is_kept: bool,
}

/// One thread, a process of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thread {
    /// Where it stands.
    pub pc: Pc,
    /// Index of its operation.
    pub op: u8,
    /// The sequence on which it sleeps.
    pub seen: u8,
    /// Its deadline passed, or it was cancelled: its return keeps no promise.
    pub gave_up: bool,
    /// Number of its signal's promise, + 1.
    pub promise: u8,
}

/// A whole state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// The section's lock.
    pub lock: Lock,
    /// Threads asleep in its LOCK_PI.
    pub lock_waiters: Queue,
    /// The sequence.
    pub sequence: u8,
    /// The hint.
    pub hint: bool,
    /// Threads asleep on the sequence, in the order in which they began to sleep.
    pub sleepers: Queue,
    /// Threads that were killed, one bit each.
    pub dead: u8,
    /// The program has destroyed the condvar.
    pub is_destroyed: bool,
    /// What signals owe.
    pub promises: [Promise; MAX_PROMISES],
    /// How many promises were made.
    pub promised: u8,
    /// The threads.
    pub threads: [Thread; MAX_THREADS],
}

impl State {
    /// Whether a thread was killed.
    pub fn is_dead(&self, thread: usize) -> bool {
        self.dead >> thread & 1 == 1
    }

    /// Whether a thread is blocked in its wait: asleep, or about to sleep on a sequence that is unchanged.
    pub fn is_blocked(&self, thread: usize) -> bool {
        let me = &self.threads[thread];
        let will_sleep = matches!(me.pc, Pc::Sleep | Pc::LateHint) && me.seen == self.sequence;
        !self.is_dead(thread) && (will_sleep || matches!(me.pc, Pc::Asleep | Pc::LateRead))
    }

    /// All of those, one bit each.
    pub fn blocked(&self) -> u8 {
        (0..MAX_THREADS).filter(|&thread| self.is_blocked(thread)).fold(0, |bits, thread| bits | 1 << thread)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner =
            self.lock.tid.checked_sub(1).map_or_else(|| "0".to_owned(), |thread| format!("T{thread}"));
        let flag = |is_set, text| if is_set { text } else { "" };
        let (waiters, died) = (flag(self.lock.waiters, "|W"), flag(self.lock.owner_died, "|D"));
        write!(f, "lock {owner}{waiters}{died}  seq {}{}", self.sequence, flag(self.hint, " hint"))?;
        for sleeper in self.sleepers.iter() {
            write!(f, "  asleep T{sleeper} on {}", self.threads[sleeper].seen)?;
        }
        Ok(())
    }
}
