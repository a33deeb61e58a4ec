//! Releasing the mutex, and settling the word for those who sleep (R1, R2).

use super::action::Action;
use super::kernel::{self, Unlock};
use super::model::HandOver;
use super::program::Pc;
use super::rules::Broken;
use super::state::{Bucket, NodeState, Word, tid};
use super::system::Event;
use super::turn::{Move, Turn};
use super::violation::{KernelFault, Violation};

/// Compare-exchange TID -> 0.
pub fn unlock_fast(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.touch_word()?;
        if !step.state.word.is_owned_by(step.me) {
            return Err(Violation::NotExclusive);
        }
        if step.state.word.waiters {
            step.goto(Pc::UnlockSection);
            return Ok(Action::UnlockFastFails.alone());
        }
        step.state.word = Word::default();
        step.released();
        Ok(Action::UnlockFast.alone())
    });
}

/// In the bucket: with a ghost the kernel releases, else this section does.
pub fn unlock_section(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Mutex) {
        return;
    }
    if turn.state.has_ghost() && !turn.broken(Broken::ReleaseDespiteGhost) {
        turn.step(|step| {
            step.goto(Pc::UnlockPi);
            Ok(Action::SeesGhost.alone())
        });
        return;
    }
    let top = turn.state.top_lazy();
    let overtaken = top.map_or(0, |top| turn.state.threads[top].overtaken);
    let (may_pop, may_hand_over) = match turn.model.hand_over {
        HandOver::Parallel => (true, false),
        HandOver::Any => (true, true),
        HandOver::Auto { bound, .. } if overtaken >= bound && !turn.broken(Broken::BoundIgnored) => {
            (false, true)
        }
        HandOver::Auto { .. } => (true, false),
    };
    if may_pop || top.is_none() {
        turn.step(release_and_pop);
    }
    if let (true, Some(top)) = (may_hand_over, top) {
        turn.step(|step| hand_over(step, top));
    }
}

/// Parallel: the word becomes 0, or W if lazy nodes remain (R1); the top waiter competes.
fn release_and_pop(step: &mut Move<'_>) -> Result<Event, Violation> {
    check_user_release(step)?;
    let top = step.state.top_lazy();
    if let Some(top) = top {
        step.state.mutex_queue.remove(top);
    }
    let waiters = step.state.has_lazy() && !step.broken(Broken::ReleaseDropsWaiters);
    step.state.word = Word { tid: 0, waiters };
    let Some(top) = top else {
        step.released();
        return Ok(Action::Releases.alone());
    };
    if step.broken(Broken::StoreAfterBucket) {
        step.thread().target = tid(top);
        step.goto(Pc::LateStore);
    } else {
        step.mark(top, NodeState::Popped)?;
        step.released();
    }
    Ok(Action::ReleasesPops.on(top))
}

/// Serial: the word goes straight to the top waiter, with W if lazy nodes remain (R1).
fn hand_over(step: &mut Move<'_>, top: usize) -> Result<Event, Violation> {
    check_user_release(step)?;
    step.state.mutex_queue.remove(top);
    let waiters = step.state.has_lazy() && !step.broken(Broken::HandOverDropsWaiters);
    step.state.word = Word { tid: tid(top), waiters };
    step.mark(top, NodeState::Handed)?;
    step.released();
    Ok(Action::HandsOver.on(top))
}

/// With StoreAfterBucket: the popped node's state is stored only now.
pub fn late_store(turn: &mut Turn<'_>) {
    turn.step(|step| {
        let popped = usize::from(std::mem::take(&mut step.thread().target)) - 1;
        step.mark(popped, NodeState::Popped)?;
        step.released();
        Ok(Action::BrokenStore.on(popped))
    });
}

/// FUTEX_UNLOCK_PI, outside the bucket.
pub fn unlock_pi(turn: &mut Turn<'_>) {
    turn.step(|step| {
        let outcome = kernel::unlock_pi(step.state, step.me, &step.model.priorities)?;
        if step.broken(Broken::NoSettleAfterUnlockPi) {
            step.released();
        } else {
            step.goto(Pc::UnlockSettle);
        }
        Ok(match outcome {
            Unlock::HandedOver(next) => Action::UnlockPiHands.on(next),
            Unlock::Freed => Action::UnlockPiFrees.alone(),
        })
    });
}

/// After FUTEX_UNLOCK_PI, by key only: settle (R2).
pub fn unlock_settle(turn: &mut Turn<'_>) {
    if !turn.state.is_open(Bucket::Mutex) {
        return;
    }
    turn.step(|step| {
        let settled = settle(step)?;
        step.released();
        Ok(match settled {
            Settled::Nothing => Action::SettlesNothing.alone(),
            Settled::Owned => Action::Settles.alone(),
            Settled::Popped(popped) => Action::SettlesPops.on(popped),
        })
    });
}

/// What settling did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// No lazy node, or a ghost that will see to it.
    Nothing,
    /// The word is owned, and has W now.
    Owned,
    /// The word is free: this one was woken to take it.
    Popped(usize),
}

/// Under the bucket: a lazy node and no ghost: set W; if the word is free, pop the top one. The queued
/// node proves that the mutex lives, so the word may be touched.
///
/// # Errors
///
/// [`Violation::UsedAfterDestroy`] if that proof does not hold.
pub fn settle(step: &mut Move<'_>) -> Result<Settled, Violation> {
    if step.broken(Broken::SettleWithoutProof) {
        step.state.touch_word()?;
    }
    let Some(top) = step.state.top_lazy().filter(|_| !step.state.has_ghost()) else {
        return Ok(Settled::Nothing);
    };
    step.state.touch_word()?;
    let is_free = step.state.word.is_free();
    step.state.word.waiters |= !(is_free && step.broken(Broken::SettleDropsWaiters));
    if !is_free {
        return Ok(Settled::Owned);
    }
    step.state.mutex_queue.remove(top);
    step.mark(top, NodeState::Popped)?;
    Ok(Settled::Popped(top))
}

/// The program destroys the mutex, having been the last to unlock it.
pub fn destroy_mutex(turn: &mut Turn<'_>) {
    turn.step(|step| {
        step.state.mutex_destroyed = true;
        step.end_operation();
        Ok(Action::DestroysMutex.alone())
    });
}

/// A release in user space: by the owner, and without kernel state (K5).
fn check_user_release(step: &Move<'_>) -> Result<(), Violation> {
    step.state.touch_word()?;
    if !step.state.word.is_owned_by(step.me) {
        return Err(Violation::NotExclusive);
    }
    if !step.state.kernel.waiters.is_empty() {
        return Err(Violation::Kernel(KernelFault::UserRelease));
    }
    Ok(())
}
