//! The section: entering and leaving it, what a death does to its lock, and taking over from the dead.

use super::action::Action;
use super::model::{Broken, Model, Turn};
use super::program::{Op, Pc};
use super::signal::{complete, promise, wake_sleepers};
use super::state::{Lock, State};
use crate::explorer::system::Event;
use crate::explorer::violation::Violation;

fn tid(thread: usize) -> u8 {
    thread as u8 + 1
}

/// Whoever reads or writes the condvar says so here first.
///
/// # Errors
///
/// [`Violation::UsedAfterDestroy`] if it is gone.
pub fn touch(state: &State) -> Result<(), Violation> {
    if state.is_destroyed { Err(Violation::UsedAfterDestroy) } else { Ok(()) }
}

/// Compare-exchange 0 -> TID, announced.
pub fn enter(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        if state.lock != Lock::default() {
            state.threads[me].pc = Pc::EnterPi;
            return Ok(Action::EnterFails.alone());
        }
        state.lock.tid = tid(me);
        state.threads[me].pc = first_inside(model, state, me);
        Ok(Action::Enters.alone())
    });
}

/// LOCK_PI: takes a free lock, with its OWNER_DIED; else sleeps, unless the owner is dead and unmarked.
pub fn enter_pi(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        if state.lock.tid == 0 {
            state.lock = Lock { tid: tid(me), waiters: false, ..state.lock };
            return Ok(entered(model, state, me, [Action::LockPiTakes, Action::LockPiTakesFromDead]));
        }
        let is_orphaned = state.lock_waiters.is_empty() && state.is_dead(usize::from(state.lock.tid) - 1);
        state.lock.waiters = true;
        if is_orphaned {
            state.threads[me].pc = Pc::EnterStuck; // ESRCH (K8), again and again
        } else {
            state.lock_waiters.push(me);
            state.threads[me].pc = Pc::EnterBlocked;
        }
        Ok(Action::LockPiBlocks.alone())
    });
}

/// Handed over by the kernel.
pub fn enter_handed(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| Ok(entered(model, state, me, [Action::LockPiReturns, Action::LockPiReturnsFromDead])));
}

fn entered(model: &Model, state: &mut State, me: usize, [clean, from_dead]: [Action; 2]) -> Event {
    if state.lock.owner_died {
        let recovers = !model.is_broken(Broken::NoRecovery);
        state.threads[me].pc = if recovers { Pc::RecoverAdvance } else { Pc::RecoverClear };
        return from_dead.alone();
    }
    state.threads[me].pc = first_inside(model, state, me);
    clean.alone()
}

/// What the section is for.
fn first_inside(model: &Model, state: &mut State, me: usize) -> Pc {
    let is_wait = model.op_of(state, me).is_some_and(Op::is_wait);
    if !is_wait {
        promise(model, state, me);
    }
    match model.broken {
        Some(Broken::HintSetOutside) if is_wait => Pc::BeginRead,
        Some(Broken::HintClearedFirst) if !is_wait => Pc::ClearHint,
        Some(Broken::WakeBeforeAdvance) if !is_wait => Pc::Wake,
        _ if is_wait => Pc::BeginHint,
        _ => Pc::Advance,
    }
}

/// After a death: advance, wake all, clear the hint, clear the mark; a step each.
pub fn recover(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        let (action, next) = match state.threads[me].pc {
            Pc::RecoverAdvance => {
                state.sequence += 1;
                (Action::RecoverAdvances, Pc::RecoverWake)
            }
            Pc::RecoverWake => {
                wake_sleepers(model, state, usize::MAX);
                (Action::RecoverWakes, Pc::RecoverHint)
            }
            Pc::RecoverHint => {
                state.hint = false;
                (Action::RecoverClearsHint, Pc::RecoverClear)
            }
            _ => {
                state.lock.owner_died = false;
                (Action::RecoverClears, first_inside(model, state, me))
            }
        };
        state.threads[me].pc = next;
        Ok(action.alone())
    });
}

/// Compare-exchange TID -> 0.
pub fn leave(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        if state.lock != (Lock { tid: tid(me), ..Lock::default() }) {
            state.threads[me].pc = Pc::LeavePi;
            return Ok(Action::LeaveFails.alone());
        }
        state.lock = Lock::default();
        left(model, state, me)?;
        Ok(Action::Leaves.alone())
    });
}

/// UNLOCK_PI: hands over by priority, or writes 0.
pub fn leave_pi(turn: &mut Turn<'_>) {
    let (me, model) = (turn.me, turn.model);
    turn.step(|state| {
        touch(state)?;
        let next = state.lock_waiters.top(&model.priorities);
        hand_over(state, next, false);
        left(model, state, me)?;
        Ok(next.map_or(Action::UnlockPiFrees.alone(), |next| Action::UnlockPiHands.on(next)))
    });
}

fn hand_over(state: &mut State, next: Option<usize>, owner_died: bool) {
    let Some(next) = next else {
        state.lock = Lock { owner_died, ..Lock::default() };
        return;
    };
    state.lock_waiters.remove(next);
    state.lock = Lock { tid: tid(next), waiters: true, owner_died };
    state.threads[next].pc = Pc::EnterHanded;
}

/// Outside again: a waiter sleeps, a signal returns.
fn left(model: &Model, state: &mut State, me: usize) -> Result<(), Violation> {
    let is_wait = model.op_of(state, me).is_some_and(Op::is_wait);
    match model.broken {
        Some(Broken::HintSetOutside) if is_wait => state.threads[me].pc = Pc::LateHint,
        Some(Broken::ReadOutside) if is_wait => state.threads[me].pc = Pc::LateRead,
        _ if is_wait => state.threads[me].pc = Pc::Sleep,
        _ => return complete(model, state, me),
    }
    Ok(())
}

/// A thread is killed. The kernel marks an announced lock that it owns, and gives a lock that others wait
/// for in LOCK_PI to the top one of them.
pub fn die(model: &Model, state: &mut State, thread: usize) -> Event {
    let is_announced = state.threads[thread].pc.is_announced() && !model.is_broken(Broken::NotAnnounced);
    state.dead |= 1 << thread;
    state.sleepers.remove(thread);
    state.lock_waiters.remove(thread);
    state.promises.iter_mut().for_each(|promise| promise.blocked &= !(1 << thread));
    if state.lock.tid == tid(thread) {
        let next = state.lock_waiters.top(&model.priorities);
        if next.is_some() {
            hand_over(state, next, true);
        } else if is_announced {
            state.lock = Lock { tid: 0, owner_died: true, ..state.lock };
        }
    }
    Action::Kills.on(thread)
}
