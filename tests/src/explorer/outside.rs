//! Steps of somebody who is not a thread of the model: changes of priority (R8, R9).

use super::action::Action;
use super::broadcast::give_duty;
use super::kernel_waiter::convert;
use super::rules::Broken;
use super::state::{Bucket, NodeState};
use super::system::{Actor, Event};
use super::turn::{Move, Turn};
use super::violation::Violation;

/// What may be done to the thread whose turn it is. Nobody may depend on it.
pub fn steps(turn: &mut Turn<'_>) {
    let (me, state) = (turn.me, turn.state);
    if turn.model.converts && state.is_open(Bucket::Mutex) && state.lazy_nodes().any(|lazy| lazy == me) {
        by_outsider(turn, |step| {
            convert(step, me)?;
            Ok(Action::EnvConverts.on(me))
        });
    }
    let may_rise =
        state.cond_queue.contains(me) && turn.model.priorities[me] == 0 && !state.threads[me].converted;
    if turn.model.converts && may_rise && state.is_open(Bucket::Cond) {
        by_outsider(turn, |step| {
            step.thread().converted = true;
            Ok(Action::EnvRaises.on(me))
        });
    }
    if turn.model.resorts
        && state.is_open(Bucket::Cond)
        && state.cond_queue.iter().take(state.cond_queue.len().saturating_sub(1)).any(|waiter| waiter == me)
    {
        by_outsider(turn, resort);
    }
    let Some(batch) = state.batch_of(me) else { return };
    if !turn.model.resorts || turn.model.parks_by_requeue(me) {
        return;
    }
    if state.is_open(Bucket::Cond) {
        by_outsider(turn, |step| {
            step.state.batches[batch].remove(me);
            step.mark(me, NodeState::Popped)?;
            Ok(Action::EnvTakesMember.on(me))
        });
    }
    let is_top = state.batches[batch].top(&turn.model.priorities) == Some(me);
    if is_top && state.are_both_open() {
        by_outsider(turn, |step| bring(step, batch, me));
    }
}

/// A condvar waiter goes behind its equals. It has not become a later waiter: a broadcast that is under
/// way still means it.
fn resort(step: &mut Move<'_>) -> Result<Event, Violation> {
    let me = step.me;
    step.state.cond_queue.remove(me);
    step.state.cond_queue.push(me);
    if step.broken(Broken::ResortForgetsAge) {
        step.state.threads.iter_mut().for_each(|other| other.older &= !(1 << me));
    }
    Ok(Action::EnvResorts.on(me))
}

/// An outsider makes its FUTEX_WAKE in the same step.
fn by_outsider(turn: &mut Turn<'_>, change: impl FnOnce(&mut Move<'_>) -> Result<Event, Violation>) {
    turn.without_progress(|step| {
        let wakes = step.thread().wakes;
        let event = change(step)?;
        if std::mem::replace(&mut step.thread().wakes, wakes) != wakes {
            step.thread().asleep = false;
        }
        Ok(event)
    });
    if let Some(successor) = turn.out.last_mut() {
        successor.actor = Actor::Outside;
    }
}

/// The carrier was lowered: the next member is brought at once, and carries too.
fn bring(step: &mut Move<'_>, batch: usize, member: usize) -> Result<Event, Violation> {
    give_duty(step, batch, member);
    step.state.touch_word()?;
    if step.state.word.is_free() {
        step.mark(member, NodeState::Popped)?;
    } else if step.is_kernel_class(member) {
        step.state.enter_ghost(member)?;
        step.mark(member, NodeState::Ghost)?;
    } else {
        step.state.word.waiters = true;
        step.state.enter_lazy(member, NodeState::Moved)?;
    }
    Ok(Action::EnvBrings.on(member))
}
