//! A blocked thread's node: on its own stack, in a bucket's queue while it waits.
//!
//! # Invariants
//!
//! * **I1 (alive)**: a waiter that stands in a queue is valid memory: its thread leaves the wait only
//!   after it was popped, or unlinked itself, both under the lock of the bucket of its key.
//! * **I2 (bucket)**: everything but `park` is read and written only under that bucket's lock while the
//!   waiter is queued, and only by its own thread while it is not. `key` may be read by its own thread at
//!   any time, to find the bucket, and is read again under its lock.
//! * **I3 (last touch, R5)**: a waker's last access to a waiter is its store to `park`, under the bucket
//!   lock; after that it uses the address only, for a wake that may hit nothing.
//! * **I4 (witness)**: a queued mutex or rwlock waiter proves that its lock lives at its key, and a queued condvar
//!   waiter that its condvar and its mutex live: destroying an object that somebody waits for is undefined.
//! * **I5 (table)**: buckets are never unmapped.
//!
//! # States (`park`)
//!
//! | state | written by | meaning for the waiter |
//! |---|---|---|
//! | `PARKED` | itself | queued: at its condvar, in a batch, or (moved, R6) at its mutex |
//! | `POPPED` | waker | out of every queue: try for the lock (R4: once more even if its time is up) |
//! | `HANDED` | unlocker | out of every queue, and owner of the lock |
//! | `CONVERT` | unlocker, setter | out of every queue: go on as a kernel waiter (R8) |
//! | `GHOST` | signaller | stands in the mutex's queue as a ghost: call LOCK_PI, then R3 |

use core::ptr::{null, null_mut};

use crate::fulock::Policy;
use crate::plist::PNode;
use crate::prio::Prio;
use crate::sync::{AtomicU32, AtomicUsize};

pub(crate) const PARKED: u32 = 0;
pub(crate) const POPPED: u32 = 1;
pub(crate) const HANDED: u32 = 2;
pub(crate) const CONVERT: u32 = 3;
pub(crate) const GHOST: u32 = 4;
/// Flag beside `PARKED`: the waiter is about to sleep or asleep, so a waker must make the system call.
pub(crate) const ASLEEP: u32 = 1 << 8;

/// What a queue's members wait for. Queues of different kinds at one address are different queues (P5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    /// A bare fuqueue.
    Queue,
    /// A fulock.
    Mutex,
    /// A condition variable.
    Cond,
    /// What a broadcast detached from a condvar (R9); its id is a number, not an address.
    Batch,
    /// A semaphore.
    Semaphore,
    /// A barrier's round that is not complete.
    Barrier,
    /// A complete round, detached from its barrier and about to be woken; its id is a number.
    Round,
    /// A read-write lock.
    RwLock,
}

/// What the top waiter knows of its queue; moves along when the top changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// Next queue of the bucket.
    pub(crate) next: *mut Waiter,
    /// The place that points to this queue's top; null in a waiter that is not a top.
    pub(crate) slot: *mut *mut Waiter,
    pub(crate) kind: Kind,
    /// Address of the word, or the batch's number.
    pub(crate) id: usize,
    /// Every member's ticket is at least this; a condvar waiter with a smaller one is in a batch.
    pub(crate) birth: u64,
    /// Condvar: the members name different mutexes.
    pub(crate) mixed: bool,
    /// Batch: who carries it.
    pub(crate) carrier: u32,
}

/// How a waiter gets its lock, decided when it blocks (R7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Parks on its own word; gains nothing from waiting in the kernel.
    Lazy,
    /// Real-time, or holding an inheriting lock: waits in `LOCK_PI`, as a ghost in the queue.
    Kernel,
}

/// A blocked thread. Lives on its stack; shared by address only while queued.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Waiter {
    /// First, so that a node's address is its waiter's.
    pub(crate) node: PNode,
    pub(crate) header: Header,
    /// The word waited for; decides the bucket.
    pub(crate) key: AtomicUsize,
    /// State; the word slept on.
    pub(crate) park: AtomicU32,
    pub(crate) tid: u32,
    pub(crate) kind: Kind,
    pub(crate) class: Class,
    /// Queued as a ghost: seen, never popped.
    pub(crate) ghost: bool,
    /// Told to go on as a kernel waiter, whatever its priority (R8); its own thread's.
    pub(crate) converted: bool,
    /// The kernel found nobody whom it could boost: waits lazily, whatever its priority; its own thread's.
    pub(crate) boosts_nobody: bool,
    /// The thread's priority, and the table's `sched_gen` when it was asked for; its own thread's.
    pub(crate) asked: Option<(u32, Prio)>,
    /// Watches its word before it sleeps; its own thread's.
    pub(crate) may_watch: bool,
    /// When it asked what it knows of signal handlers, in ns; 0: it did not; its own thread's.
    pub(crate) looked_at: u64,
    /// How often the lock went to somebody who came later.
    pub(crate) overtaken: u32,
    /// Bits of the caller's choice for selective wakes (Queue); what is asked for (RwLock).
    pub(crate) bits: u32,
    /// The waker's result code (Queue).
    pub(crate) code: i32,
    /// Epoch in which it queued; another one means a forked child, where it is in no queue (P9).
    pub(crate) epoch: u32,
    /// Number of the batch it carries (R9), or 0.
    pub(crate) batch: usize,
    /// Its condvar's address, which names that batch's bucket.
    pub(crate) batch_key: usize,
    /// Mutex, RwLock: the lock's word. Cond: the word of the mutex it may be moved to, or null (R7).
    pub(crate) lock: *const AtomicU32,
    pub(crate) policy: Policy,
}

impl Waiter {
    /// A waiter in no queue.
    pub(crate) fn new(kind: Kind, tid: u32, prio: Prio) -> Waiter {
        Waiter {
            node: PNode::new(prio),
            header: Header {
                next: null_mut(),
                slot: null_mut(),
                kind,
                id: 0,
                birth: 0,
                mixed: false,
                carrier: 0,
            },
            key: AtomicUsize::new(0),
            park: AtomicU32::new(PARKED),
            tid,
            kind,
            class: Class::Lazy,
            ghost: false,
            converted: false,
            boosts_nobody: false,
            asked: None,
            may_watch: false,
            looked_at: 0,
            overtaken: 0,
            bits: u32::MAX,
            code: 0,
            epoch: 0,
            batch: 0,
            batch_key: 0,
            lock: null(),
            policy: Policy::NONE,
        }
    }
}
