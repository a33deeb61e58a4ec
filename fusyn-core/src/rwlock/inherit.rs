//! Read-write locks whose writer inherits priority: an inheriting lock, the *gate*, beside the word.
//!
//! | Name     | word                    | gate          | `drain`     | Meaning                                |
//! |----------|-------------------------|---------------|-------------|----------------------------------------|
//! | Open     | n readers               | free          | 0           | fast paths work                        |
//! | Entering | n readers, may be W     | reader or writer | 0        | somebody was refused, and is let in    |
//! | Draining | n readers, W            | writer        | its level+1 | it waits for n readers to leave        |
//! | Written  | WRITER                  | writer        | 0           | one writer                             |
//! | Closed   | W                       | free or on its way | 0      | released with somebody at the gate     |
//! | Abandoned | WRITER                 | the dead writer's, free, or on its way | 0 | nobody's for ever    |
//!
//! W is WAITERS: no fast path works, whoever comes looks at the gate.
//!
//! * WRITER is written by the gate's owner alone: a writer owns the gate for as long as it writes. So
//!   whoever waits for it waits for the gate, a fulock, and boosts it (lazily: only who is real-time, or
//!   holds another inheriting lock, waits in the kernel).
//! * A refused reader takes the gate too, counts itself in, and lets the gate go: readers that waited go in
//!   one after the other, by priority among the writers.
//! * A draining writer sleeps on the word, and is woken by the last reader. Readers are counted, not
//!   known, so nobody boosts them. A reader passes it that holds a read lock already, or whose priority is
//!   higher than that of the writer and of all who wait at the gate; ordinary ones among themselves
//!   [`PASSED_LIMIT`] times under [`Preference::Readers`], as everywhere.
//! * A writer that dies leaves WRITER, and the gate to whom the kernel gives it, or to nobody. Who has the gate
//!   and finds WRITER passes it on, so that everybody comes to know, and waits in vain, as POSIX has it.
//!   A thread that dies alone does so in no other state: no call here is a cancellation point, or may be left by
//!   asynchronous cancellation.
//! * *Hint*: W may be set with nobody at the gate (the next to come clears it). It may be clear while
//!   somebody waits there only if a gate's owner is on its way: then a reader comes in before him.
//! * *Progress*: who sleeps on the word owns the gate, and is woken by the reader that makes the count 0;
//!   who waits for the gate is served by its release.
//! * *Last touch*: a writer's release opens the word first and lets the gate go after it. A destroyer must
//!   pass through the gate ([`pass_through`]).

use fusyn_sys::{Deadline, Errno};

use super::{
    Access, MAX_READERS, PASSED_LIMIT, Preference, RwError, WAITERS, WRITER, leave, may_hold, note, readers,
    was_last,
};
use crate::fulock::{self, LockError, Policy};
use crate::kernel::Kernel;
use crate::local;
use crate::sync::{AtomicU32, Ordering};
use crate::table::section::Section;
use crate::waiter::Kind;
use crate::word;

/// The gate's: a cycle of inheriting locks is reported, not waited out.
const GATE: Policy = Policy::INHERIT.with(Policy::ERROR_CHECK);
/// `drain`: one ordinary reader has passed the writer; its level plus 1 stands below.
const PASSED_ONE: u32 = 1 << 16;

/// The words of an inheriting read-write lock, all zero when new, and used with one preference alone.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Readers, WRITER, WAITERS.
    pub word: *const AtomicU32,
    /// A fulock's word: the writer's, or of whoever is being let in.
    pub gate: *const AtomicU32,
    /// 0, or the draining writer's level plus 1, and how many ordinary readers passed it.
    pub drain: *const AtomicU32,
    /// Whom ordinary threads let go first.
    pub preference: Preference,
}

/// Takes the lock, waiting if need be. A reader is recorded ([`note`]).
///
/// # Blocking
/// Until served or the deadline; signals do not end it.
/// # Errors
/// [`RwError`], but never [`RwError::Busy`]; the lock is as it was. A deadline that has passed still takes a
/// lock that may be taken.
/// # Priority
/// Who waits for a writer boosts it. A writer that waits for readers boosts nobody.
///
/// # Safety
/// The parts are alive; the caller does not write.
#[cold]
#[inline(never)]
pub unsafe fn lock<K: Kernel>(
    lock: Parts,
    access: Access,
    deadline: Option<&Deadline>,
) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract; the gate is the caller's in between.
    unsafe {
        if access == Access::Read && pass::<K>(lock) {
            return Ok(());
        }
        enter_gate::<K>(lock, deadline)?;
        if is_abandoned(lock) {
            unlock_gate::<K>(lock);
            return Err(error_of(fulock::wait_as_owner_never::<K>(deadline)));
        }
        match access {
            Access::Read => let_in::<K>(lock),
            Access::Write => drain::<K>(lock, deadline),
        }
    }
}

/// One attempt that never waits.
///
/// # Errors
/// [`RwError::Busy`], [`RwError::TooManyReaders`].
///
/// # Safety
/// As [`lock`], but the caller may write.
#[cold]
#[inline(never)]
pub unsafe fn try_lock<K: Kernel>(lock: Parts, access: Access) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract.
    unsafe {
        // Relaxed: an answer for a moment.
        let now = (*lock.word).load(Ordering::Relaxed);
        if now & WRITER != 0 || (access == Access::Write && readers(now) > 0) {
            return Err(RwError::Busy);
        }
        if access == Access::Read && pass::<K>(lock) {
            return Ok(());
        }
        if !fulock::try_lock::<K>(lock.gate) && !seize::<K>(lock) {
            return Err(RwError::Busy);
        }
        fulock::count_held::<K>(1);
        if is_abandoned(lock) {
            unlock_gate::<K>(lock);
            return Err(RwError::Busy);
        }
        match access {
            Access::Read => let_in::<K>(lock),
            Access::Write if take_free(lock) => Ok(()),
            Access::Write => {
                leave_gate::<K>(lock);
                Err(RwError::Busy)
            }
        }
    }
}

/// Gives a read lock back; the record is the caller's to write ([`forget`](super::forget)).
///
/// # Safety
/// The parts are alive, and the caller holds a read lock. Nothing is touched after the release.
#[inline]
pub unsafe fn read_unlock<K: Kernel>(lock: Parts) {
    // SAFETY: alive by the caller's contract until it has left; then only the address counts (R5).
    if was_last(unsafe { leave(lock.word) }) {
        K::wake(lock.word);
    }
}

/// Gives the write lock back.
///
/// # Safety
/// The parts are alive, and the caller writes. Who destroys them calls [`pass_through`] first.
#[inline]
pub unsafe fn write_unlock<K: Kernel>(lock: Parts) {
    // SAFETY: alive by the caller's contract, and by that of who destroys it, until the gate is free.
    unsafe {
        // Release: pairs with the Acquire of readers that need no gate. Nobody else writes a written word.
        (*lock.word).store(closed_if_awaited(lock), Ordering::Release);
        unlock_gate::<K>(lock);
    }
}

/// Waits until nobody is about to let the gate go, before the lock is destroyed.
///
/// # Safety
/// The parts are alive, and nobody holds the lock or waits for it.
pub unsafe fn pass_through<K: Kernel>(lock: Parts) {
    // SAFETY: alive by the caller's contract.
    unsafe {
        if enter_gate::<K>(lock, None).is_ok() {
            unlock_gate::<K>(lock);
        }
    }
}

/// # Safety
/// As [`lock`].
unsafe fn enter_gate<K: Kernel>(lock: Parts, deadline: Option<&Deadline>) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract; always this policy.
    let taken = unsafe {
        if fulock::lock_fast(lock.gate, K::tid()) || seize::<K>(lock) {
            Ok(())
        } else {
            fulock::lock_slow::<K>(lock.gate, GATE, deadline)
        }
    };
    taken.map_err(error_of)?;
    fulock::count_held::<K>(1);
    Ok(())
}

fn error_of(error: LockError) -> RwError {
    match error {
        LockError::TimedOut => RwError::TimedOut,
        LockError::WouldDeadlock => RwError::WouldDeadlock,
        LockError::Corrupt => RwError::Corrupt,
    }
}

/// Whether a writer has died: it alone clears WRITER, before it lets the gate go.
///
/// # Safety
/// The gate is the caller's, and the caller does not write.
unsafe fn is_abandoned(lock: Parts) -> bool {
    // SAFETY: alive by the caller's contract. Relaxed: ordered by the gate, or by the kernel that passed it on.
    unsafe { (*lock.word).load(Ordering::Relaxed) & WRITER != 0 }
}

/// In a forked child: takes the gate from a thread that the fork left behind there before it wrote. What
/// such a thread writes stays locked, as a mutex does.
///
/// # Safety
/// As [`lock`].
unsafe fn seize<K: Kernel>(lock: Parts) -> bool {
    // SAFETY: alive by the caller's contract. Relaxed: nobody changes what a thread left behind; the fork
    // orders it.
    unsafe {
        let now = (*lock.gate).load(Ordering::Relaxed);
        let owner = word::owner(now);
        let is_mine = owner == 0 || owner == K::tid() || K::is_ancestor(owner);
        if is_mine || (*lock.word).load(Ordering::Relaxed) & WRITER != 0 || !K::is_left_behind(owner) {
            return false;
        }
        let taken = word::taken_by(now, K::tid());
        if (*lock.gate).compare_exchange(now, taken, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return false;
        }
        (*lock.drain).store(0, Ordering::Relaxed);
    }
    true
}

/// # Safety
/// The gate is the caller's; it may be gone once it is free.
#[inline]
unsafe fn unlock_gate<K: Kernel>(lock: Parts) {
    fulock::count_held::<K>(-1);
    // SAFETY: alive by the caller's contract until the release.
    unsafe {
        if !fulock::unlock_fast(lock.gate, K::tid()) {
            // The owner's own unlock is never refused.
            let _ = fulock::unlock_slow::<K>(lock.gate, GATE);
        }
    }
}

/// Lets the gate go without having closed the word: it is open again unless somebody waits.
///
/// # Safety
/// The gate is the caller's, and nobody writes or drains.
unsafe fn leave_gate<K: Kernel>(lock: Parts) {
    // SAFETY: alive: the caller holds a read lock, or has not been told of any outcome yet.
    unsafe {
        if closed_if_awaited(lock) == 0 {
            // Relaxed: a hint.
            (*lock.word).fetch_and(!WAITERS, Ordering::Relaxed);
        }
        unlock_gate::<K>(lock);
    }
}

/// WAITERS if somebody seems to wait at the gate. Who comes after this look finds the gate on its way.
///
/// # Safety
/// The parts are alive.
#[inline]
unsafe fn closed_if_awaited(lock: Parts) -> u32 {
    // SAFETY: alive by the caller's contract. Relaxed: a hint.
    let gate = unsafe { (*lock.gate).load(Ordering::Relaxed) };
    if word::is_contended(gate) { WAITERS } else { 0 }
}

/// Counts a reader in that owns the gate, and lets the gate go.
///
/// # Safety
/// The gate is the caller's, and nobody writes or drains.
unsafe fn let_in<K: Kernel>(lock: Parts) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract.
    unsafe {
        // Relaxed: a look; only readers change the word meanwhile, and not by that many.
        let is_full = readers((*lock.word).load(Ordering::Relaxed)) >= MAX_READERS;
        if !is_full {
            // Acquire: pairs with the Release of the writer before, as the gate does.
            (*lock.word).fetch_add(1, Ordering::Acquire);
            note::<K>(lock.word as usize);
        }
        leave_gate::<K>(lock);
        if is_full { Err(RwError::TooManyReaders) } else { Ok(()) }
    }
}

/// Writes WRITER if there is no reader.
///
/// # Safety
/// The gate is the caller's.
unsafe fn take_free(lock: Parts) -> bool {
    // SAFETY: alive by the caller's contract.
    let word = unsafe { &*lock.word };
    // Relaxed: a look; the exchange orders.
    let mut now = word.load(Ordering::Relaxed);
    while readers(now) == 0 {
        // Acquire: pairs with the Release of the readers before.
        match word.compare_exchange_weak(now, WRITER, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return true,
            Err(other) => now = other,
        }
    }
    false
}

/// Waits until the readers have left, and takes the lock; gives the gate up if the time passes.
///
/// # Safety
/// The gate is the caller's, and nobody writes.
unsafe fn drain<K: Kernel>(lock: Parts, deadline: Option<&Deadline>) -> Result<(), RwError> {
    // SAFETY: alive by the caller's contract.
    unsafe {
        if take_free(lock) {
            return Ok(());
        }
        let level = K::prio().level() + 1;
        // Relaxed: published by WAITERS; an old value misleads one reader about its turn, no more.
        (*lock.drain).store(level, Ordering::Relaxed);
        let mut has_passed = false;
        let result = loop {
            // Release: publishes `drain`. From here on no reader passes by unseen.
            let now = (*lock.word).fetch_or(WAITERS, Ordering::Release) | WAITERS;
            if take_free(lock) {
                break Ok(());
            }
            if has_passed {
                break Err(RwError::TimedOut);
            }
            if readers(now) > 0 {
                // The last reader changes the word first, and wakes then.
                has_passed = K::wait(lock.word, now, deadline) == Err(Errno::ETIMEDOUT);
            }
        };
        (*lock.drain).store(0, Ordering::Relaxed); // Relaxed: as above
        if result.is_err() {
            leave_gate::<K>(lock);
        }
        result
    }
}

/// Lets a reader in beside the gate: nobody closed it, or the caller may go before who did.
///
/// # Safety
/// The parts are alive.
unsafe fn pass<K: Kernel>(lock: Parts) -> bool {
    // SAFETY: alive by the caller's contract.
    unsafe {
        // Acquire: pairs with the Release that published `drain`.
        let mut now = (*lock.word).load(Ordering::Acquire);
        let mut is_allowed = false;
        while now & WRITER == 0 && readers(now) < MAX_READERS {
            is_allowed = is_allowed || now & WAITERS == 0 || may_pass::<K>(lock);
            if !is_allowed {
                return false;
            }
            // Acquire: pairs with the Release of the writer before.
            match (*lock.word).compare_exchange_weak(now, now + 1, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) => {
                    note::<K>(lock.word as usize);
                    return true;
                }
                Err(other) => now = other,
            }
        }
    }
    false
}

/// Whether a reader may pass the writer that waits for readers, and everybody at the gate.
///
/// # Safety
/// The parts are alive.
unsafe fn may_pass<K: Kernel>(lock: Parts) -> bool {
    if may_hold::<K>(lock.word as usize) {
        return true;
    }
    // SAFETY: alive by the caller's contract. Relaxed: published by WAITERS, which was seen.
    let drain = unsafe { (*lock.drain).load(Ordering::Relaxed) };
    let level = drain % PASSED_ONE;
    if level == 0 || local::must_defer::<K>() {
        return false; // nobody has to wait for readers: the gate is soon free
    }
    let mine = K::prio().level();
    let theirs = (level - 1).max(level_at_gate::<K>(lock));
    if mine == 0 && theirs == 0 && lock.preference == Preference::Readers {
        // SAFETY: as above. Relaxed: only counts; the next writer starts anew.
        return unsafe { (*lock.drain).fetch_add(PASSED_ONE, Ordering::Relaxed) } / PASSED_ONE < PASSED_LIMIT;
    }
    mine > theirs
}

/// The highest level of those who wait at the gate.
fn level_at_gate<K: Kernel>(lock: Parts) -> u32 {
    let key = lock.gate as usize;
    let section = Section::<K>::of_key(key);
    // SAFETY: under the bucket lock; a member is valid (I1).
    unsafe {
        let top = section.find(Kind::Mutex, key);
        if top.is_null() { 0 } else { (*top).node.prio.level() }
    }
}
