//! How a thread goes: killed at any step, it exits in steps; and its id may be given to another.

use fusyn_core::word::{OWNER_DIED, WAITERS, owner};

use super::action::Action;
use super::kernel;
use super::model::Turn;
use super::replay::Place;
use super::rules;
use super::state::{Life, Thread};

/// Kills it, if the model has it so: nobody notices until it exits.
pub fn kill(turn: &mut Turn<'_>) {
    let (model, me) = (turn.model, turn.me);
    let may_die = model.mortal >> me & 1 == 1 && turn.state.kills < model.kills;
    if may_die && turn.thread().place != 0 {
        turn.step(false, |state| {
            rules::killed(model, state, me);
            state.kills += 1;
            let thread = &mut state.threads[me];
            thread.life = Life::Killed;
            (thread.place, thread.was_told, thread.others) = (0, false, 0);
            Ok(Some(Action::Killed.alone()))
        });
    }
}

/// A thread with a dead one's id goes when it has done what it came for; others may stay, it makes no difference.
pub fn end(turn: &mut Turn<'_>) {
    let me = turn.me;
    if turn.model.is_reborn(me) {
        turn.step(true, |state| {
            state.threads[me].life = Life::Killed;
            Ok(Some(Action::Leaves.alone()))
        });
    }
}

/// It takes the id of the first thread, which is gone.
pub fn birth(turn: &mut Turn<'_>) {
    let me = turn.me;
    let is_free = turn.state.threads[0].life == Life::Gone;
    if turn.model.is_reborn(me) && is_free && turn.thread().life == Life::Lives {
        turn.step(true, |state| {
            state.threads[me].is_born = true;
            Ok(Some(Action::Born.alone()))
        });
    }
}

/// The next step of a thread that was killed.
pub fn go_on(turn: &mut Turn<'_>) {
    let (model, me) = (turn.model, turn.me);
    let it = *turn.thread();
    turn.step(true, |state| {
        let action = match it.life {
            Life::Killed if it.waits_for != 0 => {
                kernel::leave(model, state, me);
                Action::LeavesKernel
            }
            Life::Killed => {
                state.threads[me].life = Life::Exiting;
                Action::Exiting
            }
            Life::Exiting => {
                let gate = state.words[Place::GATE];
                if (it.links || it.announces) && owner(gate) == model.tid(me) {
                    kernel::write(model, state, me, Place::GATE, gate & WAITERS | OWNER_DIED);
                    state.released[Place::GATE] |= it.clock;
                }
                state.threads[me].life = Life::ListWalked;
                Action::ListMarked
            }
            Life::ListWalked => {
                match state.waited.iter_mut().find(|waited| usize::from(waited.owner) == me + 1) {
                    Some(left) => {
                        left.owner = 0;
                        Action::LeavesWord
                    }
                    None => {
                        state.threads[me] = Thread { life: Life::Gone, ..Thread::default() };
                        Action::Gone
                    }
                }
            }
            Life::Lives | Life::Gone => return Ok(None),
        };
        Ok(Some(action.alone()))
    });
}
