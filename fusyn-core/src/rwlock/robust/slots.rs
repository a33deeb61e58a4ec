//! The readers of a robust rwlock: a slot for each, an inheriting word that holds its TID.
//!
//! | value | meaning |
//! | --- | --- |
//! | 0 | empty |
//! | t | thread t reads, or is about to see that it may not |
//! | t, W | the same, and the gate's owner waits for t to leave, in the kernel, where it boosts t |
//!
//! * Anybody: 0 to its own TID, and that back to 0. The kernel: t to its waiter's TID, at t's release or death.
//! * A dead thread's TID to 0: the gate's owner, once the kernel has said that it is gone; or who has been given
//!   the id since, and has nothing in any slot itself ([`of`]).
//! * A thread that reads again raises its slot's depth, in the state word; that counts nothing but the
//!   slot's own thread, and is reset when a slot is taken.
//!
//! Who is dead, the kernel says (`ESRCH`): also of a process that its parent has not waited for yet. To others, an id
//! that was given to a new thread counts as living, as does a process that has called `exec`, until that thread
//! comes here itself or ends. It knows better: it counts in how many slots it has put its id ([`Caller::reads`]).

use fusyn_sys::{Deadline, Errno};

use super::caller::{Caller, Word, is_owned_by, release};
use super::{DEPTH, DEPTH_BITS, Parts};
use crate::sync::Ordering;
use crate::word::WAITERS;

/// How often a thread can read again, beyond the first time.
const DEPTH_MAX: u32 = (1 << DEPTH_BITS) - 1;

fn depth_shift(slot: usize) -> u32 {
    DEPTH + slot as u32 * DEPTH_BITS
}

/// The slot of the calling thread, if it reads. One that has its id, and was not taken by it, was a dead thread's
/// whose id the caller has been given: that one is emptied.
///
/// # Safety
/// The caller does not own the gate.
pub(super) unsafe fn of<C: Caller, const N: usize>(caller: C, rw: &Parts<C::Word, N>) -> Option<usize> {
    // Relaxed: only the thread itself writes its id.
    let is_mine = |slot: &C::Word| is_owned_by(slot.load(Ordering::Relaxed), caller.tid());
    if caller.reads() > 0 {
        return rw.slots().position(is_mine);
    }
    // SAFETY: nobody else has the id: to the kernel and to the gate's owner it is the caller's. The kernel refuses if
    // the dead one has left the slot to the gate's owner, who will empty it: until then nobody comes in.
    rw.slots().filter(|slot| is_mine(slot)).for_each(|slot| unsafe { release(caller, slot) });
    None
}

/// Takes an empty slot.
pub(super) fn claim<C: Caller, const N: usize>(caller: C, rw: &Parts<C::Word, N>) -> Option<usize> {
    let tid = caller.tid();
    // Elsewhere for each thread, so that they need not all look at the same slots first.
    let start = tid as usize % N;
    // SeqCst: before the look at the state that follows, in the order in which the gate's owner closes it and
    // looks at the slots: one of the two sees the other.
    let is_taken =
        |i: usize| rw.slot(i).compare_exchange(0, tid, Ordering::SeqCst, Ordering::Relaxed).is_ok();
    caller.set_reads(caller.reads().saturating_add(1));
    let Some(found) = (0..N).map(|i| (start + i) % N).find(|&i| is_taken(i)) else {
        caller.set_reads(caller.reads().saturating_sub(1));
        return None;
    };
    // Relaxed: the slot's own thread alone reads its depth. What a dead thread left there goes.
    let depth = DEPTH_MAX << depth_shift(found);
    if rw.state().load(Ordering::Relaxed) & depth != 0 {
        rw.state().fetch_and(!depth, Ordering::Relaxed);
    }
    Some(found)
}

/// One level more for the slot's thread, the caller; false if there is no more room.
pub(super) fn nest<W: Word, const N: usize>(rw: &Parts<W, N>, slot: usize) -> bool {
    let shift = depth_shift(slot);
    // Relaxed: the caller's own bits.
    if rw.state().load(Ordering::Relaxed) >> shift & DEPTH_MAX == DEPTH_MAX {
        return false;
    }
    rw.state().fetch_add(1 << shift, Ordering::Relaxed);
    true
}

/// Gives back one level, and the slot with the last.
///
/// # Safety
/// The slot is the caller's; the object may be gone once it is empty.
pub(super) unsafe fn give_back<C: Caller, const N: usize>(caller: C, rw: &Parts<C::Word, N>, slot: usize) {
    let shift = depth_shift(slot);
    // Relaxed: as in `nest`.
    if rw.state().load(Ordering::Relaxed) >> shift & DEPTH_MAX != 0 {
        rw.state().fetch_sub(1 << shift, Ordering::Relaxed);
        return;
    }
    // SAFETY: owned, by the caller. Its release pairs with the look of the gate's owner.
    unsafe { release(caller, rw.slot(slot)) };
    caller.set_reads(caller.reads().saturating_sub(1));
}

/// What the kernel says about the thread in a slot.
enum Reader {
    /// The slot is empty now.
    Gone,
    /// Lives, and reads.
    Lives,
    /// Look again.
    Unclear,
    Failed(Errno),
}

/// Waits until the reader in a slot has left or died.
///
/// # Errors
/// `ETIMEDOUT`; `EDEADLK`: the caller reads itself, or a cycle of inheriting locks would close.
///
/// # Safety
/// The caller owns the gate, and has closed the rwlock.
pub(super) unsafe fn wait_for<C: Caller>(
    caller: C,
    slot: &C::Word,
    deadline: Option<&Deadline>,
) -> Result<(), Errno> {
    loop {
        // SAFETY: a live word of the protocol above, by the caller.
        let ask = |word: *const C::Word| unsafe { caller.lock_pi(word, deadline) };
        match look(caller, slot, ask) {
            Reader::Gone => return Ok(()),
            Reader::Lives | Reader::Unclear => {}
            // SeqCst: as in `look`; the reader may have left with the time.
            Reader::Failed(Errno::ETIMEDOUT) if slot.load(Ordering::SeqCst) == 0 => return Ok(()),
            Reader::Failed(error) => return Err(error),
        }
    }
}

/// Whether a living thread reads; a dead one's slot is emptied.
///
/// # Safety
/// The caller owns the gate.
pub(super) unsafe fn is_read<C: Caller>(caller: C, slot: &C::Word) -> bool {
    loop {
        // SAFETY: a live word of the protocol above, by the caller.
        let ask = |word: *const C::Word| unsafe { caller.trylock_pi(word) };
        return match look(caller, slot, ask) {
            Reader::Gone => false,
            Reader::Unclear => continue,
            Reader::Lives | Reader::Failed(_) => true,
        };
    }
}

/// One look at a slot by the gate's owner, which may take it over to find out.
fn look<C: Caller>(
    caller: C,
    slot: &C::Word,
    ask: impl FnOnce(*const C::Word) -> Result<(), Errno>,
) -> Reader {
    // SeqCst: after the store that closed the rwlock: `claim`. Acquire: pairs with the reader's release.
    let now = slot.load(Ordering::SeqCst);
    if now == 0 {
        return Reader::Gone;
    }
    if is_owned_by(now, caller.tid()) {
        return Reader::Failed(Errno::EDEADLK);
    }
    match ask(slot) {
        Ok(()) => {
            // Handed over by the reader, or by its death.
            // SAFETY: the caller's own, with no other waiter: the gate's owner alone waits here.
            unsafe { release(caller, slot) };
            Reader::Gone
        }
        // Dead; or the id is a kernel thread's by now.
        Err(Errno::ESRCH | Errno::EPERM) if empty(slot, now) => Reader::Gone,
        Err(Errno::ESRCH | Errno::EPERM) => Reader::Unclear,
        Err(Errno::EAGAIN) => Reader::Lives,
        Err(Errno::EINTR) => Reader::Unclear,
        Err(Errno::ENOMEM) => {
            caller.yield_now();
            Reader::Unclear
        }
        Err(error) => Reader::Failed(error),
    }
}

/// Empties a dead thread's slot; false if it is another's by now.
///
/// The kernel has marked the slot by its answer (K8). A new thread that was given the id, and has claimed this slot
/// since, has written it without the mark: that one stays.
fn empty(slot: &impl Word, dead: u32) -> bool {
    // Relaxed: nothing of a dead reader need be known.
    slot.compare_exchange(dead | WAITERS, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}
