//! Read-write locks on one word: many readers or one writer, served by priority.
//!
//! | Name       | WRITER | WAITERS | readers | Meaning                                             |
//! |------------|--------|---------|---------|-----------------------------------------------------|
//! | Free       | 0      | 0       | 0       | nobody holds it, nobody queued                      |
//! | Read       | 0      | 0       | n       | n read locks                                        |
//! | Written    | 1      | 0       | 0       | one writer                                          |
//! | ReadQueued | 0      | 1       | n       | as Read; the last to leave must look at the queue   |
//! | WriteQueued| 1      | 1       | 0       | as Written; its release must look at the queue      |
//! | FreeQueued | 0      | 1       | 0       | released; who will serve, or was woken, is on its way |
//!
//! * *Anybody may write*, without the bucket: Free -> Written, Free/Read -> Read with one more; a holder
//!   also Read -> one less, Written -> Free. A reader may leave ReadQueued as well.
//! * *Everything else* is written under the lock of the word's bucket: WAITERS is set there before the
//!   decision to queue, and from then on no locker passes by; only readers leave.
//! * *Hint*: WAITERS may be set with nobody queued (one needless look). It is never clear while somebody is.
//! * *Progress*: while somebody is queued, the lock is held, or a releaser or a popped writer is on its
//!   way, and each of them ends in `serve_key`, or holds the lock.
//! * *Last touch*: a release is one write; after it the word is read only under the bucket lock, and only
//!   while a waiter is queued, who proves that it lives (I4).
//!
//! # Who goes first
//!
//! * A real-time reader passes a queued writer of lower priority, and none of equal or higher; a queued
//!   writer stands before readers of its priority.
//! * An ordinary reader passes no real-time writer. It passes an ordinary one at most [`PASSED_LIMIT`]
//!   times ([`Preference::Readers`]) or never ([`Preference::Writers`]).
//! * Who holds a read lock already always passes (`Reads`): recursion never deadlocks.
//! * A release serves in queue order: a writer, or all readers before the next writer. Readers,
//!   real-time writers and, under [`Preference::Writers`], all writers are handed the lock; another writer
//!   is woken and competes, and is handed it once it has been overtaken too often.

pub mod inherit;
mod lock;
mod reads;
pub mod robust;
mod serve;

pub use lock::{RwError, lock_slow, try_lock_slow};
pub(crate) use reads::Reads;
pub use reads::{forget, forget_named, may_hold, names, note};
pub(crate) use serve::serve_key;
pub use serve::{serve_or_defer, write_unlock_slow};

use crate::kernel::Kernel;
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};

/// A writer holds the lock.
pub const WRITER: u32 = 1 << 31;
/// Somebody may be queued.
pub const WAITERS: u32 = 1 << 30;
/// Read locks that can be held at once; one more is refused.
pub const MAX_READERS: u32 = WAITERS - 1;
/// How often a queued ordinary writer is passed by ordinary readers, or overtaken by other ordinary
/// threads, before all later ones wait behind it.
pub const PASSED_LIMIT: u32 = if cfg!(loom) { 2 } else { 64 };

/// What is asked of the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Together with other readers.
    Read,
    /// Alone.
    Write,
}

/// Whom ordinary threads let go first; real-time threads go by priority in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Readers pass queued writers, [`PASSED_LIMIT`] times at most.
    Readers,
    /// Readers wait behind queued writers, and writers queue before readers.
    Writers,
}

/// `Waiter::bits`: wants to write.
const WRITES: u32 = 1;
/// `Waiter::bits`: of a lock that prefers writers.
const WRITERS_FIRST: u32 = 2;

fn bits_of(access: Access, preference: Preference) -> u32 {
    let writes = if access == Access::Write { WRITES } else { 0 };
    let first = if preference == Preference::Writers { WRITERS_FIRST } else { 0 };
    writes | first
}

/// Where a waiter with these bits stands in the queue.
pub(crate) fn rank(prio: Prio, bits: u32) -> Prio {
    let is_first = bits & WRITES != 0 && (prio.is_real_time() || bits & WRITERS_FIRST != 0);
    if is_first { prio.first_among_equals() } else { prio }
}

/// The read locks in a word.
#[inline(always)]
#[must_use]
pub const fn readers(word: u32) -> u32 {
    word & MAX_READERS
}

/// Whether readers hold it, and nobody is queued.
#[inline(always)]
#[must_use]
pub const fn is_only_read(word: u32) -> bool {
    word.wrapping_sub(1) < MAX_READERS
}

/// Whether nobody holds it.
#[inline(always)]
#[must_use]
pub const fn is_free(word: u32) -> bool {
    word & !WAITERS == 0
}

/// A read lock, if nobody writes or is queued: one atomic operation, and the caller's own record.
///
/// # Safety
/// `word` is a live rwlock word.
#[inline(always)]
pub unsafe fn read_fast<K: Kernel>(word: *const AtomicU32) -> bool {
    // SAFETY: alive by the caller's contract.
    let state = unsafe { &*word };
    // Relaxed: a look; the exchange orders.
    let mut now = state.load(Ordering::Relaxed);
    while now < MAX_READERS {
        // Acquire: pairs with the Release of the writer before.
        match state.compare_exchange_weak(now, now + 1, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => {
                note::<K>(word as usize);
                return true;
            }
            Err(other) => now = other,
        }
    }
    false
}

/// The write lock, if it is free and nobody is queued.
///
/// # Safety
/// `word` is a live rwlock word.
#[inline(always)]
pub unsafe fn write_fast(word: *const AtomicU32) -> bool {
    // Acquire: pairs with the Release of the holders before.
    // SAFETY: alive by the caller's contract.
    unsafe { (*word).compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_ok() }
}

/// Gives a read lock back; nothing is touched after it. Returns the word before: if [`was_last`], the caller must
/// serve who is queued ([`serve_or_defer`]). The record is the caller's to write ([`forget`]); after this, which
/// would wait for that.
///
/// One addition in any state: no writer can come in while the caller reads, and only its own hold leaves.
/// An exchange would look first, and be refused whenever another reader came or left in between.
///
/// # Safety
/// `word` is a live rwlock word, of which the caller holds a read lock.
#[inline(always)]
pub unsafe fn leave(word: *const AtomicU32) -> u32 {
    // Release: pairs with the Acquire of the next writer.
    // SAFETY: alive by the caller's contract, until it has left.
    unsafe { (*word).fetch_sub(1, Ordering::Release) }
}

/// Whether who [left](leave) this word was the last reader, with somebody queued.
#[inline(always)]
#[must_use]
pub const fn was_last(before: u32) -> bool {
    before == WAITERS | 1
}

/// Gives the write lock back, if nobody is queued; nothing is touched after it.
///
/// # Safety
/// `word` is a live rwlock word whose writer is the caller.
#[inline(always)]
pub unsafe fn write_unlock_fast(word: *const AtomicU32) -> bool {
    // Release: pairs with the Acquire of the next lock.
    // SAFETY: alive by the caller's contract.
    unsafe { (*word).compare_exchange(WRITER, 0, Ordering::Release, Ordering::Relaxed).is_ok() }
}
