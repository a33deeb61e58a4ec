//! A queue: one mutex, two condition variables, signals sent with the mutex held.

use std::collections::VecDeque;

use crate::pthread::{Cond, Mutex};

/// Messages that fit into a bounded queue.
const CAPACITY: usize = 64;

struct State<T> {
    items: VecDeque<T>,
    /// Nobody may push until half of the queue is free.
    full: bool,
    closed: bool,
}

/// Any number of threads may push and pop.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    capacity: usize,
    not_empty: Cond,
    not_full: Cond,
}

impl<T> Queue<T> {
    /// An empty one, as a socket's buffer: who finds it full waits until half of it is free. (If one
    /// free place were enough, both sides might wake each other for every message, and whether they do
    /// is the scheduler's whim: runs of a kind would differ tenfold, on any lock.)
    pub(super) fn bounded() -> Self {
        Self::new(CAPACITY)
    }

    /// An empty one that grows: a push never waits.
    pub(super) fn unbounded() -> Self {
        Self::new(usize::MAX)
    }

    fn new(capacity: usize) -> Self {
        let items = VecDeque::with_capacity(capacity.min(CAPACITY));
        Self {
            state: Mutex::new(State { items, full: false, closed: false }),
            capacity,
            not_empty: Cond::new(),
            not_full: Cond::new(),
        }
    }

    /// Puts an item in, when there is room.
    pub(super) fn push(&self, item: T) {
        let mut state = self.state.lock();
        while state.full {
            self.not_full.wait(&mut state);
        }
        state.items.push_back(item);
        state.full = state.items.len() >= self.capacity;
        self.not_empty.signal();
    }

    /// Takes the oldest item out, when there is one; none when there will be no more.
    pub(super) fn pop(&self) -> Option<T> {
        let mut state = self.state.lock();
        loop {
            if let Some(item) = state.items.pop_front() {
                if state.full && state.items.len() <= self.capacity / 2 {
                    state.full = false;
                    self.not_full.broadcast();
                }
                return Some(item);
            }
            if state.closed {
                return None;
            }
            self.not_empty.wait(&mut state);
        }
    }

    /// Nothing will be pushed any more.
    pub(super) fn close(&self) {
        self.state.lock().closed = true;
        self.not_empty.broadcast();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_over_many_times_the_capacity_and_the_end_is_seen() {
        let queue = Queue::bounded();
        let last = 10 * CAPACITY;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..last).for_each(|i| queue.push(i));
                queue.close();
            });
            for i in 0..last {
                assert_eq!(queue.pop(), Some(i));
            }
            assert_eq!(queue.pop(), None);
        });
    }

    #[test]
    fn full_queue_is_open_again_when_half_of_it_is_free() {
        let queue = Queue::bounded();
        (0..CAPACITY).for_each(|i| queue.push(i));
        for taken in 1..=CAPACITY / 2 {
            assert!(queue.state.lock().full, "open after {} were taken", taken - 1);
            assert_eq!(queue.pop(), Some(taken - 1));
        }
        assert!(!queue.state.lock().full);
    }

    #[test]
    fn push_to_an_unbounded_queue_never_waits() {
        let queue = Queue::unbounded();
        (0..4 * CAPACITY).for_each(|i| queue.push(i));
        assert_eq!(queue.pop(), Some(0));
    }
}
