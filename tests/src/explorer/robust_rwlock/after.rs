//! When all threads are done or gone, one more comes: it finds the lock whole, or lost.

use fusyn_core::rwlock::robust::{CLOSED, WRITER};

use super::model::{Model, make};
use super::program::Visit;
use super::replay::{Ask, Place};
use super::state::{Inside, Loss, State, THREADS};
use crate::explorer::violation::Violation;

/// Its number, and its id less one.
const ME: usize = THREADS - 1;

/// A try to write succeeds at once, and tells of a death if there was one. After a second one, which looks at the
/// slots for certain, every slot is empty, the gate is free, and readers need not pass it.
///
/// # Errors
/// What is not so.
pub fn check(model: &Model, state: &State) -> Result<(), Violation> {
    let mut state = *state;
    for _ in 0..2 {
        if !visit(model, &mut state)? {
            return if state.loss == Loss::None { Err(Violation::NotWhole) } else { Ok(()) };
        }
    }
    let is_whole = state.words[..=Place::GATE].iter().all(|&word| word == 0)
        && state.words[Place::STATE] & (WRITER | CLOSED) == 0;
    if is_whole { Ok(()) } else { Err(Violation::NotWhole) }
}

/// Whether it got in.
fn visit(model: &Model, state: &mut State) -> Result<bool, Violation> {
    state.threads[ME].place = model.places.borrow_mut().begin(ME as u32 + 1, Visit::WRITE.tried());
    state.threads[ME].visit = 0;
    let mut was_inside = false;
    loop {
        let ask = model.places.borrow().next(state.threads[ME].place);
        if ask == Ask::Idle {
            return Ok(was_inside);
        }
        if make(model, state, ME, ask)?.is_none() {
            return Err(Violation::NotWhole);
        }
        was_inside |= state.threads[ME].inside == Inside::Writes;
    }
}
