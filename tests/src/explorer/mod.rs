//! Exhaustive exploration of the waiting protocols: the mutex with lazy priority inheritance, and the
//! private condvar, by the rules R1-R10 of `docs/decisions/0001-waiting-protocols.md`.
//!
//! A [`Model`] has up to five threads, each with a priority and a short script ([`Op`]); from the empty
//! start every order of their steps is followed, with every time-out, cancellation, lock stealing and
//! change of priority that could come between. In every state, and wherever nothing moves any more, the
//! properties of [`check`] must hold; no state may come twice in one run, so no run goes on for ever.
//! The model is the protocol written again, not the code of `fusyn-core` itself: loom runs that.
//!
//! | file | what it models |
//! | --- | --- |
//! | [`program`] | operations, and where a thread can stand |
//! | [`state`], [`queue`] | word, buckets, queues, threads |
//! | [`kernel`] | LOCK_PI, UNLOCK_PI, CMP_REQUEUE_PI, by the facts K1-K9 |
//! | [`acquire`], [`park`], [`kernel_waiter`], [`release`] | the mutex |
//! | [`cond_wait`], [`signal`], [`broadcast`] | the condvar |
//! | [`outside`] | somebody changes a priority |
//! | [`rules`], [`mutants`] | rules that can be broken, and what must be noticed then |
//! | [`scenarios`] | the models that are explored |
//! | [`check`] | what must hold |
//! | [`system`], [`search`], [`index`], [`trace`] | the search, which knows no protocol |
//!
//! # Steps
//!
//! One step is one access to shared memory, one kernel operation, or one whole bucket section that
//! accesses the word at most once. What a section does besides is protected by the bucket's lock: nobody
//! can tell whether it was done at once. A section that accesses the word twice is two steps, and keeps
//! others out of the bucket between them ([`state::State::inside`]). Mutex and condvar are in different
//! buckets, which allows everything that one common bucket would, and more.
//!
//! # How to read a trace
//!
//! The search is breadth first, so a trace has as few steps as any. One line is one step: the thread, what
//! it did, and the state after it.
//!
//! ```text
//! T1 inside: sets W, enters lazy node, leaves          word T0|W  mutex[T1]
//! T3 bucket: word owned, enters ghost                  word T0|W  mutex[T1 T3*]
//! T3 LOCK_PI: blocks, W set                            word T0|W  mutex[T1 T3*]  kernel[T3*]
//! T0 bucket: ghost seen, leaves                        word T0|W  mutex[T1 T3*]  kernel[T3*]
//! T3 LOCK_PI: ETIMEDOUT (K9: W stays)                  word T0|W  mutex[T1 T3*]
//! T0 UNLOCK_PI: no kernel waiter: word := 0 (K2)       word 0  mutex[T1 T3*]
//! -- pops T1 with CONVERT (its priority became ...)    word 0  mutex[T3*]
//! ```
//!
//! `word`: the owner, 0 if free, and `|W`. Then the queues that are not empty: `mutex` and `cond` by key,
//! `batch` detached by a broadcast, `kernel` the rt_mutex; `*` marks a ghost. `T0 in mutex bucket`: it
//! stays inside. "bucket:" begins a section, "inside:" goes on in one. `--` is a step from outside. After
//! the last line comes what is wrong; "next step fails" names the place of a thread whose step no state
//! follows.
//!
//! # What to do with one
//!
//! Follow the lines with the two sides of the rule at hand; the broken promise is usually made by the
//! last thread that looked at the word and found nothing to do. To try a change of protocol, change the
//! step's function, then see that all scenarios hold and every mutant is still noticed. A new step needs
//! a [`program::Pc`], an [`action::Action`], and a scenario that takes it, else a test fails.

pub mod acquire;
pub mod action;
pub mod broadcast;
pub mod check;
pub mod cond_wait;
pub mod index;
pub mod kernel;
pub mod kernel_waiter;
pub mod model;
pub mod mutants;
pub mod outside;
pub mod park;
pub mod program;
pub mod queue;
pub mod release;
pub mod robust_rwlock;
pub mod rules;
pub mod scenarios;
pub mod search;
pub mod shared_condvar;
mod show;
pub mod signal;
pub mod state;
pub mod system;
pub mod trace;
pub mod turn;
pub mod violation;

pub use model::{HandOver, Model, RealTimePark};
pub use program::Op;
pub use rules::Broken;
pub use search::{Extent, Limits, Verdict, explore};
pub use violation::Violation;
