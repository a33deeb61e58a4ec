//! Signalling the condvar: take a waiter out, and move it to the mutex (R6, R7).

use super::action::Action;
use super::broadcast::{detach, give_duty, note_older};
use super::kernel::{self, Attempt, Requeue};
use super::model::RealTimePark;
use super::program::{Op, Pc};
use super::queue::Queue;
use super::rules::Broken;
use super::state::{After, Bucket, NodeState, Signalled, Source, Thread, tid};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::Violation;

/// Load the hint; clear means that nobody waits.
pub fn cond_hint(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.touch_cond()?;
        let is_signal = step.op() == Some(Op::Signal);
        if !step.state.cond_hint {
            step.end_signalling();
            return Ok(Action::HintClear.alone());
        }
        let wakes_early = !is_signal && step.model.early_wakes > 0;
        let after = if wakes_early { After::WakeEarly } else { After::Done };
        step.move_one(if is_signal { Source::Cond } else { Source::All }, after);
        Ok(Action::HintSet.alone())
    });
}

/// In the condvar's bucket: find the waiter and look at its mutex. If that is free the waiter is taken
/// out and woken; else both buckets are needed.
pub fn pick(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Cond) {
        return;
    }
    let Some(target) = find(turn) else {
        turn.step(find_nobody);
        return;
    };
    if turn.thread().source == Source::All && turn.model.mixed_mutexes {
        return note_older(turn);
    }
    let is_requeued = turn.model.parks_by_requeue(target);
    turn.step(|step| {
        step.state.touch_word()?;
        if !step.state.word.is_free() || is_requeued || step.broken(Broken::MoveUnchecked) {
            step.goto(Pc::Place);
            return Ok(Action::MutexOwned.alone());
        }
        take_out(step, target)?;
        wake(step, target)
    });
    if turn.model.may_not_move && !is_requeued && !turn.state.word.is_free() {
        turn.step(|step| {
            take_out(step, target)?;
            wake(step, target)
        });
    }
}

/// In both buckets: find the waiter anew, take it out, place it.
pub fn place(turn: &mut Turn<'_>) {
    if !turn.state.are_both_open() {
        return;
    }
    let Some(target) = find(turn) else {
        turn.step(find_nobody);
        return;
    };
    turn.step(|step| {
        take_out(step, target)?;
        decide(step, target)
    });
}

/// Inside the buckets, after the word changed: decide again.
pub fn place_look(turn: &mut Turn<'_>) {
    turn.step(|step| {
        let target = step.target();
        decide(step, target)
    });
}

/// The waiter that comes next, by priority and then by age.
fn find(turn: &Turn<'_>) -> Option<usize> {
    let (state, me) = (turn.state, turn.thread());
    let queue = match me.source {
        Source::Cond if turn.broken(Broken::BatchStaysInQueue) => state.batches[0],
        Source::Cond | Source::All => state.cond_queue,
        Source::Older => older(state.cond_queue, me.older),
        Source::Batch => state.batches[usize::from(me.brings) - 1],
    };
    // With BatchStaysInQueue the condvar's key finds members of a batch first, then the rest.
    queue.top(&turn.model.priorities).or_else(|| match me.source {
        Source::Cond => state.cond_queue.top(&turn.model.priorities),
        Source::All | Source::Older | Source::Batch => None,
    })
}

fn older(queue: Queue, selected: u8) -> Queue {
    let mut rest = Queue::default();
    queue.iter().filter(|thread| selected >> thread & 1 == 1).for_each(|thread| rest.push(thread));
    rest
}

fn find_nobody(step: &mut Move<'_>) -> Result<Event, Violation> {
    let Thread { source, owes, .. } = *step.thread();
    if source == Source::Older && step.state.cond_queue.iter().any(|waiter| owes >> waiter & 1 == 1) {
        return Err(Violation::SignalLost);
    }
    if matches!(source, Source::All | Source::Older) {
        step.thread().after = After::Done;
    }
    step.finish_move();
    Ok(if source == Source::Batch { Action::CarriesNobody } else { Action::QueueEmpty }.alone())
}

/// Takes the waiter out of its queue. Out of a batch, it carries from here on (R9).
fn take_out(step: &mut Move<'_>, target: usize) -> Result<(), Violation> {
    if step.thread().source == Source::All {
        detach(step)?;
    }
    let Thread { source, brings, .. } = *step.thread();
    if source == Source::Batch {
        give_duty(step, usize::from(brings) - 1, target);
        return Ok(());
    }
    if let Some(batch) = step.state.batch_of(target) {
        step.state.batches[batch].remove(target); // BatchStaysInQueue
    } else {
        step.state.cond_queue.remove(target);
        clear_hint_if_empty(step)?;
    }
    let by = if source == Source::Cond { Signalled::BySignal } else { Signalled::ByBroadcast };
    step.mark_signalled(target, by);
    Ok(())
}

/// The waiter just taken out proves that the condvar still lives.
fn clear_hint_if_empty(step: &mut Move<'_>) -> Result<(), Violation> {
    step.state.touch_cond()?;
    if step.state.cond_queue.is_empty() {
        if step.broken(Broken::HintOutsideBucket) && step.thread().after == After::Done {
            step.thread().after = After::ClearHint;
        } else {
            step.state.cond_hint = false;
        }
    }
    Ok(())
}

/// Where the waiter that was taken out goes: awake, as a ghost to the mutex, or lazily to the mutex.
fn decide(step: &mut Move<'_>, target: usize) -> Result<Event, Violation> {
    step.state.touch_word()?;
    let word = step.state.word;
    if step.model.parks_by_requeue(target) {
        return move_ghost(step, target);
    }
    if step.broken(Broken::MoveUnchecked) {
        step.state.word.waiters = true;
    } else if word.is_free() {
        return wake(step, target);
    } else if step.is_kernel_class(target) {
        return move_ghost(step, target);
    } else if !word.waiters {
        step.thread().seen = word;
        step.thread().target = tid(target);
        stay_inside_both(step, Pc::PlaceSetWaiters);
        return Ok(Action::TakesOutStaysInside.on(target));
    }
    move_lazily(step, target)?;
    Ok(Action::Moves.on(target))
}

/// Inside the buckets: compare-exchange that sets W, then the node stands in the mutex's queue.
pub fn place_set_waiters(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.touch_word()?;
        let (target, seen) = (step.target(), std::mem::take(&mut step.thread().seen));
        if step.state.word != seen {
            step.goto(Pc::PlaceLook);
            return Ok(Action::PlaceSetWaitersFails.alone());
        }
        step.state.word.waiters = true;
        move_lazily(step, target)?;
        Ok(Action::SetsWaitersAndMoves.on(target))
    });
}

/// The mutex is free, or the waiter may not be moved: its thread locks for itself.
fn wake(step: &mut Move<'_>, target: usize) -> Result<Event, Violation> {
    step.state.leave_buckets(step.me);
    step.mark(target, NodeState::Popped)?;
    step.finish_move();
    Ok(Action::TakesOutWakes.on(target))
}

/// To the mutex's queue. Out of a batch, some more lazy members may follow in the same section.
fn move_lazily(step: &mut Move<'_>, target: usize) -> Result<(), Violation> {
    step.state.store_node(target, NodeState::Moved)?;
    step.state.enter_lazy(target, NodeState::Moved)?;
    if step.follower().is_some() {
        step.thread().target = tid(target);
        stay_inside_both(step, Pc::Follow);
    } else {
        step.state.leave_buckets(step.me);
        step.finish_move();
    }
    Ok(())
}

fn stay_inside_both(step: &mut Move<'_>, next: Pc) {
    step.state.stay_inside(step.me, Bucket::Mutex);
    step.state.stay_inside(step.me, Bucket::Cond);
    step.goto(next);
}

/// Inside the buckets: the next member follows the one that was moved, asleep, and carries in its place.
pub fn follow(turn: &mut Turn<'_>) {
    turn.step(|step| {
        let before = step.target();
        let Some(next) = step.follower() else { return Err(Violation::SignalLost) };
        step.state.threads[before].carries = 0;
        step.thread().followed += 1;
        take_out(step, next)?;
        if step.broken(Broken::DutyNotPassed) {
            step.state.threads[next].carries = 0;
        }
        decide(step, next)
    });
}

/// A kernel-class waiter: the ghost first, then the mark (R6); then it is woken, or requeued by the kernel.
fn move_ghost(step: &mut Move<'_>, target: usize) -> Result<Event, Violation> {
    step.state.leave_buckets(step.me);
    let is_requeued = step.model.parks_by_requeue(target);
    if is_requeued && step.broken(Broken::WakesRequeueWaiter) {
        return wake(step, target);
    }
    let ghost_comes_later = step.broken(Broken::MarkBeforeGhost);
    let has_no_ghost =
        ghost_comes_later || step.broken(Broken::GhostForgotten) || step.broken(Broken::RequeueBeforeGhost);
    if !has_no_ghost {
        step.state.enter_ghost(target)?;
    }
    step.mark(target, NodeState::Ghost)?;
    step.thread().target = tid(target);
    if ghost_comes_later {
        step.goto(Pc::LateGhost);
    } else if is_requeued {
        step.goto(Pc::CmpRequeue);
    } else {
        step.finish_move();
    }
    Ok(if has_no_ghost { Action::BrokenMarks } else { Action::MovesGhost }.on(target))
}

/// With MarkBeforeGhost: the second section, which enters the ghost unless its thread did.
pub fn late_ghost(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Mutex) {
        return;
    }
    turn.step(|step| {
        let target = step.target();
        if !step.state.threads[target].live {
            return Err(Violation::NodeReused { thread: target });
        }
        if step.state.threads[target].node == NodeState::Ghost && !step.state.mutex_queue.contains(target) {
            step.state.enter_ghost(target)?;
        }
        if step.model.real_time_park == RealTimePark::RequeuePi {
            step.goto(Pc::CmpRequeue);
        } else {
            step.finish_move();
        }
        Ok(Action::BrokenGhost.on(target))
    });
}

/// With MarkBeforeGhost: the marked thread enters its ghost unless the signaller did.
pub fn own_ghost(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Mutex) {
        return;
    }
    turn.step(|step| {
        if !step.thread().ghost {
            step.state.enter_ghost(step.me)?;
        }
        step.goto(Pc::LockPi);
        Ok(Action::BrokenGhost.on(step.me))
    });
}

/// FUTEX_CMP_REQUEUE_PI, outside the buckets. Whatever it says, the node is not touched again (R6).
pub fn cmp_requeue(turn: &mut Turn<'_>) {
    turn.step(|step| {
        let target = step.target();
        let action = match kernel::cmp_requeue_pi(step.state, target)? {
            Requeue::Again => Action::RequeueStale,
            Requeue::Nobody => Action::RequeueNobody,
            Requeue::Moved(Attempt::Taken) => Action::RequeueTakes,
            Requeue::Moved(Attempt::Blocked) => Action::RequeueBlocks,
        };
        step.finish_move();
        Ok(action.on(target))
    });
}

/// With HintOutsideBucket: the hint is cleared only now.
pub fn late_hint(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.cond_hint = false;
        step.end_operation();
        Ok(Action::BrokenHint.alone())
    });
}

impl Move<'_> {
    /// Goes to take one waiter out of `source` and move it.
    pub fn move_one(&mut self, source: Source, after: After) {
        let thread = self.thread();
        (thread.source, thread.after, thread.pc) = (source, after, Pc::Pick);
    }

    /// The thread that was taken out.
    pub fn target(&mut self) -> usize {
        usize::from(self.thread().target) - 1
    }

    /// The member that may follow the one just moved, if one more may.
    fn follower(&mut self) -> Option<usize> {
        let thread = *self.thread();
        if thread.source != Source::Batch || thread.followed >= self.model.followers {
            return None;
        }
        let top = self.state.batches[usize::from(thread.brings) - 1].top(&self.model.priorities);
        top.filter(|&top| !self.is_kernel_class(top))
    }

    /// Counts a waiter as signalled.
    pub fn mark_signalled(&mut self, target: usize, by: Signalled) {
        self.state.signals_sent += 1;
        self.state.threads[target].signalled = by;
    }

    /// What comes after a waiter was moved, or none was found.
    pub fn finish_move(&mut self) {
        let thread = self.thread();
        (thread.target, thread.source, thread.followed) = (0, Source::Cond, 0);
        match std::mem::take(&mut self.thread().after) {
            After::WaitDuties => self.do_wait_duties(),
            After::WaitReturn => self.return_from_wait(),
            After::WakeEarly => self.goto(Pc::EarlySection),
            After::NextOlder => self.move_one(Source::Older, After::NextOlder),
            After::ClearHint => self.goto(Pc::LateHint),
            After::Done | After::Sleep | After::DestroyMutex => self.end_signalling(),
        }
    }

    /// The signal or broadcast returns.
    pub fn end_signalling(&mut self) {
        if self.op() == Some(Op::LastBroadcast) {
            self.goto(Pc::DestroyCond);
        } else {
            self.end_operation();
        }
    }
}
