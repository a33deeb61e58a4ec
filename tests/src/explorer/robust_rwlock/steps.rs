//! What each operation of the code does, and the faults that can be put between the code and the memory.

use fusyn_core::rwlock::robust::{CLOSED, DEPTH, INCONSISTENT, LOST, WRITER};
use fusyn_core::sync::Ordering;
use fusyn_core::word::{WAITERS, owner};

use super::action::Action;
use super::kernel;
use super::model::Model;
use super::replay::{Ask, DONE, Place};
use super::rules;
use super::state::State;
use super::weak::{self, acquires, releases};
use crate::explorer::system::Event;
use crate::explorer::violation::Violation;

/// A fault: an operation of the protocol that is left out, or done otherwise, each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The gate is not announced in the pending slot.
    NotAnnounced,
    /// A kept gate is not in the robust list.
    NotLinked,
    /// A writer does not close the rwlock before it looks at the slots.
    NotClosed,
    /// A reader that has claimed a slot does not look at the state again.
    NotRechecked,
    /// A reader that sees that it may not keeps its slot.
    NotGivenBack,
    /// A writer does not mark that it writes.
    WriterNotMarked,
    /// A writer's mark is not cleared by its unlock.
    WriterStays,
    /// Who finds a dead writer's mark does not mark that it has to repair.
    NotInconsistent,
    /// A lock that was not repaired is not marked as lost.
    NotLost,
    /// The rwlock is not opened again.
    NotReopened,
    /// The gate's owner leaves a dead reader in its slot.
    NotEmptied,
    /// A reader that lives is taken for dead.
    LivingEmptied,
    /// A slot's depth is not reset when it is claimed.
    DepthKept,
    /// The gate's owner empties a slot that a new thread with the dead one's id has claimed.
    ClaimEmptied,
    /// A thread takes whatever slot has its id for its own.
    IdTrusted,
    /// A word that is waited for is released in user space.
    ReleasedByStore,
    /// A writer's release of the state does not order.
    StateUnordered,
    /// The release of a slot or a gate in user space does not order.
    ReleaseUnordered,
    /// Neither the gate's taking in user space nor the look at the state after it order.
    EntryUnordered,
    /// The look at a slot does not order.
    LookUnordered,
    /// A claim is not SeqCst.
    ClaimWeaker,
    /// The look at the state after it is not.
    RecheckWeaker,
    /// A writer's closing is not.
    CloseWeaker,
    /// Its look at a slot is not.
    LookWeaker,
}

/// What came of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    /// Its result.
    Result(u64, Event),
    /// None yet: the thread is where it was. Without an event nothing was done at all.
    Stays(Option<Event>),
}

fn is_slot(word: u8) -> bool {
    usize::from(word) < Place::GATE
}

const GATE: u8 = Place::GATE as u8;
const STATE: u8 = Place::STATE as u8;

/// Whether a fault leaves an operation out. One that is left out seems to have been done.
fn is_left_out(broken: Broken, ask: Ask, tid: u32) -> bool {
    match (broken, ask) {
        (Broken::NotAnnounced, Ask::Announce) | (Broken::NotLinked, Ask::Link) => true,
        (Broken::NotClosed, Ask::Or(STATE, CLOSED, _))
        | (Broken::WriterNotMarked, Ask::Or(STATE, WRITER, _))
        | (Broken::NotInconsistent, Ask::Or(STATE, INCONSISTENT, _))
        | (Broken::NotLost, Ask::Or(STATE, LOST, _)) => true,
        (Broken::NotGivenBack, Ask::Exchange(word, old, 0, _)) => is_slot(word) && owner(old) == tid,
        (Broken::NotEmptied, Ask::Exchange(word, old, 0, _)) => is_slot(word) && owner(old) != tid,
        (Broken::DepthKept, Ask::And(STATE, bits, _)) => !bits >> DEPTH != 0,
        _ => false,
    }
}

/// An operation as a fault makes it.
fn altered(broken: Broken, ask: Ask) -> Ask {
    use Ordering::Relaxed;
    match (broken, ask) {
        (Broken::WriterStays, Ask::And(STATE, bits, order)) => Ask::And(STATE, bits | WRITER, order),
        (Broken::NotReopened, Ask::And(STATE, bits, order)) => Ask::And(STATE, bits | CLOSED, order),
        (Broken::StateUnordered, Ask::And(STATE, bits, _)) => Ask::And(STATE, bits, Relaxed),
        (Broken::ReleaseUnordered, Ask::Exchange(word, old, 0, Ordering::Release)) => {
            Ask::Exchange(word, old, 0, Relaxed)
        }
        (Broken::EntryUnordered, Ask::Exchange(GATE, 0, new, _)) => Ask::Exchange(GATE, 0, new, Relaxed),
        (Broken::EntryUnordered, Ask::Load(STATE, Ordering::Acquire)) => Ask::Load(STATE, Relaxed),
        (Broken::LookUnordered, Ask::Load(word, _)) if is_slot(word) => Ask::Load(word, Relaxed),
        (Broken::ClaimWeaker, Ask::Exchange(word, 0, new, _)) if is_slot(word) => {
            Ask::Exchange(word, 0, new, Ordering::AcqRel)
        }
        (Broken::RecheckWeaker, Ask::Load(STATE, Ordering::SeqCst)) => Ask::Load(STATE, Ordering::Acquire),
        (Broken::CloseWeaker, Ask::Or(STATE, CLOSED, _)) => Ask::Or(STATE, CLOSED, Ordering::AcqRel),
        (Broken::LookWeaker, Ask::Load(word, Ordering::SeqCst)) if is_slot(word) => {
            Ask::Load(word, Ordering::Acquire)
        }
        _ => ask,
    }
}

/// The result of a load that misses the last write, if it may, in a weak model.
pub fn stale(model: &Model, state: &State, me: usize, ask: Ask) -> Option<u64> {
    match model.broken.map_or(ask, |broken| altered(broken, ask)) {
        Ask::Load(word, order) if model.weak => {
            state.memory.stale(me, usize::from(word), order).map(u64::from)
        }
        _ => None,
    }
}

/// Makes one operation of the code.
///
/// # Errors
/// The kernel would refuse it.
pub fn apply(model: &Model, state: &mut State, me: usize, ask: Ask) -> Result<Outcome, Violation> {
    let ask = model.broken.map_or(ask, |broken| altered(broken, ask));
    if model.broken.is_some_and(|broken| is_left_out(broken, ask, model.tid(me))) {
        return Ok(seemingly(state, ask));
    }
    match ask {
        Ask::LockPi(word, _) => Ok(lock(model, state, me, word, false)),
        Ask::TryLockPi(word) => Ok(lock(model, state, me, word, true)),
        Ask::UnlockPi(word) => kernel::unlock(model, state, me, usize::from(word)),
        Ask::Leave => {
            rules::leave(model, state, me);
            Ok(Outcome::Result(0, Action::Leaves.alone()))
        }
        ask if ask.is_own() => Ok(own(state, me, ask)),
        ask => Ok(access(model, state, me, ask)),
    }
}

/// An operation that was left out.
fn seemingly(state: &State, ask: Ask) -> Outcome {
    match ask {
        Ask::Exchange(_, old, _, _) => Outcome::Result(DONE | u64::from(old), Action::Exchange.alone()),
        Ask::Or(word, _, _) | Ask::And(word, _, _) => {
            Outcome::Result(u64::from(state.words[usize::from(word)]), Action::Load.alone())
        }
        _ => Outcome::Result(0, Action::Load.alone()),
    }
}

fn lock(model: &Model, state: &mut State, me: usize, word: u8, is_try: bool) -> Outcome {
    let is_read = is_slot(word) && owner(state.words[usize::from(word)]) != 0;
    if model.broken == Some(Broken::LivingEmptied) && is_read {
        state.words[usize::from(word)] |= WAITERS;
        return Outcome::Result(fusyn_core::Errno::ESRCH.raw() as u64, Action::LockOwnerGone.alone());
    }
    kernel::lock(model, state, me, usize::from(word), is_try)
}

fn own(state: &mut State, me: usize, ask: Ask) -> Outcome {
    let thread = &mut state.threads[me];
    let action = match ask {
        Ask::Announce => {
            thread.announces = true;
            Action::Announce
        }
        Ask::End => {
            thread.announces = false;
            Action::EndAnnounced
        }
        Ask::Link => {
            thread.links = true;
            Action::Link
        }
        _ => {
            thread.links = false;
            Action::Unlink
        }
    };
    Outcome::Result(0, action.alone())
}

/// An access to a word, and what it orders.
fn access(model: &Model, state: &mut State, me: usize, ask: Ask) -> Outcome {
    let (word, order) = match ask {
        Ask::Load(word, order)
        | Ask::Exchange(word, _, _, order)
        | Ask::Or(word, _, order)
        | Ask::And(word, _, order)
        | Ask::Add(word, _, order)
        | Ask::Sub(word, _, order) => (usize::from(word), order),
        _ => return Outcome::Stays(None),
    };
    let now = state.words[word];
    let (new, action) = match ask {
        Ask::Exchange(_, old, new, _) if is_met(model, now, old, new) => (Some(new), Action::Exchange),
        Ask::Exchange(..) => {
            weak::access(state, model.weak, me, word, Ordering::Relaxed, None);
            return Outcome::Result(u64::from(now), Action::ExchangeFails.alone());
        }
        Ask::Or(_, bits, _) => (Some(now | bits), Action::SetBits),
        Ask::And(_, bits, _) => (Some(now & bits), Action::ClearBits),
        Ask::Add(_, value, _) => (Some(now.wrapping_add(value)), Action::Add),
        Ask::Sub(_, value, _) => (Some(now.wrapping_sub(value)), Action::Subtract),
        _ => {
            if model.broken == Some(Broken::NotRechecked) && word == Place::STATE && order == Ordering::SeqCst
            {
                return Outcome::Result(0, Action::Load.alone());
            }
            (None, Action::Load)
        }
    };
    weak::access(state, model.weak, me, word, order, new);
    if acquires(order) {
        state.threads[me].clock |= state.released[word];
    }
    if let Some(new) = new {
        state.words[word] = new;
        // A relaxed exchange goes on with what others have released there.
        if releases(order) {
            state.released[word] |= state.threads[me].clock;
        }
    }
    let done = if matches!(ask, Ask::Exchange(..)) { DONE } else { 0 };
    Outcome::Result(done | u64::from(now), action.alone())
}

/// Whether an exchange is made.
fn is_met(model: &Model, now: u32, old: u32, new: u32) -> bool {
    let is_forced = match model.broken {
        Some(Broken::ReleasedByStore) => true,
        Some(Broken::ClaimEmptied) => old & WAITERS != 0,
        _ => false,
    };
    now == old || is_forced && new == 0 && owner(old) == owner(now)
}
