//! Getting the mutex: trying in user space, and queueing.

use super::action::Action;
use super::model::HandOver;
use super::program::{Op, Pc};
use super::rules::Broken;
use super::state::{Bucket, NodeState, Word, tid};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::Violation;

/// Compare-exchange 0 -> TID.
pub fn lock_fast(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.touch_word()?;
        if step.state.word == Word::default() {
            step.state.word.tid = tid(step.me);
            step.acquired();
            return Ok(Action::LockFast.alone());
        }
        step.goto(Pc::Look);
        Ok(Action::LockFastFails.alone())
    });
}

/// One attempt in user space; a free word with W keeps W (R1).
pub fn try_lock(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.touch_word()?;
        if !step.state.word.is_free() {
            step.not_acquired();
            return Ok(Action::TryLockFails.alone());
        }
        step.state.word.tid = tid(step.me);
        step.acquired();
        Ok(Action::TryLock.alone())
    });
}

/// Load the word: try to take it, or queue. A popped waiter tries at least once before it gives up (R4).
pub fn look(turn: &mut Turn<'_>) {
    let me = *turn.thread();
    let is_timed = turn.op() == Some(Op::TimedLock);
    let was_popped = me.ticket != 0;
    turn.step(|step| {
        step.state.touch_word()?;
        let word = step.state.word;
        if word.is_free() {
            step.thread().seen = word;
            step.goto(Pc::Take);
            return Ok(Action::LoadFree.alone());
        }
        if me.interrupted && is_timed {
            step.not_acquired();
            return Ok(Action::GivesUp.alone());
        }
        if was_popped {
            lost(step)?;
        }
        let next = if step.broken(Broken::NeverSleeps) { Pc::Look } else { Pc::Section };
        step.goto(next);
        Ok(Action::LoadOwned.alone())
    });
    if was_popped && is_timed && !me.interrupted && !turn.state.word.is_free() {
        turn.without_progress(|step| {
            step.state.touch_word()?;
            step.not_acquired();
            Ok(Action::GivesUp.alone())
        });
    }
}

/// Compare-exchange w -> TID|(w & W) (R1), outside any bucket.
pub fn take(turn: &mut Turn<'_>) {
    turn.step(|step| take_seen(step, Pc::Look));
}

/// The same inside the bucket.
pub fn section_take(turn: &mut Turn<'_>) {
    turn.step(|step| take_seen(step, Pc::SectionLook));
}

fn take_seen(step: &mut Move<'_>, else_at: Pc) -> Result<Event, Violation> {
    step.state.touch_word()?;
    let seen = std::mem::take(&mut step.thread().seen);
    if step.state.word != seen {
        step.goto(else_at);
        return Ok(Action::TakeFails.alone());
    }
    let waiters = seen.waiters && !step.broken(Broken::TakeDropsWaiters);
    step.state.word = Word { tid: tid(step.me), waiters };
    step.state.leave_buckets(step.me);
    step.acquired();
    Ok(Action::Take.alone())
}

/// Enter the bucket and load the word.
pub fn section(turn: &mut Turn<'_>) {
    if turn.state.is_open(Bucket::Mutex) {
        turn.step(decide);
    }
}

/// Inside the bucket: load the word again.
pub fn section_look(turn: &mut Turn<'_>) {
    turn.step(decide);
}

/// A free word is taken; else a kernel waiter enters its ghost, and a lazy one its node once W is set.
/// What needs a second access to the word stays inside the bucket.
fn decide(step: &mut Move<'_>) -> Result<Event, Violation> {
    step.state.touch_word()?;
    let word = step.state.word;
    step.state.leave_buckets(step.me);
    if word.is_free() && !step.broken(Broken::EnqueueUnchecked) {
        return Ok(stay_inside(step, Pc::SectionTake, Action::SectionFree));
    }
    if step.is_kernel_class(step.me) {
        if !step.broken(Broken::NoGhost) {
            step.state.enter_ghost(step.me)?;
        }
        step.goto(Pc::LockPi);
        return Ok(Action::GhostIn.alone());
    }
    if word.waiters {
        return enqueue(step, Action::Enqueues);
    }
    Ok(stay_inside(step, Pc::SectionSetWaiters, Action::SectionOwned))
}

fn stay_inside(step: &mut Move<'_>, next: Pc, action: Action) -> Event {
    step.thread().seen = step.state.word;
    step.state.stay_inside(step.me, Bucket::Mutex);
    step.goto(next);
    action.alone()
}

/// Inside the bucket: compare-exchange that sets W, enter the node, leave.
pub fn section_set_waiters(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.touch_word()?;
        let seen = std::mem::take(&mut step.thread().seen);
        if step.state.word != seen {
            step.goto(Pc::SectionLook);
            return Ok(Action::SetWaitersFails.alone());
        }
        step.state.leave_buckets(step.me);
        step.state.word.waiters = true;
        enqueue(step, Action::SetsWaitersAndEnqueues)
    });
}

/// Enters the node; one that was popped before keeps its ticket.
fn enqueue(step: &mut Move<'_>, action: Action) -> Result<Event, Violation> {
    step.state.enter_lazy(step.me, NodeState::Queued)?;
    step.thread().announced = false;
    step.goto(Pc::Park);
    Ok(action.alone())
}

/// A popped waiter did not get the lock. Beyond the bound it goes on in the kernel by itself: settling
/// may pop it again and again, and no release that would hand over need come between (R8).
fn lost(step: &mut Move<'_>) -> Result<(), Violation> {
    count_overtaking(step, step.me)?;
    let stays_lazy = step.broken(Broken::LoserStaysLazy);
    if let HandOver::Auto { bound, .. } = step.model.hand_over {
        let thread = step.thread();
        thread.converted |= thread.overtaken > bound && !stays_lazy;
    }
    Ok(())
}

/// Somebody who came later has got the lock before `thread` (R8).
///
/// # Errors
///
/// [`Violation::OvertakenTooOften`] beyond what [`HandOver::Auto`] promises.
pub fn count_overtaking(step: &mut Move<'_>, thread: usize) -> Result<(), Violation> {
    let HandOver::Auto { promised, .. } = step.model.hand_over else { return Ok(()) };
    let overtaken = &mut step.state.threads[thread].overtaken;
    *overtaken += 1;
    if *overtaken > promised { Err(Violation::OvertakenTooOften { thread }) } else { Ok(()) }
}
