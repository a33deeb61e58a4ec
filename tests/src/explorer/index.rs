//! Finding a known state: an open-addressed table of numbers into the list of states.

use std::hash::{Hash, Hasher};

use super::state::State;

/// A quick hash; the table compares whole states, so a collision costs time, not correctness.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    fn add(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    fn write_isize(&mut self, value: isize) {
        self.add(value as u64); // the discriminant of an enum
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }
}

/// A list of distinct states, and where each stands in it.
#[derive(Debug)]
pub struct KnownStates {
    states: Vec<State>,
    /// Number of a state + 1, 0 is empty; the length is a power of two, at most half full.
    slots: Vec<u32>,
}

impl KnownStates {
    /// A list with one state.
    pub fn new(first: State) -> Self {
        let mut known = KnownStates { states: Vec::new(), slots: vec![0; 1 << 10] };
        known.number_of(first);
        known
    }

    /// How many states are known.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether none is; never so.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The state with that number.
    pub fn get(&self, number: usize) -> &State {
        &self.states[number]
    }

    /// The state's number, and whether it is new.
    pub fn number_of(&mut self, state: State) -> (usize, bool) {
        if self.states.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mut slot = self.home_of(&state);
        while self.slots[slot] != 0 {
            let number = self.slots[slot] as usize - 1;
            if self.states[number] == state {
                return (number, false);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.states.push(state);
        self.slots[slot] = self.states.len() as u32;
        (self.states.len() - 1, true)
    }

    fn home_of(&self, state: &State) -> usize {
        let mut mixer = Mixer::default();
        state.hash(&mut mixer);
        mixer.finish() as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for number in 0..self.states.len() {
            let mut slot = self.home_of(&self.states[number]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_keeps_its_number_while_the_table_grows() {
        let state = |n: u32| {
            let mut state =
                State { signals_sent: n as u8, references_used: (n >> 8) as u8, ..State::default() };
            state.word.waiters = n >> 16 == 1;
            state
        };
        let mut known = KnownStates::new(state(0));
        for n in 1..100_000 {
            assert_eq!(known.number_of(state(n)), (n as usize, true));
        }
        for n in 0..100_000 {
            assert_eq!(known.number_of(state(n)), (n as usize, false));
            assert_eq!(*known.get(n as usize), state(n));
        }
        assert!(known.len() == 100_000 && !known.is_empty());
    }
}
