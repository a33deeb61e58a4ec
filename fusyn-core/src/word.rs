//! The lock word: one 32-bit layout, the kernel's, for every kind of fulock.
//!
//! | Name        | WAITERS | OWNER_DIED | TID | Meaning                                                  |
//! |-------------|---------|------------|-----|----------------------------------------------------------|
//! | Unlocked    | 0       | 0          | 0   | free, nobody queued                                      |
//! | Locked      | 0       | 0          | t   | owned; release is one compare-exchange                   |
//! | Contended   | 1       | x          | t   | owned; release must look at the queue                    |
//! | FreeQueued  | 1       | 0          | 0   | released, waiters remain, one popped is on its way       |
//! | OwnerDied   | x       | 1          | 0   | robust only: owner exited; the next locker is told       |
//! | Inherited   | x       | 1          | t   | taken from a dead owner; a non-robust owner clears the bit |
//!
//! * *A locker may write*: Unlocked -> Locked, FreeQueued -> Contended (keeps WAITERS, R1), Locked ->
//!   Contended (under the bucket lock only, before it queues).
//! * *An unlocker may write*: Locked -> Unlocked; Contended -> Unlocked, FreeQueued or Contended by
//!   another TID (hand-over), under the bucket lock and only while no ghost stands in the queue (K5).
//! * *The kernel may write*, only while a ghost stands in the queue: any hand-over, WAITERS, OWNER_DIED.
//! * *Hint*: WAITERS may be set with nobody waiting (one needless slow unlock). It is never clear while
//!   a lazy waiter sleeps, unless a popped waiter or a ghost is on its way (DESIGN, lazy inheritance).

pub use fusyn_sys::futex_pi::{OWNER_DIED, TID_MASK, WAITERS};

/// The owner's TID; 0 when free.
#[inline(always)]
#[must_use]
pub const fn owner(word: u32) -> u32 {
    word & TID_MASK
}

/// Whether nobody owns the lock.
#[inline(always)]
#[must_use]
pub const fn is_free(word: u32) -> bool {
    owner(word) == 0
}

/// Whether a release must look at the queue.
#[inline(always)]
#[must_use]
pub const fn is_contended(word: u32) -> bool {
    word & WAITERS != 0
}

/// `word` as `tid` takes it: WAITERS stays (R1).
#[inline(always)]
#[must_use]
pub const fn taken_by(word: u32, tid: u32) -> u32 {
    tid | (word & WAITERS)
}

/// The word of a lock owned by `tid`, or free if 0, with WAITERS if somebody remains queued.
#[inline(always)]
#[must_use]
pub const fn owned_by(tid: u32, waiters_remain: bool) -> u32 {
    if waiters_remain { tid | WAITERS } else { tid }
}
