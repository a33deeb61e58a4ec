//! Getting the mutex through the kernel: FUTEX_LOCK_PI as a ghost, and taking the ghost out (R3).

use super::acquire::count_overtaking;
use super::action::Action;
use super::kernel::{self, Attempt};
use super::model::HandOver;
use super::program::{Op, Pc};
use super::release::{Settled, settle};
use super::rules::Broken;
use super::state::{Bucket, NodeState};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::Violation;

/// Call FUTEX_LOCK_PI.
pub fn lock_pi(turn: &mut Turn<'_>) {
    turn.step(|step| match kernel::lock_pi(step.state, step.me)? {
        Attempt::Taken => {
            step.goto(Pc::LeaveAsOwner);
            Ok(Action::LockPiTakes.alone())
        }
        Attempt::Blocked => {
            step.goto(Pc::LockPiBlocked);
            Ok(Action::LockPiBlocks.alone())
        }
    });
    let priorities = &turn.model.priorities;
    if let Some(robbed) = kernel::lock_pi_steals(&mut turn.state.clone(), turn.me, priorities) {
        turn.step(|step| {
            kernel::lock_pi_steals(step.state, step.me, priorities);
            step.goto(Pc::LeaveAsOwner);
            Ok(Action::LockPiSteals.on(robbed))
        });
    }
    if turn.model.lock_pi_fails && !turn.thread().lock_pi_failed {
        turn.step(|step| {
            step.thread().lock_pi_failed = true;
            step.goto(Pc::LeaveToRetry);
            Ok(Action::LockPiFails.alone())
        });
    }
    if turn.model.lock_pi_refuses && !turn.thread().in_wait {
        turn.step(|step| {
            step.thread().boosts_nobody = true;
            step.goto(Pc::LeaveToRetry);
            Ok(Action::LockPiRefuses.alone())
        });
    }
}

/// Asleep in FUTEX_LOCK_PI; only a hand-over or the deadline ends it.
pub fn lock_pi_blocked(turn: &mut Turn<'_>) {
    if turn.op() == Some(Op::TimedLock) {
        turn.without_progress(|step| {
            kernel::leave(step.state, step.me);
            step.goto(Pc::LeaveNotOwner);
            Ok(Action::LockPiTimesOut.alone())
        });
    }
}

/// Handed over by the kernel.
pub fn lock_pi_handed(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.goto(Pc::LeaveAsOwner);
        Ok(Action::LockPiReturns.alone())
    });
}

/// Ghost out; it owns the lock and sets W if nodes remain (R3). Counts the overtaken (R8).
pub fn leave_as_owner(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Mutex) {
        return;
    }
    turn.step(|step| {
        take_ghost_out(step);
        let remain = !step.state.mutex_queue.is_empty();
        if remain && !step.broken(Broken::OwnerSetsNoWaiters) {
            step.state.touch_word()?;
            step.state.word.waiters = true;
        }
        let action = match convert_overtaken(step)? {
            Some(converted) => Action::OwnerConverts.on(converted),
            None if remain => Action::OwnerSetsWaiters.alone(),
            None => Action::OwnerAlone.alone(),
        };
        step.acquired();
        Ok(action)
    });
}

/// Ghost out, without the lock; settle (R3).
pub fn leave_not_owner(turn: &mut Turn<'_>) {
    if turn.state.is_open(Bucket::Mutex) {
        turn.step(|step| {
            let event = leave_and_settle(step)?;
            step.not_acquired();
            Ok(event)
        });
    }
}

/// The same, and then it tries again: queues again, or locks as anybody does after a condvar wait.
pub fn leave_to_retry(turn: &mut Turn<'_>) {
    if turn.state.is_open(Bucket::Mutex) {
        turn.step(|step| {
            let event = leave_and_settle(step)?;
            step.goto(Pc::Section);
            Ok(event)
        });
    }
}

fn leave_and_settle(step: &mut Move<'_>) -> Result<Event, Violation> {
    take_ghost_out(step);
    let is_owned = !step.state.word.is_free();
    let settled =
        if step.broken(Broken::SettleOnlyIfFree) && is_owned { Settled::Nothing } else { settle(step)? };
    Ok(match settled {
        Settled::Nothing => Action::LeavesNothing.alone(),
        Settled::Owned => Action::LeavesAndSettles.alone(),
        Settled::Popped(popped) => Action::LeavesSettlesPops.on(popped),
    })
}

fn take_ghost_out(step: &mut Move<'_>) {
    step.state.mutex_queue.remove(step.me);
    step.thread().ghost = false;
}

/// The top lazy waiter was overtaken by this ghost; beyond the bound it becomes a kernel waiter (R8).
fn convert_overtaken(step: &mut Move<'_>) -> Result<Option<usize>, Violation> {
    let (HandOver::Auto { bound, .. }, Some(top)) = (step.model.hand_over, step.state.top_lazy()) else {
        return Ok(None);
    };
    count_overtaking(step, top)?;
    if step.state.threads[top].overtaken <= bound || step.broken(Broken::BoundIgnored) {
        return Ok(None);
    }
    convert(step, top)?;
    Ok(Some(top))
}

/// Pops a lazy node with the code that makes its thread a kernel waiter (R8).
///
/// # Errors
///
/// As [`Move::mark`].
pub fn convert(step: &mut Move<'_>, thread: usize) -> Result<(), Violation> {
    if !step.broken(Broken::ConvertKeepsNode) {
        step.state.mutex_queue.remove(thread);
    }
    step.mark(thread, NodeState::Convert)
}
