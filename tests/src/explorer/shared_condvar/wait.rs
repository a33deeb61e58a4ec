//! The waiter's side.

use super::action::Action;
use super::model::{Broken, Turn};
use super::program::{Op, Pc};
use super::section::touch;
use super::signal::wake_sleepers;
use super::state::{State, Thread};

/// Inside: set the hint.
pub fn set_hint(turn: &mut Turn<'_>) {
    let me = turn.me;
    turn.step(|state| {
        touch(state)?;
        state.hint = true;
        let is_late = state.threads[me].pc == Pc::LateHint;
        state.threads[me].pc = if is_late { Pc::Sleep } else { Pc::BeginRead };
        Ok(if is_late { Action::BrokenHint } else { Action::SetsHint }.alone())
    });
}

/// Inside: read the sequence.
pub fn read(turn: &mut Turn<'_>) {
    let (me, reads_outside) = (turn.me, turn.model.is_broken(Broken::ReadOutside));
    turn.step(|state| {
        touch(state)?;
        let is_late = state.threads[me].pc == Pc::LateRead;
        if is_late || !reads_outside {
            state.threads[me].seen = state.sequence;
        }
        state.threads[me].pc = if is_late { Pc::Sleep } else { Pc::Leave };
        Ok(if is_late { Action::BrokenRead } else { Action::Reads }.alone())
    });
}

/// FUTEX_WAIT: sleeps if the sequence is the one that was read. Memory that is gone counts as changed.
pub fn sleep(turn: &mut Turn<'_>) {
    let me = turn.me;
    turn.step(|state| {
        if state.is_destroyed || state.sequence != state.threads[me].seen {
            state.threads[me].pc = Pc::Woken;
            return Ok(Action::Changed.alone());
        }
        state.sleepers.push(me);
        state.threads[me].pc = Pc::Asleep;
        Ok(Action::Sleeps.alone())
    });
}

/// Asleep: a wake ends it, or the end of a slice, the deadline, a cancellation.
pub fn asleep(turn: &mut Turn<'_>) {
    let (me, op) = (turn.me, turn.model.op_of(turn.state, turn.me));
    if turn.model.is_shared && !turn.model.is_broken(Broken::NoSlices) {
        // The slice always ends; it is a help where the sequence has changed.
        let helps = turn.state.is_destroyed || turn.state.sequence != turn.state.threads[me].seen;
        turn.from_outside(helps, |state| {
            state.sleepers.remove(me);
            state.threads[me].pc = Pc::Sleep;
            Ok(Action::SliceEnds.on(me))
        });
    }
    let (next, action) = match op {
        Some(Op::TimedWait) => (Pc::Woken, Action::TimesOut),
        Some(Op::CancelWait) => (Pc::PassOn, Action::Cancelled),
        _ => return,
    };
    turn.without_progress(|state| {
        state.sleepers.remove(me);
        (state.threads[me].gave_up, state.threads[me].pc) = (true, next);
        Ok(action.alone())
    });
}

/// Cancelled: if a signal was sent since, it may have been meant for this one: wake another, by address.
pub fn pass_on(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        state.threads[me].pc = Pc::Woken;
        if state.is_destroyed || state.sequence == state.threads[me].seen {
            return Ok(Action::PassesNothing.alone());
        }
        if model.is_broken(Broken::KeepsSignal) {
            return Ok(Action::BrokenKeeps.alone());
        }
        wake_sleepers(model, state, 1);
        Ok(Action::PassesOn.alone())
    });
}

/// Returns. Until it does, a cancellation may strike although a signal woke it.
pub fn woken(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    let is_cancellable =
        model.op_of(turn.state, me) == Some(Op::CancelWait) && !turn.state.threads[me].gave_up;
    turn.step(|state| {
        keep_promises(state, me);
        let op = state.threads[me].op + 1;
        state.threads[me] = Thread { op, ..Thread::default() };
        Ok(Action::Returns.alone())
    });
    if is_cancellable {
        turn.without_progress(|state| {
            (state.threads[me].gave_up, state.threads[me].pc) = (true, Pc::PassOn);
            Ok(Action::Cancelled.alone())
        });
    }
}

/// A waiter has returned to its program: signals that met it blocked owe nothing more.
fn keep_promises(state: &mut State, me: usize) {
    let gave_up = state.threads[me].gave_up;
    for promise in &mut state.promises {
        if promise.blocked >> me & 1 == 1 {
            promise.blocked &= !(1 << me);
            promise.is_kept |= !gave_up;
        }
    }
}
