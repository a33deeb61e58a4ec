//! What must hold in every state, and where nothing moves any more.

use super::model::Model;
use super::state::State;
use super::violation::{KernelFault, Violation};

/// Holds in every reachable state.
///
/// # Errors
///
/// What does not hold.
pub fn check_state(model: &Model, state: &State) -> Result<(), Violation> {
    check_owner(model, state)?;
    for waiter in state.kernel.waiters.iter() {
        if !state.threads[waiter].ghost || !state.mutex_queue.contains(waiter) {
            return Err(Violation::Kernel(KernelFault::WithoutGhost));
        }
    }
    if !state.cond_queue.is_empty() && !state.cond_hint {
        return Err(Violation::HintClear);
    }
    Ok(())
}

/// At most one thread holds the mutex, the word names it, and shows it the kernel's waiters.
fn check_owner(model: &Model, state: &State) -> Result<(), Violation> {
    let mut owners = (0..model.threads()).filter(|&thread| state.threads[thread].owns);
    let Some(owner) = owners.next() else { return Ok(()) };
    if owners.next().is_some() || !state.word.is_owned_by(owner) {
        return Err(Violation::NotExclusive);
    }
    if !state.kernel.waiters.is_empty() && !state.word.waiters {
        return Err(Violation::Stranded { threads: 1 << state.kernel.waiters.iter().next().unwrap_or(0) });
    }
    Ok(())
}

/// Holds where no step is left but time-outs and what comes from outside.
///
/// # Errors
///
/// [`Violation::Stranded`], or [`Violation::SignalLost`].
pub fn check_rest(model: &Model, state: &State) -> Result<(), Violation> {
    let stuck = (0..model.threads()).filter(|&thread| !model.may_rest(state, thread));
    let threads = stuck.fold(0, |bits, thread| bits | 1 << thread);
    if threads != 0 {
        return Err(Violation::Stranded { threads });
    }
    let is_eaten = state.signals_eaten > 0 && !state.cond_queue.is_empty();
    if is_eaten || state.signals_sent != state.signals_returned {
        return Err(Violation::SignalLost);
    }
    Ok(())
}
