//! A short list of threads in one machine word, so that a state stays small and quick to hash.

use std::fmt;

/// Most threads that a model may have.
pub const MAX_THREADS: usize = 5;

/// Bits that one entry takes.
const ENTRY_BITS: u32 = 4;

/// An ordered list of distinct threads; entry `k` lies in bits `4k..4k+4` as thread + 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Queue(u32);

impl Queue {
    /// Whether nobody stands in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many threads stand in it.
    pub fn len(self) -> usize {
        (u32::BITS - self.0.leading_zeros()).div_ceil(ENTRY_BITS) as usize
    }

    /// The threads in it, first one first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(move |place| self.entry(place))
    }

    /// Whether `thread` stands in it.
    pub fn contains(self, thread: usize) -> bool {
        self.iter().any(|other| other == thread)
    }

    /// Enters `thread` at `place`; those from there on move one back.
    ///
    /// # Panics
    ///
    /// If the place lies past the end, or the queue would grow past [`MAX_THREADS`].
    pub fn insert(&mut self, place: usize, thread: usize) {
        assert!(place <= self.len() && self.len() < MAX_THREADS);
        let shift = place as u32 * ENTRY_BITS;
        let before = self.0 & ((1 << shift) - 1);
        let after = self.0 & !((1 << shift) - 1);
        self.0 = before | (thread as u32 + 1) << shift | after << ENTRY_BITS;
    }

    /// Enters `thread` as the last one.
    pub fn push(&mut self, thread: usize) {
        self.insert(self.len(), thread);
    }

    /// Takes `thread` out; whether it was there.
    pub fn remove(&mut self, thread: usize) -> bool {
        let Some(place) = self.iter().position(|other| other == thread) else {
            return false;
        };
        let shift = place as u32 * ENTRY_BITS;
        let before = self.0 & ((1 << shift) - 1);
        self.0 = before | (self.0 >> ENTRY_BITS) & !((1 << shift) - 1);
        true
    }

    /// The thread with the highest priority, the first one among equals.
    pub fn top(self, priorities: &[u8]) -> Option<usize> {
        let mut best: Option<usize> = None;
        for thread in self.iter() {
            if best.is_none_or(|top| priorities[thread] > priorities[top]) {
                best = Some(thread);
            }
        }
        best
    }

    fn entry(self, place: usize) -> usize {
        (self.0 >> (place as u32 * ENTRY_BITS) & 0xf) as usize - 1
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_behaves_as_a_vector() {
        let mut queue = Queue::default();
        let mut list: Vec<usize> = Vec::new();
        for (place, thread) in [(0, 3), (0, 1), (2, 4), (1, 0), (4, 2)] {
            queue.insert(place, thread);
            list.insert(place, thread);
            assert_eq!(queue.iter().collect::<Vec<_>>(), list);
            assert_eq!(queue.len(), list.len());
        }
        for thread in [4, 1, 2, 3, 0] {
            assert!(queue.contains(thread) && queue.remove(thread) && !queue.remove(thread));
            list.retain(|&other| other != thread);
            assert_eq!(queue.iter().collect::<Vec<_>>(), list);
        }
        assert!(queue.is_empty());
    }

    #[test]
    fn top_is_the_first_among_equals() {
        let mut queue = Queue::default();
        for thread in [2, 0, 1, 3] {
            queue.push(thread);
        }
        assert_eq!(queue.top(&[5, 7, 1, 7]), Some(1));
        assert_eq!(Queue::default().top(&[1]), None);
    }
}
