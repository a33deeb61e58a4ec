//! `LOCK_PI`, `TRYLOCK_PI` and `UNLOCK_PI`, by the kernel contract.

use fusyn_core::Errno;
use fusyn_core::sync::Ordering;
use fusyn_core::word::{OWNER_DIED, WAITERS, owner};

use super::action::Action;
use super::model::{Model, Turn};
use super::replay::Ask;
use super::rules;
use super::state::{Life, State};
use super::steps::Outcome;
use super::weak;
use crate::explorer::violation::{KernelFault, Violation};

fn fails(error: Errno, action: Action) -> Outcome {
    Outcome::Result(error.raw() as u64, action.alone())
}

/// A system call on a word sees its last value, and orders as an exchange.
fn order(model: &Model, state: &mut State, me: usize, word: usize) {
    weak::access(state, model.weak, me, word, Ordering::SeqCst, None);
    let clock = state.threads[me].clock | state.released[word];
    (state.threads[me].clock, state.released[word]) = (clock, clock);
}

/// The kernel writes a word, for a thread.
pub fn write(model: &Model, state: &mut State, me: usize, word: usize, new: u32) {
    weak::access(state, model.weak, me, word, Ordering::SeqCst, Some(new));
    state.words[word] = new;
}

/// `LOCK_PI`, or `TRYLOCK_PI`.
pub fn lock(model: &Model, state: &mut State, me: usize, word: usize, is_try: bool) -> Outcome {
    order(model, state, me, word);
    let (now, tid) = (state.words[word], model.tid(me));
    if owner(now) == tid {
        return fails(Errno::EDEADLK, Action::LockRefused);
    }
    if state.waited[word].waiters.is_empty() {
        if owner(now) == 0 {
            // K1: WAITERS is dropped; the mark stays.
            write(model, state, me, word, now & OWNER_DIED | tid);
            return Outcome::Result(0, Action::LockTakes.alone());
        }
        // K8: set before the owner is looked for.
        write(model, state, me, word, now | WAITERS);
        match find(model, state, owner(now)) {
            None => return fails(Errno::ESRCH, Action::LockOwnerGone),
            Some(other) if state.threads[other].life >= Life::Exiting => {
                return Outcome::Stays((now & WAITERS == 0).then(|| Action::LockAwaitsExit.alone()));
            }
            Some(other) => state.waited[word].owner = other as u8 + 1,
        }
    } else if !agrees(model, state, word) {
        return fails(Errno::EINVAL, Action::LockRefused);
    }
    let is_cycle = closes_cycle(state, me, word);
    if is_try || is_cycle {
        state.forget_if_empty(word);
        return fails(if is_try { Errno::EAGAIN } else { Errno::EDEADLK }, Action::LockRefused);
    }
    state.waited[word].waiters.push(me);
    state.threads[me].waits_for = word as u8 + 1;
    Outcome::Stays(Some(Action::LockWaits.alone()))
}

fn find(model: &Model, state: &State, tid: u32) -> Option<usize> {
    (0..model.visits.len()).find(|&thread| model.tid(thread) == tid && model.exists(state, thread))
}

/// Whether the word is what the kernel's state says (K5).
fn agrees(model: &Model, state: &State, word: usize) -> bool {
    let now = state.words[word];
    let is_died = now & OWNER_DIED != 0;
    match state.waited[word].owner.checked_sub(1) {
        None => is_died && owner(now) == 0,
        Some(_) if is_died && owner(now) == 0 => true,
        Some(thread) => owner(now) == model.tid(usize::from(thread)),
    }
}

/// Whether the word's owner waits, through others, for `me`.
fn closes_cycle(state: &State, me: usize, word: usize) -> bool {
    let mut word = word;
    for _ in 0..state.threads.len() {
        let Some(thread) = state.waited[word].owner.checked_sub(1).map(usize::from) else { return false };
        if thread == me {
            return true;
        }
        match state.threads[thread].waits_for.checked_sub(1) {
            Some(next) => word = usize::from(next),
            None => return false,
        }
    }
    false
}

/// `UNLOCK_PI`.
///
/// # Errors
/// The kernel would refuse.
pub fn unlock(model: &Model, state: &mut State, me: usize, word: usize) -> Result<Outcome, Violation> {
    order(model, state, me, word);
    if owner(state.words[word]) != model.tid(me) {
        return refuse(model, KernelFault::Perm, Errno::EPERM);
    }
    let Some(next) = state.waited[word].waiters.iter().next() else {
        write(model, state, me, word, 0);
        return Ok(Outcome::Result(0, Action::UnlockFrees.alone()));
    };
    if usize::from(state.waited[word].owner) != me + 1 {
        return refuse(model, KernelFault::Inval, Errno::EINVAL);
    }
    write(model, state, me, word, model.tid(next) | WAITERS);
    state.waited[word].owner = next as u8 + 1;
    Ok(Outcome::Result(0, Action::UnlockHandsOver.on(next)))
}

/// Only who empties the slot of a dead thread that had its id may be refused: the slot has been left to its waiter.
fn refuse(model: &Model, fault: KernelFault, error: Errno) -> Result<Outcome, Violation> {
    if model.reborn { Ok(fails(error, Action::UnlockRefused)) } else { Err(Violation::Kernel(fault)) }
}

/// Whether a waiter has the word by now; a dead owner's it writes itself into.
fn returns(model: &Model, state: &mut State, me: usize) -> Option<Action> {
    let word = usize::from(state.threads[me].waits_for) - 1;
    let waited = state.waited[word];
    let action = match usize::from(waited.owner) {
        0 if waited.waiters.iter().next() == Some(me) => {
            state.waited[word].owner = me as u8 + 1;
            write(model, state, me, word, model.tid(me) | WAITERS | OWNER_DIED);
            Action::Inherits
        }
        owner if owner == me + 1 => Action::HandedOver,
        _ => return None,
    };
    order(model, state, me, word);
    Some(action)
}

fn stop_waiting(state: &mut State, me: usize) {
    let word = usize::from(state.threads[me].waits_for) - 1;
    state.waited[word].waiters.remove(me);
    state.forget_if_empty(word);
    state.threads[me].waits_for = 0;
}

/// The steps of a thread that waits in `LOCK_PI`: it has the word, or its time is over.
pub fn wait(turn: &mut Turn<'_>) {
    let (model, me) = (turn.model, turn.me);
    let has_returned = returns(model, &mut turn.state.clone(), me).is_some();
    let is_timed = matches!(model.next(turn.state, me).1, Ask::LockPi(_, true));
    if !has_returned && !is_timed {
        return;
    }
    turn.step(has_returned, |state| {
        let action = returns(model, state, me);
        stop_waiting(state, me);
        let result = if action.is_some() { 0 } else { Errno::ETIMEDOUT.raw() as u64 };
        rules::go_on(model, state, me, result)?;
        Ok(Some(action.unwrap_or(Action::TimesOut).alone()))
    });
}

/// A killed thread leaves its `LOCK_PI`, with the word if it has it already.
pub fn leave(model: &Model, state: &mut State, me: usize) {
    returns(model, state, me);
    stop_waiting(state, me);
}
