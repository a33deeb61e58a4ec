//! Where a round is slept through: a number outside of the barrier, which goes up when the round is over.
//!
//! The barrier may be unmapped or be something else as soon as one thread of the round has returned, so its
//! others must not look at it again. They sleep on a [`Round`], which is never unmapped and which the barrier
//! has on *lease* from its first arrival to its last:
//!
//! | `key` | `number` | meaning |
//! |---|---|---|
//! | 0 | n | free |
//! | b | n | leased: the threads that have come to `b` wait while it is n |
//! | b | n, `ASLEEP` | some of them sleep: the last one must make the call |
//! | 0 | n + 1 | that round is over; a thread that has yet to sleep, or was woken for nothing, sees it |
//!
//! * A lease is found, taken and given back under the lock of its key's bucket; of several keys that want one
//!   place, the exchange of `key` chooses.
//! * `number` returns to a value after 2^31 rounds only: a thread that stands still for so long between its
//!   arrival and its sleep would sleep on.
//! * The wake that ends a round may come when the next one sleeps at the same place: a spurious wake, as is
//!   any other, since everybody looks at the number again.
//! * Nothing here leads to a thread's stack, and a forked child finds all as it was: whoever returns there from
//!   a handler that forked goes on waiting, or sees that the round was over before.
//! * The kernel keeps the sleepers in order of priority, so that none is asked for here. One whose priority
//!   is changed while it sleeps is woken to queue again ([`Rounds::queue_again`]).

use crate::kernel::Kernel;
use crate::sync::{AtomicU32, AtomicUsize, Ordering};
use crate::watch::watch;

/// Places for rounds, of all barriers that are waited at.
const PLACES: usize = if cfg!(loom) { 1 } else { 128 };
/// Places in which a barrier may have its round; if all are taken, its threads queue instead.
const PROBES: usize = if cfg!(loom) { 1 } else { 4 };

/// A place for one round, on a cache line of its own.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Round {
    /// The barrier that has it, or 0.
    key: AtomicUsize,
    /// The number of the round, in steps of [`STEP`], and [`ASLEEP`]; what is slept on.
    number: AtomicU32,
}

/// Somebody sleeps, or is about to.
const ASLEEP: u32 = 1;
const STEP: u32 = 2;

/// Every place: part of the process's table, but not wiped in a forked child.
#[derive(Debug)]
pub(crate) struct Rounds([Round; PLACES]);

impl Rounds {
    #[cfg(not(loom))]
    pub(crate) const fn new() -> Rounds {
        Rounds([const { Round::new() }; PLACES])
    }

    #[cfg(loom)]
    pub(crate) fn new() -> Rounds {
        Rounds(core::array::from_fn(|_| Round::new()))
    }

    /// The places that a barrier may have.
    fn of_key(&self, key: usize) -> impl Iterator<Item = &Round> {
        // Barriers lie 32 bytes apart at least; the bits above tell neighbours apart.
        let first = (key >> 5) ^ (key >> 12);
        (first..first + PROBES).map(|place| &self.0[place % PLACES])
    }

    /// The place that a barrier has.
    ///
    /// The caller holds the lock of the key's bucket.
    pub(super) fn find(&self, key: usize) -> Option<&Round> {
        // Relaxed: only threads under this lock write our key, or take it away.
        self.of_key(key).find(|round| round.key.load(Ordering::Relaxed) == key)
    }

    /// The place that a barrier has, or a free one that it takes.
    ///
    /// The caller holds the lock of the key's bucket.
    pub(crate) fn lease(&self, key: usize) -> Option<&Round> {
        self.find(key).or_else(|| {
            // Relaxed: a look. Acquire: pairs with the Release in `end`; the number that the last one left.
            self.of_key(key).find(|round| {
                round.key.load(Ordering::Relaxed) == 0
                    && round.key.compare_exchange(0, key, Ordering::Acquire, Ordering::Relaxed).is_ok()
            })
        })
    }

    /// Wakes a thread that sleeps in a round, so that it queues again with the priority that it has now.
    ///
    /// Others whose ids share its bit queue again too. Called after the priority was changed and every bucket
    /// was locked once: a thread whose lease came before that is found here, and one that took it later sleeps
    /// later, with the new priority.
    pub(crate) fn queue_again<K: Kernel>(&self, tid: u32) {
        for round in &self.0 {
            // Relaxed: ordered by the bucket's lock, as said above.
            if round.key.load(Ordering::Relaxed) != 0 {
                K::wake_all(&raw const round.number, bit_of(tid));
            }
        }
    }

    /// Whether no barrier has a place.
    #[cfg(loom)]
    pub(crate) fn are_free(&self) -> bool {
        // Relaxed: nobody else is there.
        self.0.iter().all(|round| round.key.load(Ordering::Relaxed) == 0)
    }
}

impl Round {
    #[cfg(not(loom))]
    const fn new() -> Round {
        Round { key: AtomicUsize::new(0), number: AtomicU32::new(0) }
    }

    #[cfg(loom)]
    fn new() -> Round {
        Round { key: AtomicUsize::new(0), number: AtomicU32::new(0) }
    }

    /// The number of the round that goes on; the caller holds the lock of the bucket, and the barrier a lease.
    pub(super) fn number(&self) -> u32 {
        // Relaxed: only `end` changes it, under the lock; somebody may set ASLEEP.
        self.number.load(Ordering::Relaxed) & !ASLEEP
    }

    /// Ends the round and the lease; whether somebody must be woken. The caller holds the lock of the bucket,
    /// and wakes when it has left it.
    pub(crate) fn end(&self) -> bool {
        // Release: pairs with the Acquire in `is_over`; what the threads of the round did before they came.
        let was = self.number.swap(self.number().wrapping_add(STEP), Ordering::Release);
        // Release: the next to lease it reads the new number.
        self.key.store(0, Ordering::Release);
        was & ASLEEP != 0
    }

    /// Waits while the round with this number goes on.
    pub(super) fn wait<K: Kernel>(&self, number: u32) {
        watch::<K>(|| (!K::prio().is_real_time()).then(K::nanos), None, || self.is_over(number));
        // Relaxed: if it has another number, that is read below.
        let _ = self.number.compare_exchange(number, number | ASLEEP, Ordering::Relaxed, Ordering::Relaxed);
        while !self.is_over(number) {
            // SAFETY: alive for ever. Whatever ends it, the number decides.
            let _ = unsafe { K::wait_bits(&raw const self.number, number | ASLEEP, bit_of(K::tid())) };
        }
    }

    fn is_over(&self, number: u32) -> bool {
        // Acquire: pairs with the Release in `end`.
        self.number.load(Ordering::Acquire) & !ASLEEP != number
    }

    /// Wakes everybody; the place may have another lease by now.
    pub(super) fn wake<K: Kernel>(&self) {
        K::wake_all(&raw const self.number, u32::MAX);
    }
}

/// The bit by which one thread can be woken among others.
fn bit_of(tid: u32) -> u32 {
    1 << (tid % u32::BITS)
}
