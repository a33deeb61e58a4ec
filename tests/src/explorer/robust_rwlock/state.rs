//! One state: the words, what the kernel knows of them, and the threads.

use std::fmt;

use fusyn_core::rwlock::robust::{CLOSED, INCONSISTENT, LOST, WRITER};
use fusyn_core::word::{OWNER_DIED, WAITERS, owner};

use super::replay::Place;
use super::weak::Memory;
use crate::explorer::queue::Queue;

/// Threads: three of the model, and who comes afterwards ([`super::after`]).
pub const THREADS: usize = 4;

/// Sections that have ended, one bit each: which of them a thread knows of, or a word tells of.
pub type Clock = u16;

/// The bit of a thread's section.
pub fn section(thread: usize, visit: u8) -> Clock {
    1 << (thread * 4 + usize::from(visit))
}

/// The bits of all its sections.
pub fn sections(thread: usize) -> Clock {
    0xf << (thread * 4)
}

/// The kernel's state of a word, while somebody waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Waited {
    /// The owner's number + 1; 0: it has died, and the top waiter is on its way.
    pub owner: u8,
    /// Who waits, or has not returned yet.
    pub waiters: Queue,
}

/// How much a thread lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Life {
    /// It runs.
    #[default]
    Lives,
    /// It was killed, and has yet to notice.
    Killed,
    /// The kernel refuses to queue behind it.
    Exiting,
    /// Its list has been walked.
    ListWalked,
    /// Its id is free.
    Gone,
}

/// Where a thread is, seen from the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Inside {
    /// Outside.
    #[default]
    No,
    /// It reads.
    Reads,
    /// It writes.
    Writes,
}

/// One thread, a process of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thread {
    /// Its place in the code.
    pub place: u32,
    /// How many visits it has ended.
    pub visit: u8,
    /// Alive, or how far it has gone.
    pub life: Life,
    /// One that takes a dead one's id: it has come into being.
    pub is_born: bool,
    /// The gate is announced.
    pub announces: bool,
    /// The gate is in its list.
    pub links: bool,
    /// Inside.
    pub inside: Inside,
    /// It took the lock from a dead writer.
    pub was_told: bool,
    /// How many others there were when its visit began.
    pub others: u8,
    /// Number + 1 of the word that it waits for in the kernel.
    pub waits_for: u8,
    /// What it knows of.
    pub clock: Clock,
}

/// Whether the lock is lost to an unlock without repair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Loss {
    /// No.
    #[default]
    None,
    /// It may be: such an unlock has begun.
    May,
    /// It is.
    Is,
}

/// A whole state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Slots, gate and state.
    pub words: [u32; 5],
    /// What each word tells who acquires it.
    pub released: [Clock; 5],
    /// Who knows the last values; in weak models only.
    pub memory: Memory,
    /// The kernel's part, of slots and gate.
    pub waited: [Waited; 4],
    /// The threads.
    pub threads: [Thread; THREADS],
    /// Threads that were killed.
    pub kills: u8,
    /// Sections of readers that have ended.
    pub read: Clock,
    /// Sections of writers that have ended, by an unlock or by death.
    pub written: Clock,
    /// A writer has died inside, and nobody was told.
    pub must_tell: bool,
    /// One has died on its way in or out.
    pub may_tell: bool,
    /// Lost.
    pub loss: Loss,
}

impl State {
    /// Whether a thread runs.
    pub fn lives(&self, thread: usize) -> bool {
        self.threads[thread].life == Life::Lives
    }

    /// What the kernel knows of a word's owner.
    pub fn forget_if_empty(&mut self, word: usize) {
        if self.waited[word].waiters.is_empty() {
            self.waited[word] = Waited::default();
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flag = |f: &mut fmt::Formatter<'_>, word: u32, bit: u32, text: &str| {
            f.write_str(if word & bit != 0 { text } else { "" })
        };
        for (i, name) in ["slots", "", "", "gate"].iter().enumerate() {
            let word = self.words[i];
            write!(f, "{name} {}", owner(word))?;
            flag(f, word, WAITERS, "|W")?;
            flag(f, word, OWNER_DIED, "|D")?;
            if !self.waited[i].waiters.is_empty() {
                write!(f, "{:?}", self.waited[i].waiters.iter().map(|t| t + 1).collect::<Vec<_>>())?;
            }
            f.write_str(" ")?;
        }
        let state = self.words[Place::STATE];
        write!(f, "state {}", state >> 8)?;
        for (bit, text) in [(CLOSED, "|closed"), (WRITER, "|writer"), (INCONSISTENT, "|bad"), (LOST, "|lost")]
        {
            flag(f, state, bit, text)?;
        }
        for (i, thread) in self.threads.iter().enumerate() {
            if thread.inside != Inside::No {
                write!(f, "  T{i} {:?}", thread.inside)?;
            }
        }
        Ok(())
    }
}
