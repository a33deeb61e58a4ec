//! Waiting on the condvar, and returning from it.

use super::action::Action;
use super::kernel;
use super::park::interrupt;
use super::program::{Op, Pc};
use super::rules::Broken;
use super::state::{After, Bucket, NodeState, Signalled, Source};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::Violation;

/// Enter the node in the condvar's queue; the mutex is unlocked next.
pub fn cond_enqueue(turn: &mut Turn<'_>) {
    if turn.state.is_open(Bucket::Cond) {
        turn.step(enqueue);
    }
}

fn enqueue(step: &mut Move<'_>) -> Result<Event, Violation> {
    if !step.thread().owns {
        return Err(Violation::NotExclusive); // a script's mistake
    }
    let me = step.me;
    step.state.touch_cond()?;
    step.state.cond_queue.push(me);
    step.state.cond_hint = true;
    step.state.waits_begun += 1;
    for other in &mut step.state.threads {
        other.older &= !(1 << me); // a later wait than those
        other.owes &= !(1 << me);
    }
    let thread = step.thread();
    (thread.node, thread.bucket, thread.live) = (NodeState::Queued, Bucket::Cond, true);
    (thread.in_wait, thread.owns, thread.after) = (true, false, After::Sleep);
    thread.pc = Pc::UnlockFast;
    Ok(Action::CondEnqueues.alone())
}

/// Call FUTEX_WAIT_REQUEUE_PI; it sleeps only if the own word is unchanged.
pub fn requeue_wait(turn: &mut Turn<'_>) {
    turn.step(|step| {
        if step.thread().node == NodeState::Queued {
            step.state.kernel.requeue_asleep |= 1 << step.me;
            step.goto(Pc::RequeueAsleep);
            return Ok(Action::RequeueSleeps.alone());
        }
        // See in the bucket what became of the node, as after a time-out.
        let was_interrupted = step.thread().interrupted;
        let event = interrupt(step, Action::RequeueAgain);
        step.thread().interrupted = was_interrupted;
        Ok(event)
    });
}

/// Asleep on the own word: only a requeue or the deadline ends it (K6: no FUTEX_WAKE does).
pub fn requeue_asleep(turn: &mut Turn<'_>) {
    if turn.may_be_interrupted() {
        turn.without_progress(|step| {
            step.state.kernel.requeue_asleep &= !(1 << step.me);
            Ok(interrupt(step, Action::RequeueTimesOut))
        });
    }
}

/// Asleep on the mutex: only a hand-over or the deadline ends it.
pub fn requeued_blocked(turn: &mut Turn<'_>) {
    if turn.may_be_interrupted() {
        turn.without_progress(|step| {
            kernel::leave(step.state, step.me);
            Ok(interrupt(step, Action::RequeuedTimesOut))
        });
    }
}

/// Handed over by the kernel.
pub fn requeued_handed(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.goto(Pc::LeaveAsOwner);
        Ok(Action::RequeuedReturns.alone())
    });
}

impl Move<'_> {
    /// The mutex is released: sleep until signalled.
    pub fn sleep_on_cond(&mut self) {
        let requeues = self.model.parks_by_requeue(self.me);
        self.goto(if requeues { Pc::RequeueWait } else { Pc::Park });
    }

    /// A condvar waiter has the mutex again: bring the next of its batch (R9), pass on the signal that a
    /// cancelled one had consumed (R10), return.
    pub fn do_wait_duties(&mut self) {
        let is_cancelled = self.op() == Some(Op::CancelWait) && self.thread().interrupted;
        let passes_on = is_cancelled && self.thread().signalled != Signalled::No;
        let carries = std::mem::take(&mut self.thread().carries);
        let drops_duty =
            is_cancelled && self.broken(Broken::CancelledDropsDuty) || self.broken(Broken::NobodyCarries);
        if carries > 0 && !drops_duty {
            self.thread().brings = carries;
            self.move_one(Source::Batch, After::WaitDuties);
        } else if passes_on && !self.broken(Broken::CancelledEatsSignal) {
            self.move_one(Source::Cond, After::WaitReturn);
        } else {
            self.state.signals_eaten += u8::from(passes_on);
            self.return_from_wait();
        }
    }

    /// The condvar wait returns.
    pub fn return_from_wait(&mut self) {
        self.state.signals_returned += u8::from(self.thread().signalled != Signalled::No);
        self.end_operation();
    }
}
