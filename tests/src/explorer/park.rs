//! Sleeping on one's own word, being woken, and what a waiter does whose sleep ended by itself (R4).

use super::action::Action;
use super::program::{Op, Pc};
use super::rules::Broken;
use super::state::{Bucket, NodeState, Signalled};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::Violation;

/// FUTEX_WAKE for the next of those whom this thread's last section marked.
pub fn wake_next(turn: &mut Turn<'_>) {
    let woken = turn.thread().wakes.trailing_zeros() as usize;
    turn.step(|step| {
        step.thread().wakes &= !(1 << woken);
        step.state.threads[woken].asleep = false; // also if it is a later sleep: a spurious wake
        Ok(Action::Wakes.on(woken))
    });
}

/// Asleep while the node's state says so. Leaves when it changed, by time-out or by cancellation.
pub fn park(turn: &mut Turn<'_>) {
    let me = *turn.thread();
    let is_waiting = matches!(me.node, NodeState::Queued | NodeState::Moved);
    if !is_waiting && !me.asleep {
        turn.step(woken);
    } else if turn.model.late_wakes && !me.asleep {
        turn.step(fall_asleep);
    }
    if is_waiting && turn.may_be_interrupted() {
        let action = if turn.op() == Some(Op::CancelWait) { Action::Cancelled } else { Action::TimeOut };
        turn.without_progress(|step| {
            step.thread().asleep = false;
            Ok(interrupt(step, action))
        });
    }
}

/// Announce the sleep, by compare-exchange on the own word; then FUTEX_WAIT, if nothing has changed.
fn fall_asleep(step: &mut Move<'_>) -> Result<Event, Violation> {
    if !step.thread().announced {
        step.thread().announced = true;
        return Ok(Action::Announces.alone());
    }
    step.thread().asleep = true;
    Ok(Action::Sleeps.alone())
}

fn woken(step: &mut Move<'_>) -> Result<Event, Violation> {
    act_on_node(step, [Action::WokenPopped, Action::WokenHanded, Action::WokenConvert, Action::WokenGhost])
}

/// The sleep ended by itself: read the key of the own node, to lock its bucket.
pub fn interrupt(step: &mut Move<'_>, action: Action) -> Event {
    let thread = step.thread();
    thread.interrupted = true;
    thread.bucket_read = thread.bucket;
    thread.pc = Pc::Interrupted;
    action.alone()
}

/// In the bucket of the own node (its key is read again): decide by the node's state (R4, R10).
pub fn interrupted(turn: &mut Turn<'_>) {
    if turn.state.is_open(turn.thread().bucket_read) {
        turn.step(look_at_node);
    }
}

fn look_at_node(step: &mut Move<'_>) -> Result<Event, Violation> {
    let bucket = step.thread().bucket;
    if step.thread().bucket_read != bucket {
        if step.broken(Broken::KeyNotReadAgain) {
            return Err(Violation::WrongBucket { thread: step.me });
        }
        step.thread().bucket_read = bucket;
        return Ok(Action::KeyChanged.alone());
    }
    step.thread().bucket_read = Bucket::Mutex;
    match step.thread().node {
        NodeState::Queued => Ok(unlink(step)),
        NodeState::Moved => Ok(stay_moved(step)),
        _ => act_on_node(
            step,
            [
                Action::InterruptedPopped,
                Action::InterruptedHanded,
                Action::InterruptedConvert,
                Action::InterruptedGhost,
            ],
        ),
    }
}

/// The node still stands where its thread entered it: take it out. A mutex waiter tries a last time.
fn unlink(step: &mut Move<'_>) -> Event {
    let me = step.me;
    if step.state.mutex_queue.remove(me) {
        step.goto(Pc::Look);
        return Action::UnlinksFromMutex.alone();
    }
    step.thread().relocks = true;
    step.goto(Pc::LockFast);
    if let Some(batch) = step.state.batch_of(me) {
        step.state.batches[batch].remove(me);
        if step.broken(Broken::MemberTimesOut) {
            step.thread().signalled = Signalled::No;
        }
        return Action::UnlinksFromBatch.alone();
    }
    step.state.cond_queue.remove(me);
    step.state.cond_hint = !step.state.cond_queue.is_empty();
    Action::UnlinksFromCond.alone()
}

/// The node was moved to the mutex: the wait is over, getting the lock has no deadline.
fn stay_moved(step: &mut Move<'_>) -> Event {
    if step.broken(Broken::MovedGivesUp) {
        step.state.mutex_queue.remove(step.me);
        step.thread().signalled = Signalled::No;
        step.thread().relocks = true;
        step.goto(Pc::LockFast);
    } else {
        step.goto(Pc::Park);
    }
    Action::InterruptedMoved.alone()
}

/// The node was taken out, or made a ghost: do what its state says. `actions` name it for the trace.
fn act_on_node(step: &mut Move<'_>, actions: [Action; 4]) -> Result<Event, Violation> {
    let [popped, handed, convert, ghost] = actions;
    // A condvar waiter has tried nothing yet: it goes straight to the bucket.
    let tries_at = if step.thread().in_wait && !step.thread().relocks { Pc::Section } else { Pc::Look };
    let is_late = step.thread().interrupted && !step.thread().in_wait;
    let gives_up = |step: &Move<'_>, rule| is_late && step.broken(rule);
    step.thread().relocks = step.thread().in_wait;
    let node = step.thread().node;
    let action = match node {
        NodeState::Popped if gives_up(step, Broken::PoppedGivesUp) => {
            step.not_acquired();
            popped
        }
        NodeState::Handed if gives_up(step, Broken::HandedGivesUp) => {
            step.not_acquired();
            handed
        }
        NodeState::Popped => {
            step.goto(tries_at);
            popped
        }
        NodeState::Handed => {
            step.acquired();
            handed
        }
        NodeState::Convert => {
            step.thread().converted = true;
            step.goto(Pc::Section);
            convert
        }
        NodeState::Ghost | NodeState::Queued | NodeState::Moved => {
            let next = if step.broken(Broken::MarkBeforeGhost) { Pc::OwnGhost } else { Pc::LockPi };
            step.goto(next);
            ghost
        }
    };
    Ok(action.alone())
}
