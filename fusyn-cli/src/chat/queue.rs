//! A bounded queue: one mutex, two condition variables, signals sent with the mutex held.

use std::collections::VecDeque;

use crate::pthread::{Cond, Mutex};

/// Messages that fit into a queue.
const CAPACITY: usize = 64;

struct State<T> {
    items: VecDeque<T>,
    closed: bool,
}

/// Any number of threads may push and pop.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    not_empty: Cond,
    not_full: Cond,
}

impl<T> Queue<T> {
    /// An empty one; its memory is taken here, not while the clock runs.
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State { items: VecDeque::with_capacity(CAPACITY), closed: false }),
            not_empty: Cond::new(),
            not_full: Cond::new(),
        }
    }

    /// Puts an item in, when there is room.
    pub(super) fn push(&self, item: T) {
        let mut state = self.state.lock();
        while state.items.len() == CAPACITY {
            self.not_full.wait(&mut state);
        }
        state.items.push_back(item);
        self.not_empty.signal();
    }

    /// Takes the oldest item out, when there is one; none when there will be no more.
    pub(super) fn pop(&self) -> Option<T> {
        let mut state = self.state.lock();
        loop {
            if let Some(item) = state.items.pop_front() {
                self.not_full.signal();
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
        let queue = Queue::new();
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
}
