//! The shim's code as a thing with places: run again with the results so far, up to the next operation.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use fusyn_core::rwlock::robust::{Caller, Word};
use fusyn_core::sync::Ordering;
use fusyn_core::{Deadline, Errno};

use super::program::{self, Visit};

/// An operation that the code asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Nothing begun, or all done.
    Idle,
    /// Reads a word.
    Load(u8, Ordering),
    /// Compares and exchanges: place, expected, new, order of success.
    Exchange(u8, u32, u32, Ordering),
    /// Sets bits.
    Or(u8, u32, Ordering),
    /// Keeps bits.
    And(u8, u32, Ordering),
    /// Adds.
    Add(u8, u32, Ordering),
    /// Subtracts.
    Sub(u8, u32, Ordering),
    /// Announces the gate.
    Announce,
    /// Ends that.
    End,
    /// Puts the gate into the list.
    Link,
    /// Takes it out.
    Unlink,
    /// `LOCK_PI`, and whether with a deadline.
    LockPi(u8, bool),
    /// `TRYLOCK_PI`.
    TryLockPi(u8),
    /// `UNLOCK_PI`.
    UnlockPi(u8),
    /// The program is inside.
    Enter {
        /// As a writer.
        writes: bool,
        /// With `EOWNERDEAD`.
        told: bool,
    },
    /// The program is about to unlock.
    Leave,
    /// The lock was not given.
    Refused(Errno),
    /// An unlock, a repair or a second read failed.
    Broken(Errno),
}

impl Ask {
    /// Whether only the thread's own death could tell that it was done.
    pub fn is_own(self) -> bool {
        matches!(self, Ask::Announce | Ask::End | Ask::Link | Ask::Unlink)
    }
}

/// The results of the code that is being run, and how many were used.
#[derive(Default)]
struct Run {
    results: Vec<u64>,
    used: usize,
    /// Slots that the thread has: none before a visit and after it.
    reads: u32,
}

thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

/// The result of an operation, or the end of this run: the operation is what unwinds.
pub fn ask(what: Ask) -> u64 {
    let result = RUN.with_borrow_mut(|run| {
        run.used += 1;
        run.results.get(run.used - 1).copied()
    });
    result.unwrap_or_else(|| resume_unwind(Box::new(what)))
}

/// A word, by its number.
#[derive(Clone, Copy, Debug)]
pub struct Place(u8);

impl Place {
    /// The gate's number; slots stand before it.
    pub const GATE: usize = 3;
    /// The state's.
    pub const STATE: usize = 4;
    /// All words.
    pub const ALL: [Place; 5] = [Place(0), Place(1), Place(2), Place(3), Place(4)];
}

/// Bit 32 of a result: the exchange was made.
pub const DONE: u64 = 1 << 32;

impl Word for Place {
    fn load(&self, order: Ordering) -> u32 {
        ask(Ask::Load(self.0, order)) as u32
    }
    fn compare_exchange(&self, current: u32, new: u32, done: Ordering, _: Ordering) -> Result<u32, u32> {
        let result = ask(Ask::Exchange(self.0, current, new, done));
        if result & DONE != 0 { Ok(result as u32) } else { Err(result as u32) }
    }
    fn fetch_or(&self, bits: u32, order: Ordering) -> u32 {
        ask(Ask::Or(self.0, bits, order)) as u32
    }
    fn fetch_and(&self, bits: u32, order: Ordering) -> u32 {
        ask(Ask::And(self.0, bits, order)) as u32
    }
    fn fetch_add(&self, value: u32, order: Ordering) -> u32 {
        ask(Ask::Add(self.0, value, order)) as u32
    }
    fn fetch_sub(&self, value: u32, order: Ordering) -> u32 {
        ask(Ask::Sub(self.0, value, order)) as u32
    }
}

/// The thread that runs the code.
#[derive(Clone, Copy, Debug)]
pub struct Me(u32);

fn checked(result: u64) -> Result<(), Errno> {
    if result == 0 { Ok(()) } else { Err(Errno::new(result as i32)) }
}

// SAFETY: the model keeps the contract of each operation ([`super::kernel`], [`super::death`]).
unsafe impl Caller for Me {
    type Word = Place;
    type Outer = ();

    fn tid(self) -> u32 {
        self.0
    }
    fn is_list_full(self) -> bool {
        false
    }
    unsafe fn announce(self, _: *const Place) {
        ask(Ask::Announce);
    }
    unsafe fn end(self, (): ()) {
        ask(Ask::End);
    }
    unsafe fn link(self, _: *const Place) {
        ask(Ask::Link);
    }
    unsafe fn unlink(self, _: *const Place) {
        ask(Ask::Unlink);
    }
    unsafe fn lock_pi(self, word: *const Place, deadline: Option<&Deadline>) -> Result<(), Errno> {
        // SAFETY: alive, by the caller.
        checked(ask(Ask::LockPi(unsafe { *word }.0, deadline.is_some())))
    }
    unsafe fn trylock_pi(self, word: *const Place) -> Result<(), Errno> {
        // SAFETY: alive, by the caller.
        checked(ask(Ask::TryLockPi(unsafe { *word }.0)))
    }
    unsafe fn unlock_pi(self, word: *const Place) -> Result<(), Errno> {
        // SAFETY: alive, by the caller.
        checked(ask(Ask::UnlockPi(unsafe { *word }.0)))
    }
    fn yield_now(self) {}
    fn reads(self) -> u32 {
        RUN.with_borrow(|run| run.reads)
    }
    fn set_reads(self, reads: u32) {
        RUN.with_borrow_mut(|run| run.reads = reads);
    }
}

/// What is run.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Slots of the rwlock.
    pub slots: usize,
    /// Slots that a thread believes to have when it comes: none.
    pub reads: u32,
}

/// Runs a visit with results, and catches what it asks for next.
pub fn next_of(code: Code, tid: u32, visit: Visit, results: Vec<u64>) -> Ask {
    RUN.set(Run { results, used: 0, reads: code.reads });
    let outcome = catch_unwind(AssertUnwindSafe(|| match code.slots {
        1 => program::run::<1>(Me(tid), visit),
        2 => program::run::<2>(Me(tid), visit),
        _ => program::run::<3>(Me(tid), visit),
    }));
    match outcome {
        Ok(()) => Ask::Idle,
        Err(cause) => *cause.downcast::<Ask>().unwrap_or_else(|other| resume_unwind(other)),
    }
}
