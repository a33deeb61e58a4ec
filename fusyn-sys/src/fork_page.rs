//! One page that a forked child finds zeroed: how cached thread ids and tables notice a fork.
//!
//! `fork`, `_Fork` and a raw `clone` all wipe it; no handler has to run. [`epoch`] is 0 until somebody
//! calls [`refresh`]; a child's epoch differs from every epoch of its parent before the fork.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::mem;

#[repr(C, align(4096))]
struct ForkPage {
    epoch: AtomicU32,
    rest: [u8; mem::PAGE - 4],
}

static FORK_PAGE: ForkPage = ForkPage { epoch: AtomicU32::new(0), rest: [0; mem::PAGE - 4] };

/// Survives a fork: how many epochs this process and its ancestors have had.
static EPOCHS: AtomicU32 = AtomicU32::new(0);

/// Whether the kernel promised to wipe the page; if not, the epoch stays 0 and nothing is cached.
static WIPED: AtomicU32 = AtomicU32::new(0);
const ASKED_NO: u32 = 1;
const ASKED_YES: u32 = 2;

/// The current epoch; 0 before [`refresh`] and, first thing, in a forked child.
#[inline(always)]
#[must_use]
pub fn epoch() -> u32 {
    // Relaxed: compared only with values that this thread read here, or that a lock published.
    FORK_PAGE.epoch.load(Ordering::Relaxed)
}

/// Starts an epoch if there is none; returns it, or 0 where the kernel cannot wipe pages on fork.
#[cold]
pub fn refresh() -> u32 {
    // Relaxed throughout: single words, each compared only with itself.
    if WIPED.load(Ordering::Relaxed) == 0 {
        let page = (&raw const FORK_PAGE).cast::<u8>().cast_mut();
        // SAFETY: the page is ours alone (4096-aligned and as long), and a child wants it zeroed.
        let promised = unsafe { mem::wipe_on_fork(page, mem::PAGE) }.is_ok();
        WIPED.store(if promised { ASKED_YES } else { ASKED_NO }, Ordering::Relaxed);
    }
    if WIPED.load(Ordering::Relaxed) == ASKED_NO {
        return 0;
    }
    let next = EPOCHS.fetch_add(1, Ordering::Relaxed).wrapping_add(1).max(1);
    match FORK_PAGE.epoch.compare_exchange(0, next, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => next,
        Err(other) => other,
    }
}
