//! Robust rwlocks, private and shared: a holder's death is survived, whenever it strikes.
//!
//! Three things, in the 56 bytes: the *gate* ([`gate`]), a robust inheriting word; a *slot* for each reader
//! ([`slots`]), an inheriting word too; and the *state*.
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

mod gate;
mod slots;

use core::ffi::c_int;

use fusyn_core::rwlock::Access;
use fusyn_core::sync::Ordering;
use fusyn_sys::Deadline;

use crate::abi::{RW_ROBUST_CLOSED, RW_ROBUST_INCONSISTENT, RW_ROBUST_LOST, RW_ROBUST_WRITER, RobustRwLock};
use crate::robust_list::{self, Own};
use gate::{Gate, Wait};

/// What keeps a reader from coming in beside the gate.
const BARRED: u32 = RW_ROBUST_CLOSED | RW_ROBUST_WRITER | RW_ROBUST_LOST;

/// Locks an rwlock, waiting if need be.
///
/// # Errors
/// `EOWNERDEAD`: the caller writes, and has to repair; `ENOTRECOVERABLE`, `ETIMEDOUT`, `EDEADLK`; `EAGAIN`: no slot,
/// no level of recursion, or no place in the robust list is left; `ENOTSUP`: the thread has no robust list.
///
/// # Safety
/// `rw` must point to a robust rwlock.
pub(super) unsafe fn lock(rw: *mut RobustRwLock, access: Access, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe { take(rw, access, Wait::Until(deadline)) }
}

/// Locks if that needs no wait: else `EBUSY`, and as [`lock`].
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn try_lock(rw: *mut RobustRwLock, access: Access) -> c_int {
    // SAFETY: forwarded from the caller.
    match unsafe { take(rw, access, Wait::No) } {
        libc::EDEADLK => libc::EBUSY,
        result => result,
    }
}

unsafe fn take(rw: *mut RobustRwLock, access: Access, wait: Wait<'_>) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    unsafe {
        if gate::is_owner(rw, own.tid()) {
            return libc::EDEADLK;
        }
        match (slots::of(rw, own.tid()), access) {
            (Some(_), Access::Write) => return libc::EDEADLK,
            (Some(slot), Access::Read) => {
                return if slots::nest(rw, slot) { 0 } else { libc::EAGAIN };
            }
            (None, Access::Read) if read_beside_gate(rw, own) => return 0,
            _ => {}
        }
        // Relaxed: once set it stays.
        if (*rw).state.load(Ordering::Relaxed) & RW_ROBUST_LOST != 0 {
            return libc::ENOTRECOVERABLE;
        }
        let gate = match gate::enter(rw, own, wait) {
            Ok(gate) => gate,
            Err(error) => return error,
        };
        // Acquire: pairs with the release of the writer before.
        let now = (*rw).state.load(Ordering::Acquire);
        if now & RW_ROBUST_LOST != 0 {
            gate.leave();
            libc::ENOTRECOVERABLE
        } else if now & RW_ROBUST_WRITER != 0 {
            // The gate was let go without it: its owner has died.
            (*rw).state.fetch_or(RW_ROBUST_INCONSISTENT, Ordering::Relaxed); // Relaxed: the owner's own
            gate.hold();
            libc::EOWNERDEAD
        } else {
            match access {
                Access::Read => read_at_gate(rw, own, gate),
                Access::Write => write_at_gate(rw, own, gate, wait),
            }
        }
    }
}

/// # Safety
/// As [`lock`]; the caller does not hold it.
unsafe fn read_beside_gate(rw: *mut RobustRwLock, own: Own) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe {
        // Relaxed: a look.
        if (*rw).state.load(Ordering::Relaxed) & BARRED != 0 {
            return false;
        }
        let Some(slot) = slots::claim(rw, own.tid()) else { return false };
        // SeqCst: after the claim (`slots::claim`). Acquire: pairs with the release of the writer before.
        if (*rw).state.load(Ordering::SeqCst) & BARRED == 0 {
            return true;
        }
        slots::give_back(rw, slot, own.tid());
    }
    false
}

/// # Safety
/// As [`lock`]; the gate is the caller's, and nobody writes.
unsafe fn read_at_gate(rw: *mut RobustRwLock, own: Own, gate: Gate) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let claimed = slots::claim(rw, own.tid()).or_else(|| {
            let has_reaped = slots::all(rw).iter().any(|slot| !slots::is_read(slot, own.tid()));
            if has_reaped { slots::claim(rw, own.tid()) } else { None }
        });
        reopen(rw);
        gate.leave();
        if claimed.is_some() { 0 } else { libc::EAGAIN }
    }
}

/// # Safety
/// As [`read_at_gate`].
unsafe fn write_at_gate(rw: *mut RobustRwLock, own: Own, gate: Gate, wait: Wait<'_>) -> c_int {
    gate.hold();
    // SAFETY: forwarded from the caller.
    unsafe {
        // SeqCst: before the look at the slots (`slots::claim`).
        (*rw).state.fetch_or(RW_ROBUST_CLOSED, Ordering::SeqCst);
        let drained = slots::all(rw).iter().try_for_each(|slot| match wait {
            Wait::Until(deadline) => slots::wait_for(slot, own.tid(), deadline),
            Wait::No if slots::is_read(slot, own.tid()) => Err(libc::EBUSY),
            Wait::No => Ok(()),
        });
        match drained {
            Ok(()) => {
                // Relaxed: seen by whoever takes the gate next, and that orders it.
                (*rw).state.fetch_or(RW_ROBUST_WRITER, Ordering::Relaxed);
                0
            }
            Err(error) => {
                reopen(rw);
                gate::release(rw, own);
                error
            }
        }
    }
}

/// Lets readers in beside the gate again, unless somebody waits for it.
///
/// # Safety
/// As [`lock`]; the gate is the caller's, and nobody writes.
unsafe fn reopen(rw: *mut RobustRwLock) {
    // SAFETY: forwarded from the caller. Relaxed: nothing was written.
    unsafe {
        let is_closed = (*rw).state.load(Ordering::Relaxed) & RW_ROBUST_CLOSED != 0;
        if is_closed && !gate::is_awaited(rw) {
            (*rw).state.fetch_and(!RW_ROBUST_CLOSED, Ordering::Relaxed);
        }
    }
}

/// Gives the caller's lock back: `EPERM` if it holds none. One that was not repaired is lost.
///
/// # Safety
/// As [`lock`]; the object may be gone after the release.
pub(super) unsafe fn unlock(rw: *mut RobustRwLock) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    unsafe {
        if gate::is_owner(rw, own.tid()) {
            // Relaxed: the owner's own bit.
            let is_lost = (*rw).state.load(Ordering::Relaxed) & RW_ROBUST_INCONSISTENT != 0;
            if is_lost {
                (*rw).state.fetch_or(RW_ROBUST_LOST, Ordering::Relaxed); // Relaxed: before the release
            }
            let awaited = if gate::is_awaited(rw) { 0 } else { RW_ROBUST_CLOSED };
            // Release: pairs with the look of readers that need no gate. From here on it is not written.
            let cleared = RW_ROBUST_WRITER | RW_ROBUST_INCONSISTENT | awaited;
            (*rw).state.fetch_and(!cleared, Ordering::Release);
            gate::release(rw, own);
            return 0;
        }
        match slots::of(rw, own.tid()) {
            Some(slot) => {
                slots::give_back(rw, slot, own.tid());
                0
            }
            None => libc::EPERM,
        }
    }
}

/// Marks it as repaired: `EINVAL` if the caller did not take it from a dead writer.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn make_consistent(rw: *mut RobustRwLock) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller. Relaxed: the owner's own bit.
    unsafe {
        let is_inconsistent = (*rw).state.load(Ordering::Relaxed) & RW_ROBUST_INCONSISTENT != 0;
        if !is_inconsistent || !gate::is_owner(rw, own.tid()) {
            return libc::EINVAL;
        }
        (*rw).state.fetch_and(!RW_ROBUST_INCONSISTENT, Ordering::Relaxed);
    }
    0
}

/// Makes it invalid: `EBUSY`, and nothing done, if a living thread holds it. One that a dead writer left may go.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn destroy(rw: *mut RobustRwLock) -> c_int {
    let Some(own) = robust_list::own() else { return libc::ENOTSUP };
    // SAFETY: forwarded from the caller.
    unsafe {
        if gate::is_owner(rw, own.tid()) {
            return libc::EBUSY;
        }
        let gate = match gate::enter(rw, own, Wait::No) {
            // Whoever has it may be on its way out of its unlock, unless it writes or waits for readers.
            Err(libc::EBUSY) if !is_held(rw) => gate::enter(rw, own, Wait::Until(None)),
            result => result,
        };
        let gate = match gate {
            Ok(gate) => gate,
            Err(error) => return error,
        };
        if slots::all(rw).iter().any(|slot| slots::is_read(slot, own.tid())) {
            gate.leave();
            return libc::EBUSY;
        }
        (*rw).magic.store(0, Ordering::Relaxed); // Relaxed: nobody uses it any more
        gate.leave();
    }
    0
}

/// Whether it seems to be held.
///
/// # Safety
/// As [`lock`].
unsafe fn is_held(rw: *mut RobustRwLock) -> bool {
    // SAFETY: forwarded from the caller. Relaxed: an answer for a moment.
    unsafe {
        (*rw).state.load(Ordering::Relaxed) & RW_ROBUST_WRITER != 0
            || slots::all(rw).iter().any(|slot| slot.load(Ordering::Relaxed) != 0)
    }
}
