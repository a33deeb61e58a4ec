//! Finding a known state: an open-addressed table of numbers into the list of states.

use std::hash::{Hash, Hasher};

/// A quick hash; whole states are compared, so a collision costs time, not correctness. Most fields are
/// one byte wide, and eight bytes are mixed in at once.
#[derive(Default)]
struct Mixer {
    mixed: u64,
    bytes: u64,
    count: u32,
}

impl Mixer {
    fn mix(&mut self, value: u64) {
        self.mixed = (self.mixed.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mut rest = Mixer { mixed: self.mixed, ..Mixer::default() };
        rest.mix(self.bytes);
        rest.mixed ^ rest.mixed >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, value: u8) {
        self.bytes = self.bytes << 8 | u64::from(value);
        self.count += 1;
        if self.count == 8 {
            self.mix(self.bytes);
            (self.bytes, self.count) = (0, 0);
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u8(value as u8); // the discriminant of a small enum
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u8(value as u8); // the length of an array
    }
}

/// A list of distinct states, and where each stands in it.
#[derive(Debug)]
pub struct KnownStates<State> {
    states: Vec<State>,
    /// A slot of 0 is empty; the number of slots is a power of two, at most half of them in use.
    slots: Vec<Slot>,
}

/// A state's number + 1, and 32 bits of its hash, which spare most looks at states that are others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Slot {
    number_plus_1: u32,
    hash: u32,
}

impl<State: Copy + Eq + Hash> KnownStates<State> {
    /// A list with one state.
    pub fn new(first: State) -> Self {
        let mut known = KnownStates { states: Vec::new(), slots: vec![Slot::default(); 1 << 10] };
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
        let mut mixer = Mixer::default();
        state.hash(&mut mixer);
        let hash = mixer.finish() as u32;
        let mut place = self.home_of(hash);
        while self.slots[place] != Slot::default() {
            let number = self.slots[place].number_plus_1 as usize - 1;
            if self.slots[place].hash == hash && self.states[number] == state {
                return (number, false);
            }
            place = self.after(place);
        }
        self.states.push(state);
        self.slots[place] = Slot { number_plus_1: self.states.len() as u32, hash };
        (self.states.len() - 1, true)
    }

    fn home_of(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn after(&self, place: usize) -> usize {
        (place + 1) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); self.slots.len() * 2];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot == Slot::default() {
                continue;
            }
            let mut place = self.home_of(slot.hash);
            while self.slots[place] != Slot::default() {
                place = self.after(place);
            }
            self.slots[place] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::state::State;

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
