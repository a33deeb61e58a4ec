//! What must hold when a thread comes in, goes out, is refused or dies.

use fusyn_core::Errno;
use fusyn_core::rwlock::Access;

use super::model::Model;
use super::program::Wait;
use super::replay::Ask;
use super::state::{Inside, Life, Loss, State, section, sections};
use crate::explorer::violation::Violation;

/// Goes on with the result of an operation, past what is no step: coming in, being refused, the end.
///
/// # Errors
/// What goes wrong.
pub fn go_on(model: &Model, state: &mut State, me: usize, result: u64) -> Result<(), Violation> {
    let mut result = result;
    loop {
        let mut places = model.places.borrow_mut();
        let next = places.after(state.threads[me].place, result).ok_or(Violation::Endless)?;
        state.threads[me].place = next;
        match places.next(next) {
            Ask::Enter { writes, told } => come_in(state, me, writes, told)?,
            Ask::Refused(error) => refused(model, state, me, error)?,
            Ask::Broken(_) => return Err(Violation::Refused { thread: me }),
            Ask::Idle => {
                end_visit(model, state, me);
                return Ok(());
            }
            _ => return Ok(()),
        }
        result = 0;
    }
}

/// A visit begins: those that are gone take no room from it.
pub fn begin(model: &Model, state: &mut State, me: usize) {
    let counts = |&other: &usize| {
        let it = &state.threads[other];
        other != me && it.life != Life::Gone && (it.place != 0 || model.visit(state, other).is_some())
    };
    state.threads[me].others = (0..model.visits.len()).filter(counts).count() as u8;
}

fn come_in(state: &mut State, me: usize, writes: bool, told: bool) -> Result<(), Violation> {
    if state.loss == Loss::Is || state.loss == Loss::May && !told {
        return Err(Violation::LostAndGiven);
    }
    if told && !state.must_tell && !state.may_tell {
        return Err(Violation::ToldOfNoDeath);
    }
    if !told && state.must_tell {
        return Err(Violation::DeathNotTold);
    }
    (state.must_tell, state.may_tell, state.loss) = (false, false, Loss::None);
    let excludes = |inside| inside == Inside::Writes || writes && inside == Inside::Reads;
    if state.threads.iter().any(|thread| excludes(thread.inside)) {
        return Err(Violation::NotExclusive);
    }
    let before = if writes { state.read | state.written } else { state.written };
    let thread = &mut state.threads[me];
    if before & !thread.clock != 0 {
        return Err(Violation::Unordered);
    }
    thread.inside = if writes { Inside::Writes } else { Inside::Reads };
    thread.was_told = told;
    Ok(())
}

/// The program is done inside, and calls unlock.
pub fn leave(model: &Model, state: &mut State, me: usize) {
    end_section(state, me);
    if is_careless(model, state, me) {
        state.loss = Loss::May;
    }
}

fn end_section(state: &mut State, me: usize) {
    let thread = &mut state.threads[me];
    let bit = section(me, thread.visit);
    match thread.inside {
        Inside::No => return,
        Inside::Reads => state.read |= bit,
        Inside::Writes => state.written |= bit,
    }
    thread.clock |= bit;
    thread.inside = Inside::No;
}

fn is_careless(model: &Model, state: &State, me: usize) -> bool {
    state.threads[me].was_told && model.visit(state, me).is_some_and(|visit| !visit.heals)
}

fn end_visit(model: &Model, state: &mut State, me: usize) {
    if is_careless(model, state, me) {
        state.loss = Loss::Is;
    }
    let thread = &mut state.threads[me];
    thread.visit += 1;
    (thread.was_told, thread.others) = (false, 0);
}

fn refused(model: &Model, state: &mut State, me: usize, error: Errno) -> Result<(), Violation> {
    let wait = model.visit(state, me).map(|visit| visit.wait);
    let is_right = match error {
        Errno::EBUSY => wait == Some(Wait::Never),
        Errno::ETIMEDOUT => wait == Some(Wait::Timed),
        Errno::EAGAIN => usize::from(state.threads[me].others) >= model.slots,
        Errno::ENOTRECOVERABLE => state.loss != Loss::None,
        _ => false,
    };
    if error == Errno::ENOTRECOVERABLE {
        state.loss = Loss::Is;
    }
    if is_right { Ok(()) } else { Err(Violation::Refused { thread: me }) }
}

/// A thread is killed: what the others have to be told.
pub fn killed(model: &Model, state: &mut State, me: usize) {
    if state.threads[me].inside == Inside::Writes {
        state.must_tell = true;
        end_section(state, me);
    } else {
        let writes = model.visit(state, me).is_some_and(|visit| visit.access == Access::Write);
        state.may_tell |= writes || state.threads[me].was_told;
        state.threads[me].inside = Inside::No;
    }
    // A dead reader reads no more: nobody need know of it.
    state.read &= !sections(me);
}
