//! What can go wrong in a model.

use std::fmt;

/// Something that must not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// Two threads hold the mutex, or the holder is not the one whom the word names.
    NotExclusive,
    /// Someone sleeps, and no step but a time-out is left to anybody.
    Stranded {
        /// The sleepers, one bit each.
        threads: u8,
    },
    /// A popped condvar waiter did not return as signalled, or a waiter sleeps on while a signal was eaten.
    SignalLost,
    /// The kernel would refuse the operation, or kernel state exists where the protocol forbids it.
    Kernel(KernelFault),
    /// A node stands in two queues or twice in one.
    EnteredTwice {
        /// Its thread.
        thread: usize,
    },
    /// A node was handled under another bucket's lock than its own.
    WrongBucket {
        /// Its thread.
        thread: usize,
    },
    /// A node was used after its thread had returned.
    NodeReused {
        /// Its thread.
        thread: usize,
    },
    /// The mutex or the condvar was read or written after the program destroyed it.
    UsedAfterDestroy,
    /// A waiter stands in the condvar's queue while its hint says that there is none.
    HintClear,
    /// A lazy waiter was overtaken more often than the bound allows.
    OvertakenTooOften {
        /// That waiter.
        thread: usize,
    },
    /// A run can go on for ever.
    Endless,
    /// A call gave an error that nothing accounts for.
    Refused {
        /// To whom.
        thread: usize,
    },
    /// Somebody came in after a writer that had died inside, and was not told.
    DeathNotTold,
    /// Somebody was told of a death that was none, or had been told of.
    ToldOfNoDeath,
    /// Somebody came in though the lock had been given up unrepaired.
    LostAndGiven,
    /// Somebody came in and need not see what was done inside before.
    Unordered,
    /// All are gone, and the lock is not as it was new.
    NotWhole,
}

/// How the kernel's part went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelFault {
    /// LOCK_PI or a requeue for a thread that the word names already.
    Deadlk,
    /// UNLOCK_PI by another thread than the owner.
    Perm,
    /// The word's TID is not the owner in the kernel's state (K5).
    Inval,
    /// A kernel waiter without a ghost in the mutex's queue.
    WithoutGhost,
    /// Release in user space while the kernel has waiters.
    UserRelease,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NotExclusive => write!(f, "the holder is not the one owner in the word"),
            Violation::Stranded { threads } => {
                let names: Vec<String> =
                    (0..8).filter(|bit| threads >> bit & 1 == 1).map(|t| format!("T{t}")).collect();
                write!(f, "{} asleep, and nothing but a time-out could help", names.join(" "))
            }
            Violation::SignalLost => write!(f, "a signal was lost"),
            Violation::Kernel(fault) => write!(f, "kernel: {fault:?}"),
            Violation::EnteredTwice { thread } => write!(f, "T{thread}'s node entered twice"),
            Violation::WrongBucket { thread } => write!(f, "T{thread}'s node handled under the wrong bucket"),
            Violation::NodeReused { thread } => write!(f, "T{thread}'s node used after T{thread} returned"),
            Violation::UsedAfterDestroy => write!(f, "object touched after it was destroyed"),
            Violation::HintClear => write!(f, "a waiter is queued and the hint is clear"),
            Violation::OvertakenTooOften { thread } => write!(f, "T{thread} was overtaken too often"),
            Violation::Endless => write!(f, "steps that repeat for ever"),
            Violation::Refused { thread } => write!(f, "T{thread} was given an error without a reason"),
            Violation::DeathNotTold => write!(f, "nobody was told of a writer's death"),
            Violation::ToldOfNoDeath => write!(f, "told of a death that was none"),
            Violation::LostAndGiven => write!(f, "somebody came in, and the lock is lost"),
            Violation::Unordered => write!(f, "came in, and need not see what was done before"),
            Violation::NotWhole => write!(f, "something is left when all are gone"),
        }
    }
}
