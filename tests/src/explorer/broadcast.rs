//! Broadcast: detach the whole queue as a batch, whose members are brought one by one (R9).

use super::action::Action;
use super::state::{After, Bucket, MAX_BATCHES, NodeState, Signalled, Source};
use super::turn::{Move, Turn};
use super::violation::Violation;

/// In the condvar's bucket: the members name different mutexes, so there is no batch; each is signalled
/// on its own, those who wait now.
pub fn note_older(turn: &mut Turn<'_>) {
    turn.step(|step| {
        let older = step.state.cond_queue.iter().fold(0, |bits, thread| bits | 1 << thread);
        (step.thread().older, step.thread().owes) = (older, older);
        step.move_one(Source::Older, After::NextOlder);
        Ok(Action::NotesOlder.alone())
    });
}

/// The queue becomes a batch, which the key does not know from here on; its top member was found before.
///
/// # Errors
///
/// [`Violation::UsedAfterDestroy`].
pub fn detach(step: &mut Move<'_>) -> Result<(), Violation> {
    step.state.touch_cond()?;
    step.state.cond_hint = false;
    let members = std::mem::take(&mut step.state.cond_queue);
    for member in members.iter() {
        step.mark_signalled(member, Signalled::ByBroadcast);
    }
    let batch = free_batch(step);
    step.state.batches[batch] = members;
    (step.thread().source, step.thread().brings) = (Source::Batch, batch as u8 + 1);
    Ok(())
}

/// A batch that nobody stands in and nobody brings from.
fn free_batch(step: &Move<'_>) -> usize {
    let is_free = |&batch: &usize| {
        let number = batch as u8 + 1;
        let is_known =
            step.state.threads.iter().any(|thread| thread.carries == number || thread.brings == number);
        step.state.batches[batch].is_empty() && !is_known
    };
    (0..MAX_BATCHES).find(is_free).expect("the model has batches enough for its broadcasts")
}

/// Takes a member out of a batch; if others remain, it carries from here on.
pub fn give_duty(step: &mut Move<'_>, batch: usize, member: usize) {
    step.state.batches[batch].remove(member);
    if !step.state.batches[batch].is_empty() {
        step.state.threads[member].carries = batch as u8 + 1;
    }
}

/// In the condvar's bucket: wake the next few members, so that they need not wait for a chain of wake-ups.
/// Real-time ones go strictly in order.
pub fn early_section(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Cond) {
        return;
    }
    turn.step(|step| {
        let batch = usize::from(step.thread().brings) - 1;
        for _ in 0..step.model.early_wakes {
            let top = step.state.batches[batch].top(&step.model.priorities);
            let Some(member) = top.filter(|&member| !step.is_kernel_class(member)) else { break };
            step.state.batches[batch].remove(member);
            step.mark(member, NodeState::Popped)?;
        }
        step.end_signalling();
        Ok(Action::WakesEarly.alone())
    });
}

/// The program destroys the condvar, straight after its last broadcast.
pub fn destroy_cond(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.cond_destroyed = true;
        step.end_operation();
        Ok(Action::DestroysCond.alone())
    });
}
