//! Exhaustive exploration of the condvar on kernel futexes, in which a process may be killed before any
//! step: `fusyn-pthread/src/cond/shared`.
//!
//! The condvar is a sequence, an inheriting lock that is announced in the robust list's pending slot, and
//! a hint. A waiter, inside the lock's section, sets the hint and reads the sequence; then it sleeps while
//! the sequence is the same, in slices. A signal, inside the section, advances the sequence, wakes, and
//! clears the hint if it left nobody asleep. Who enters after a death advances and wakes all.
//!
//! Every thread here is a process of its own. The mutex around a wait is left out: a waiter counts as
//! *blocked* once it has left the section, which is before it gives the mutex up.
//!
//! # What is checked
//!
//! * **The section**: one living thread inside at most, and the lock names it.
//! * **Nobody blocks for ever** on the lock, whoever died where.
//! * **A completed signal wakes** at least one of the threads that were blocked when it was sent, and a
//!   broadcast all of them. If those it woke are killed before they return, another one returns.
//! * **At once**: while nobody has died, one of them is awake when the signal returns, without a slice's end.
//! * **Destruction**: the condvar is not touched after the broadcast that lets the program destroy it.
//!
//! Traces are read as those of the waiting protocols; `lock T1|W|D`: owner, WAITERS, OWNER_DIED; `seq` the
//! sequence, `asleep` those in the kernel's queue, with the sequence they sleep on.

pub mod action;
pub mod model;
pub mod program;
pub mod scenarios;
pub mod section;
pub mod signal;
pub mod state;
pub mod wait;

pub use model::{Broken, Model};
pub use program::Op;
