//! Broadcast: detach the whole queue as a batch, whose members are brought one by one (R9).

use super::action::Action;
use super::state::{After, Bucket, NodeState, Signalled, Source};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::Violation;

/// In the condvar's bucket: the queue becomes a batch, which the key does not know from here on. Where
/// members name different mutexes there is no batch; each is signalled on its own.
pub fn detach(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Cond) {
        return;
    }
    if turn.state.cond_queue.is_empty() {
        turn.step(|step| {
            step.end_signalling();
            Ok(Action::QueueEmpty.alone())
        });
    } else if turn.model.mixed_mutexes {
        turn.step(|step| {
            let older = step.state.cond_queue.iter().fold(0, |bits, thread| bits | 1 << thread);
            (step.thread().older, step.thread().owes) = (older, older);
            step.move_one(Source::Older, After::NextOlder);
            Ok(Action::NotesOlder.alone())
        });
    } else {
        let batch = free_batch(turn);
        turn.step(|step| detach_as(step, batch));
    }
}

/// A batch that nobody stands in and nobody brings from.
fn free_batch(turn: &Turn<'_>) -> usize {
    let is_free = |&batch: &usize| {
        let number = batch as u8 + 1;
        let is_known =
            turn.state.threads.iter().any(|thread| thread.carries == number || thread.brings == number);
        turn.state.batches[batch].is_empty() && !is_known
    };
    (0..turn.state.batches.len()).find(is_free).expect("the model has batches enough for its broadcasts")
}

/// The broadcaster then brings the first member, and wakes some more at once.
fn detach_as(step: &mut Move<'_>, batch: usize) -> Result<Event, Violation> {
    step.state.touch_cond()?;
    step.state.cond_hint = false;
    let members = std::mem::take(&mut step.state.cond_queue);
    for member in members.iter() {
        step.mark_signalled(member, Signalled::ByBroadcast);
    }
    step.state.batches[batch] = members;
    step.thread().brings = batch as u8 + 1;
    let after = if step.model.early_wakes > 0 { After::WakeEarly } else { After::Done };
    step.move_one(Source::Batch, after);
    Ok(Action::Detaches.alone())
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
