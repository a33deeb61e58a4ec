//! Exhaustive exploration of the robust rwlock, in which a thread may be killed before any step. What is explored
//! is not the protocol written again but `fusyn_core::rwlock::robust` itself, the code that the shim runs.
//!
//! # How the code becomes steps
//!
//! All that it does to shared memory, to its robust list and to the kernel goes through one trait
//! (`Caller`), so between two such operations it depends on nothing but the results of those before. A thread's
//! place is therefore the list of those results: to find its next operation, the code is run again
//! with them, up to the first that has no result yet. Each place is run once and remembered; the search itself
//! goes over states that name places by number.
//!
//! Results that no longer matter would make states differ that need not. So ways that meet at certain operations
//! count as one place ([`places`]); that they are one is checked by running some of them on side by side.
//!
//! | file | |
//! | --- | --- |
//! | [`replay`], [`places`] | the model's `Caller`, and places |
//! | [`program`] | what a thread does: visits |
//! | [`state`] | words, kernel and threads |
//! | [`weak`] | loads that see an old value |
//! | [`steps`], [`kernel`], [`death`] | what each operation does; `LOCK_PI` and its kin; how a thread goes |
//! | [`rules`] | what must hold when a thread comes in, goes out or is refused |
//! | [`after`] | what must hold when all are gone: a new writer finds it whole |
//! | [`model`], [`scenarios`] | the search's view; what is explored, and what is broken on purpose |
//!
//! # What is checked
//!
//! * **Exclusion**: nobody inside together with a writer.
//! * **Order**: who comes in knows of all that those before did, by acquire and release alone (`ended` and
//!   clocks): a weakened ordering on a word is noticed though steps here are taken one after the other.
//! * **Nobody waits for ever** who lives, whoever died where.
//! * **A dead writer is told of once**, to the next that comes in; nobody else is told. Unlocked without
//!   repair it is lost for all.
//! * **A dead reader is subtracted**: no slot is left, and who is refused for want of one is refused because of
//!   living readers.
//! * **The kernel** is never asked what it would refuse (`EINVAL`, `EPERM`).
//!
//! What is not: real time and priorities (equals here, first come first served), more than three threads. Steps are
//! taken one after the other; in models that are weak, a load may miss the last write, as the orderings allow.
//!
//! # The kernel here
//!
//! `LOCK_PI` and `UNLOCK_PI` by K1-K3, K5, K8, K9, with its state that lives as long as somebody waits. A killed
//! thread first leaves the kernel, then exits in steps that others come between: it counts as exiting
//! (who asks for it waits), the robust list's word is marked, each word that somebody waits for is left to the
//! top waiter, who has still to write itself in; then its id is gone (`ESRCH`), or, if the model has it so, given
//! to another thread.

pub mod action;
pub mod after;
pub mod death;
pub mod kernel;
pub mod model;
pub mod places;
pub mod program;
pub mod replay;
pub mod rules;
pub mod scenarios;
pub mod state;
pub mod steps;
pub mod weak;

pub use model::Model;
pub use steps::Broken;
