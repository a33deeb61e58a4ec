//! `fusyn_sys::futex` against the running kernel.

#[path = "../common/mod.rs"]
mod common;

mod priority;
mod requeue;
mod wait;
mod waitv;
mod wake;

use core::sync::atomic::AtomicU32;

use common::{Helper, spawn};
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Deadline, Errno};

/// [`futex::wait`] on a word that lives for ever.
fn wait(
    word: &'static AtomicU32,
    expected: u32,
    scope: Scope,
    deadline: Option<&Deadline>,
) -> Result<(), Errno> {
    // SAFETY: the tests own the word.
    unsafe { futex::wait(word.as_ptr(), expected, scope, deadline) }
}

/// [`futex::wake`] on a word that lives for ever.
fn wake(word: &'static AtomicU32, count: u32, scope: Scope) -> Result<u32, Errno> {
    // SAFETY: the tests own the word.
    unsafe { futex::wake(word.as_ptr(), count, scope) }
}

/// A thread that sleeps on the word while it holds 0, private and without a deadline.
fn sleeper(word: &'static AtomicU32) -> Helper<Result<(), Errno>> {
    let helper = spawn(move || wait(word, 0, Scope::Private, None));
    helper.wait_asleep_on(word);
    helper
}
