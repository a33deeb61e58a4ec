//! One page that a forked child finds zeroed: how cached thread ids and tables notice a fork.
//!
//! `fork`, `_Fork` and a raw `clone` all wipe it; no handler has to run. [`epoch`] is 0 until somebody
//! calls [`refresh`]; a child's epoch differs from every epoch of its ancestors before the fork.
//!
//! A child that shares its parent's memory (`vfork`) shares the epoch too.
//!
//! # Memory ordering
//! `EPOCHS` must be seen advanced by whoever sees the epoch that came of it, since a fork copies both:
//! the compare-exchange releases, the loads in [`refresh`] acquire. Every cached epoch was read there.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::{arch, mem};

/// Survives a fork: how many epochs this process and its ancestors have had.
static EPOCHS: AtomicU32 = AtomicU32::new(0);

/// What the kernel said when asked to wipe the page; if no, the epoch stays 0 and nothing is cached.
static PROMISE: AtomicU32 = AtomicU32::new(NOT_ASKED);
const NOT_ASKED: u32 = 0;
const NO: u32 = 1;
const YES: u32 = 2;

/// A value that no epoch ever has.
pub const NEVER: u32 = u32::MAX;

/// The current epoch; 0 before [`refresh`] and, first thing, in a forked child.
///
/// # Signal safety
/// Async-signal-safe, as [`refresh`].
#[inline(always)]
#[must_use]
pub fn epoch() -> u32 {
    // Relaxed: compared only with a value that came from `refresh`.
    arch::fork_page_word()
}

/// Starts an epoch if there is none; returns it, or 0 where the kernel cannot wipe pages on fork.
#[cold]
pub fn refresh() -> u32 {
    if !is_wiped_on_fork() {
        return 0;
    }
    // SAFETY: the page is alive for ever, aligned, and its first word only ever an atomic.
    let page = unsafe { &*arch::fork_page().cast::<AtomicU32>() };
    let current = page.load(Ordering::Acquire);
    if current != 0 {
        return current;
    }
    let next = next_epoch();
    match page.compare_exchange(0, next, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => next,
        Err(other) => other,
    }
}

/// Never 0, never [`NEVER`].
fn next_epoch() -> u32 {
    loop {
        // Relaxed: a counter; published by the epoch itself.
        let next = EPOCHS.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        if next != 0 && next != NEVER {
            return next;
        }
    }
}

fn is_wiped_on_fork() -> bool {
    // Relaxed: asking twice gives the same answer twice.
    let promise = PROMISE.load(Ordering::Relaxed);
    if promise != NOT_ASKED {
        return promise == YES;
    }
    let page = arch::fork_page();
    // SAFETY: whole pages that hold nothing but the epoch, which a child wants zeroed.
    let promised = unsafe { mem::wipe_on_fork(page, mem::PAGE) }.is_ok();
    PROMISE.store(if promised { YES } else { NO }, Ordering::Relaxed);
    promised
}
