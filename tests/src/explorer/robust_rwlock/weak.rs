//! Loads that see an old value: in weak models, one that is not the last.
//!
//! A thread knows the last write of a word if it made it, read it, exchanged there since, or acquired from a word what
//! somebody released who knew it. Another may load the value before. A `SeqCst` load sees the last write at least
//! if that was `SeqCst` too: so of two threads that each write one word and then read the other's, one sees the other's.
//! Older values than the one before the last are left out.

use fusyn_core::sync::Ordering;

use super::state::{State, THREADS};

/// Words, one bit each.
pub type Words = u8;

/// What is known of last writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memory {
    /// Each word before its last write.
    before: [u32; 5],
    /// Words of which each thread does not know the last write.
    unknown: [Words; THREADS],
    /// Words of whose last write each word does not tell.
    untold: [Words; 5],
    /// Words whose last write was not `SeqCst`.
    loose: Words,
}

/// Whether an order acquires.
pub fn acquires(order: Ordering) -> bool {
    matches!(order, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
}

/// Whether an order releases.
pub fn releases(order: Ordering) -> bool {
    matches!(order, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
}

impl Memory {
    /// The value that a thread's load may see beside the last one.
    pub fn stale(&self, me: usize, word: usize, order: Ordering) -> Option<u32> {
        let is_unknown = self.unknown[me] >> word & 1 == 1;
        let may_miss = order != Ordering::SeqCst || self.loose >> word & 1 == 1;
        (is_unknown && may_miss).then_some(self.before[word])
    }

    fn sees(&mut self, me: usize, word: usize, order: Ordering) {
        self.unknown[me] &= !(1 << word);
        if acquires(order) {
            self.unknown[me] &= self.untold[word];
        }
    }

    fn writes(&mut self, me: usize, word: usize, order: Ordering, before: u32) {
        let bit = 1 << word;
        self.before[word] = before;
        self.unknown.iter_mut().chain(&mut self.untold).for_each(|words| *words |= bit);
        self.unknown[me] &= !bit;
        self.loose = if order == Ordering::SeqCst { self.loose & !bit } else { self.loose | bit };
        if releases(order) {
            // An exchange: what was told here stays told.
            self.untold[word] &= self.unknown[me];
        }
    }
}

/// A thread reads the last value of a word, and writes it unless it is as before; in models that are not weak nothing is kept.
pub fn access(state: &mut State, is_weak: bool, me: usize, word: usize, order: Ordering, new: Option<u32>) {
    if !is_weak {
        return;
    }
    let before = state.words[word];
    state.memory.sees(me, word, order);
    if let Some(new) = new
        && new != before
    {
        state.memory.writes(me, word, order, before);
    } else if new.is_some() && releases(order) {
        state.memory.untold[word] &= state.memory.unknown[me];
    }
}
