//! The signaller's side.

use super::action::Action;
use super::model::{Broken, Model, Turn};
use super::program::{Op, Pc};
use super::section::touch;
use super::state::{Promise, State, Thread};
use crate::explorer::violation::Violation;

/// Load the hint. If it is clear, nobody may be blocked.
pub fn hint(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        state.promised += 1;
        state.threads[me].promise = state.promised;
        promise(model, state, me);
        if !state.hint {
            complete(model, state, me)?;
            return Ok(Action::HintClear.alone());
        }
        state.threads[me].pc = Pc::Enter;
        Ok(Action::HintSet.alone())
    });
}

/// The signal is sent: it owes a wake-up to those who are blocked now.
pub fn promise(model: &Model, state: &mut State, me: usize) {
    let to_all = model.op_of(state, me) != Some(Op::Signal);
    let number = usize::from(state.threads[me].promise) - 1;
    state.promises[number] = Promise { blocked: state.blocked(), to_all, ..Promise::default() };
}

/// Inside: advance the sequence.
pub fn advance(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        state.sequence += 1;
        let is_last = model.is_broken(Broken::WakeBeforeAdvance);
        state.threads[me].pc = if is_last { Pc::Leave } else { Pc::Wake };
        Ok(Action::Advances.alone())
    });
}

/// Inside: wake. If it wakes less than asked for, nobody is left asleep.
pub fn wake(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    let count = model.op_of(turn.state, me).map_or(0, Op::count);
    turn.step(|state| {
        let woken = wake_sleepers(model, state, count);
        let clears_hint = woken < count || model.is_broken(Broken::HintClearedAlways);
        state.threads[me].pc = match model.broken {
            Some(Broken::WakeBeforeAdvance) => Pc::Advance,
            Some(Broken::HintClearedFirst) => Pc::Leave,
            _ if clears_hint => Pc::ClearHint,
            _ => Pc::Leave,
        };
        Ok(if woken < count { Action::WakesLess } else { Action::Wakes }.alone())
    });
}

/// Inside: clear the hint.
pub fn clear_hint(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        state.hint = false;
        state.threads[me].pc =
            if model.is_broken(Broken::HintClearedFirst) { Pc::Advance } else { Pc::Leave };
        Ok(Action::ClearsHint.alone())
    });
}

/// The program destroys the condvar, straight after its last broadcast.
pub fn destroy(turn: &mut Turn<'_>) {
    let me = turn.me;
    turn.step(|state| {
        state.is_destroyed = true;
        end(state, me);
        Ok(Action::Destroys.alone())
    });
}

/// FUTEX_WAKE: the highest priorities first, FIFO among equals. How many it woke.
pub fn wake_sleepers(model: &Model, state: &mut State, count: usize) -> usize {
    let mut woken = 0;
    while woken < count
        && let Some(sleeper) = state.sleepers.top(&model.priorities)
    {
        state.sleepers.remove(sleeper);
        state.threads[sleeper].pc = Pc::Woken;
        woken += 1;
    }
    woken
}

/// The signal returns. While nobody has died, one of those it met blocked must be awake by now.
///
/// # Errors
///
/// [`Violation::SignalLost`] if they all sleep on.
pub fn complete(model: &Model, state: &mut State, me: usize) -> Result<(), Violation> {
    let promise = &mut state.promises[usize::from(state.threads[me].promise) - 1];
    promise.is_complete = true;
    let Promise { blocked, to_all, is_kept, .. } = *promise;
    let members = || (0..model.scripts.len()).filter(|thread| blocked >> thread & 1 == 1);
    let is_one_awake = is_kept || members().any(|member| !state.is_blocked(member));
    let are_all_awake = members().all(|member| !state.is_blocked(member));
    if state.dead == 0 && !are_all_awake && (to_all || !is_one_awake) {
        return Err(Violation::SignalLost);
    }
    if model.op_of(state, me) == Some(Op::LastBroadcast) {
        state.threads[me].pc = Pc::Destroy;
    } else {
        end(state, me);
    }
    Ok(())
}

fn end(state: &mut State, me: usize) {
    let op = state.threads[me].op + 1;
    state.threads[me] = Thread { op, ..Thread::default() };
}
