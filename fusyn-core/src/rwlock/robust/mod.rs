//! Robust rwlocks, private and shared: a holder's death is survived, whenever it strikes.
//!
//! Three things, in the 56 bytes: the *gate* (`gate.rs`), a robust inheriting word; a *slot* for each reader
//! (`slots.rs`), an inheriting word too; and the *state*.
//!
//! | state | set by | meaning |
//! | --- | --- | --- |
//! | CLOSED | the gate's owner, before it looks at the slots | no reader comes in but by the gate |
//! | WRITER | the gate's owner, when all slots are empty | it writes |
//! | INCONSISTENT | who finds WRITER when it takes the gate | a writer died; its successor has not repaired |
//! | LOST | a release while INCONSISTENT | for ever |
//!
//! * A reader claims a slot, then looks at the state: neither CLOSED, WRITER nor LOST, and it is in. Else it gives
//!   the slot back, goes through the gate, and claims a slot there.
//! * A writer takes the gate, closes, and waits for each slot to empty (in the kernel, boosting the reader).
//!   It keeps the gate as long as it writes; WRITER is cleared before the gate is let go.
//! * Who waits for the gate or for a slot does so in the kernel, on an inheriting word: it is told of the
//!   owner's death there and then, and boosts it meanwhile.
//! * CLOSED stays set at a release if somebody waits for the gate. It may be set with nobody there: the next
//!   reader goes through the gate and clears it.
//!
//! # What a death leaves behind
//!
//! | killed | outcome |
//! | --- | --- |
//! | with a slot: reading, or before it saw that it may not | the gate's next owner that needs the slot empties it |
//! | with the gate, WRITER not set | the kernel hands the gate on; nothing to tell |
//! | with the gate and WRITER | the next one that takes the gate finds WRITER: `EOWNERDEAD` |
//! | while it took a slot over from a reader | its own id is in the slot, and dead |
//! | asleep at the gate or a slot | nothing; a bit too many in the word |

//! What the protocol asks of the thread and the kernel is one trait, [`Caller`]: the shim's implementation is the
//! C library's robust list and the system calls; an exhaustive exploration (`tests/tests/explorer_robust_rwlock.rs`)
//! runs this very code on a model of both, with threads that are killed between any two steps.

mod caller;
mod gate;
mod slots;

pub use caller::{Caller, Word};

use fusyn_sys::{Deadline, Errno};

use super::Access;
use crate::sync::Ordering;
use gate::{Gate, Wait};

/// State: the gate's owner writes.
pub const WRITER: u32 = 2;
/// State: readers must go through the gate.
pub const CLOSED: u32 = 4;
/// State: taken from a dead writer, and not made consistent yet.
pub const INCONSISTENT: u32 = 8;
/// State: not recoverable.
pub const LOST: u32 = 16;
/// State: position of the first slot's depth.
pub const DEPTH: u32 = 8;
/// State: bits of each slot's depth.
pub const DEPTH_BITS: u32 = 3;

/// What keeps a reader from coming in beside the gate.
const BARRED: u32 = CLOSED | WRITER | LOST;

/// The words of one robust rwlock with `N` slots; all 0 when it is free and new. The other bits of the state
/// (bit 0, and those above the depths) are the object's own and stay as they are.
#[derive(Debug)]
pub struct Parts<W, const N: usize> {
    slots: [*const W; N],
    gate: *const W,
    state: *const W,
}

impl<W: Word, const N: usize> Parts<W, N> {
    /// The rwlock of these words.
    ///
    /// # Safety
    /// They are live words while the result is used, but for the last step of a release.
    pub const unsafe fn new(slots: [*const W; N], gate: *const W, state: *const W) -> Self {
        const { assert!(N > 0 && DEPTH + N as u32 * DEPTH_BITS <= u32::BITS) }
        Parts { slots, gate, state }
    }

    fn slot(&self, i: usize) -> &W {
        // SAFETY: alive, by `new`; the remainder keeps the index inside without a panic.
        unsafe { &*self.slots[i % N] }
    }

    fn slots(&self) -> impl Iterator<Item = &W> {
        (0..N).map(|i| self.slot(i))
    }

    fn gate(&self) -> &W {
        // SAFETY: alive, by `new`.
        unsafe { &*self.gate }
    }

    fn state(&self) -> &W {
        // SAFETY: alive, by `new`.
        unsafe { &*self.state }
    }
}

/// Locks an rwlock, waiting if need be. Who waits boosts whom it waits for: the gate's owner, or a reader.
///
/// Not async-signal-safe.
///
/// # Errors
/// `EOWNERDEAD`: the caller writes, and has to repair. Otherwise it holds nothing more than before:
/// `ENOTRECOVERABLE`, `ETIMEDOUT`, `EDEADLK`; `EAGAIN`: no slot, no level of recursion, or no place in the robust
/// list is left; `EINVAL`: the words are not an rwlock's.
///
/// # Safety
/// `rw` is a robust rwlock, alive during the call.
pub unsafe fn lock<C: Caller, const N: usize>(
    caller: C,
    rw: &Parts<C::Word, N>,
    access: Access,
    deadline: Option<&Deadline>,
) -> Result<(), Errno> {
    // SAFETY: forwarded from the caller.
    unsafe { take(caller, rw, access, Wait::Until(deadline)) }
}

/// Locks if that needs no wait.
///
/// # Errors
/// `EBUSY`; and as [`lock`], but for `ETIMEDOUT` and `EDEADLK`.
///
/// # Safety
/// As [`lock`].
pub unsafe fn try_lock<C: Caller, const N: usize>(
    caller: C,
    rw: &Parts<C::Word, N>,
    access: Access,
) -> Result<(), Errno> {
    // SAFETY: forwarded from the caller.
    match unsafe { take(caller, rw, access, Wait::No) } {
        Err(Errno::EDEADLK) => Err(Errno::EBUSY),
        result => result,
    }
}

/// # Safety
/// As [`lock`].
unsafe fn take<C: Caller, const N: usize>(
    caller: C,
    rw: &Parts<C::Word, N>,
    access: Access,
    wait: Wait<'_>,
) -> Result<(), Errno> {
    if gate::is_owner(caller, rw.gate()) {
        return Err(Errno::EDEADLK);
    }
    // SAFETY: forwarded from the caller.
    unsafe {
        match (slots::of(caller, rw), access) {
            (Some(_), Access::Write) => return Err(Errno::EDEADLK),
            (Some(slot), Access::Read) => {
                return if slots::nest(rw, slot) { Ok(()) } else { Err(Errno::EAGAIN) };
            }
            (None, Access::Read) if read_beside_gate(caller, rw) => return Ok(()),
            _ => {}
        }
        // Relaxed: once set it stays.
        if rw.state().load(Ordering::Relaxed) & LOST != 0 {
            return Err(Errno::ENOTRECOVERABLE);
        }
        let gate = gate::enter(caller, rw.gate, wait)?;
        // Acquire: pairs with the release of the writer before.
        let now = rw.state().load(Ordering::Acquire);
        if now & LOST != 0 {
            gate.leave();
            Err(Errno::ENOTRECOVERABLE)
        } else if now & WRITER != 0 {
            // The gate was let go without it: its owner has died.
            rw.state().fetch_or(INCONSISTENT, Ordering::Relaxed); // Relaxed: the owner's own
            gate.hold();
            Err(Errno::EOWNERDEAD)
        } else {
            match access {
                Access::Read => read_at_gate(caller, rw, gate),
                Access::Write => write_at_gate(caller, rw, gate, wait),
            }
        }
    }
}

/// # Safety
/// As [`lock`]; the caller does not hold it.
unsafe fn read_beside_gate<C: Caller, const N: usize>(caller: C, rw: &Parts<C::Word, N>) -> bool {
    // Relaxed: a look.
    if rw.state().load(Ordering::Relaxed) & BARRED != 0 {
        return false;
    }
    let Some(slot) = slots::claim(caller, rw) else { return false };
    // SeqCst: after the claim (`slots::claim`). Acquire: pairs with the release of the writer before.
    if rw.state().load(Ordering::SeqCst) & BARRED == 0 {
        return true;
    }
    // SAFETY: just claimed.
    unsafe { slots::give_back(caller, rw, slot) };
    false
}

/// # Safety
/// As [`lock`]; the gate is the caller's, and nobody writes.
unsafe fn read_at_gate<C: Caller, const N: usize>(
    caller: C,
    rw: &Parts<C::Word, N>,
    gate: Gate<C>,
) -> Result<(), Errno> {
    let claimed = slots::claim(caller, rw).or_else(|| {
        // SAFETY: the gate is the caller's.
        let has_reaped = rw.slots().any(|slot| !unsafe { slots::is_read(caller, slot) });
        if has_reaped { slots::claim(caller, rw) } else { None }
    });
    reopen(rw);
    gate.leave();
    claimed.map(drop).ok_or(Errno::EAGAIN)
}

/// # Safety
/// As [`read_at_gate`].
unsafe fn write_at_gate<C: Caller, const N: usize>(
    caller: C,
    rw: &Parts<C::Word, N>,
    gate: Gate<C>,
    wait: Wait<'_>,
) -> Result<(), Errno> {
    gate.hold();
    // SeqCst: before the look at the slots (`slots::claim`).
    rw.state().fetch_or(CLOSED, Ordering::SeqCst);
    // SAFETY: the gate is the caller's, and closed.
    let drained = rw.slots().try_for_each(|slot| unsafe {
        match wait {
            Wait::Until(deadline) => slots::wait_for(caller, slot, deadline),
            Wait::No if slots::is_read(caller, slot) => Err(Errno::EBUSY),
            Wait::No => Ok(()),
        }
    });
    if drained.is_ok() {
        // Relaxed: seen by whoever takes the gate next, and that orders it.
        rw.state().fetch_or(WRITER, Ordering::Relaxed);
    } else {
        reopen(rw);
        // SAFETY: kept above.
        unsafe { gate::release(caller, rw.gate) };
    }
    drained
}

/// Lets readers in beside the gate again, unless somebody waits for it. The gate is the caller's, and nobody
/// writes.
fn reopen<W: Word, const N: usize>(rw: &Parts<W, N>) {
    // Relaxed: nothing was written.
    let is_closed = rw.state().load(Ordering::Relaxed) & CLOSED != 0;
    if is_closed && !gate::is_awaited(rw.gate()) {
        rw.state().fetch_and(!CLOSED, Ordering::Relaxed);
    }
}

/// Gives the caller's lock back. One that was not repaired is lost.
///
/// Never blocks; not async-signal-safe. Ends the boost that came through the lock.
///
/// # Errors
/// `EPERM`: the caller holds none.
///
/// # Safety
/// As [`lock`]; the object may be gone after the release.
pub unsafe fn unlock<C: Caller, const N: usize>(caller: C, rw: &Parts<C::Word, N>) -> Result<(), Errno> {
    if gate::is_owner(caller, rw.gate()) {
        // Relaxed: the owner's own bit.
        if rw.state().load(Ordering::Relaxed) & INCONSISTENT != 0 {
            rw.state().fetch_or(LOST, Ordering::Relaxed); // Relaxed: before the release
        }
        let awaited = if gate::is_awaited(rw.gate()) { 0 } else { CLOSED };
        // Release: pairs with the look of readers that need no gate. From here on it is not written.
        rw.state().fetch_and(!(WRITER | INCONSISTENT | awaited), Ordering::Release);
        // SAFETY: a writer has kept it.
        unsafe { gate::release(caller, rw.gate) };
        return Ok(());
    }
    // SAFETY: the gate is not the caller's; the slot is.
    unsafe {
        let slot = slots::of(caller, rw).ok_or(Errno::EPERM)?;
        slots::give_back(caller, rw, slot);
    }
    Ok(())
}

/// Marks it as repaired. Never blocks; not async-signal-safe.
///
/// # Errors
/// `EINVAL`: the caller did not take it from a dead writer.
pub fn make_consistent<C: Caller, const N: usize>(caller: C, rw: &Parts<C::Word, N>) -> Result<(), Errno> {
    // Relaxed: the owner's own bit.
    let is_inconsistent = rw.state().load(Ordering::Relaxed) & INCONSISTENT != 0;
    if !is_inconsistent || !gate::is_owner(caller, rw.gate()) {
        return Err(Errno::EINVAL);
    }
    rw.state().fetch_and(!INCONSISTENT, Ordering::Relaxed);
    Ok(())
}

/// Calls `invalidate`, after which nobody may come in, while nobody is inside; waits for who is on its way out.
/// One that a dead writer left may go. Not async-signal-safe.
///
/// # Errors
/// `EBUSY`, and nothing done: a living thread holds it. As [`lock`] otherwise.
///
/// # Safety
/// As [`lock`].
pub unsafe fn destroy<C: Caller, const N: usize>(
    caller: C,
    rw: &Parts<C::Word, N>,
    invalidate: impl FnOnce(),
) -> Result<(), Errno> {
    if gate::is_owner(caller, rw.gate()) {
        return Err(Errno::EBUSY);
    }
    // SAFETY: forwarded from the caller; the gate is not the caller's.
    let gate = unsafe {
        if slots::of(caller, rw).is_some() {
            return Err(Errno::EBUSY);
        }
        match gate::enter(caller, rw.gate, Wait::No) {
            // Whoever has it may be on its way out of its unlock, unless it writes or waits for readers.
            Err(Errno::EBUSY) if !is_held(rw) => gate::enter(caller, rw.gate, Wait::Until(None)),
            result => result,
        }?
    };
    // SAFETY: the gate is the caller's.
    if rw.slots().any(|slot| unsafe { slots::is_read(caller, slot) }) {
        gate.leave();
        return Err(Errno::EBUSY);
    }
    invalidate();
    gate.leave();
    Ok(())
}

/// Whether it seems to be held.
fn is_held<W: Word, const N: usize>(rw: &Parts<W, N>) -> bool {
    // Relaxed: an answer for a moment.
    rw.state().load(Ordering::Relaxed) & WRITER != 0
        || rw.slots().any(|slot| slot.load(Ordering::Relaxed) != 0)
}
