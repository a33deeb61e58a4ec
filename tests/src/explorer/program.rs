//! What the threads of a model do, and where each of them is in doing it.

/// One operation of a thread's script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Lock the mutex.
    Lock,
    /// Lock it with a deadline that may pass at any moment.
    TimedLock,
    /// Lock it if it is free.
    TryLock,
    /// Unlock it.
    Unlock,
    /// Unlock it if the operation before got it.
    UnlockIfOwned,
    /// Unlock it in a signal handler that interrupted its own thread inside a bucket: straight to the
    /// kernel, and what is left to do when that bucket is left.
    HandlerUnlock,
    /// Unlock it; the last of all threads with this operation destroys it straight afterwards, as a
    /// program with a reference count under the mutex does.
    LastUnlock,
    /// Wait on the condvar.
    Wait,
    /// The same with a deadline.
    TimedWait,
    /// The same; may be cancelled while it is parked.
    CancelWait,
    /// Signal the condvar.
    Signal,
    /// Broadcast it.
    Broadcast,
    /// Broadcast once all waiters of the model are blocked, then destroy the condvar.
    LastBroadcast,
}

impl Op {
    /// Whether it waits on the condvar.
    pub fn is_wait(self) -> bool {
        matches!(self, Op::Wait | Op::TimedWait | Op::CancelWait)
    }

    /// Whether it may end its sleep by itself: a deadline, or a cancellation.
    pub fn may_end_its_sleep(self) -> bool {
        matches!(self, Op::TimedLock | Op::TimedWait | Op::CancelWait)
    }
}

/// Where a thread stands: what its next step is. One step is one access to shared memory, one
/// kernel operation, or one bucket section that reads or writes the word at most once (between
/// entering and leaving the bucket all else is protected by it, so nobody can tell the difference).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pc {
    /// Between two operations of its script.
    #[default]
    Next,
    /// Compare-exchange of the word, 0 to TID.
    LockFast,
    /// The one attempt of a try-lock.
    TryLock,
    /// Outside any bucket: load the word.
    Look,
    /// Outside any bucket: compare-exchange of the free word that was seen.
    Take,
    /// Enter the bucket, load the word: take it if it is free, else queue.
    Section,
    /// Inside the bucket: load the word again.
    SectionLook,
    /// Inside the bucket: compare-exchange of the free word that was seen.
    SectionTake,
    /// Inside the bucket: compare-exchange that sets W, queue lazily.
    SectionSetWaiters,
    /// FUTEX_WAIT on its own word, for a mutex or a condvar.
    Park,
    /// Back from a sleep without having been woken: see in the bucket what became of the node.
    Interrupted,
    /// Kernel waiter: call FUTEX_LOCK_PI.
    LockPi,
    /// Asleep in FUTEX_LOCK_PI.
    LockPiBlocked,
    /// The kernel made it the owner; it has not run yet.
    LockPiHanded,
    /// Back from the kernel with the lock: ghost out, W set if nodes remain.
    LeaveAsOwner,
    /// Back from the kernel, out of time: ghost out, settle.
    LeaveNotOwner,
    /// Back from the kernel, which was out of memory: ghost out, settle, try again.
    LeaveToRetry,
    /// Compare-exchange of the word, owned to free.
    UnlockFast,
    /// Unlock with W set: see in the bucket whether there is a ghost.
    UnlockSection,
    /// Call FUTEX_UNLOCK_PI.
    UnlockPi,
    /// Back from FUTEX_UNLOCK_PI: settle.
    UnlockSettle,
    /// The program destroys the mutex.
    DestroyMutex,
    /// Enter the node in the condvar's queue.
    CondEnqueue,
    /// Call FUTEX_WAIT_REQUEUE_PI.
    RequeueWait,
    /// Asleep in FUTEX_WAIT_REQUEUE_PI, on its own word.
    RequeueAsleep,
    /// Asleep in FUTEX_WAIT_REQUEUE_PI, on the mutex.
    RequeuedBlocked,
    /// The kernel made it the owner; it has not run yet.
    RequeuedHanded,
    /// Signal or broadcast: load the condvar's hint.
    CondHint,
    /// In the condvar's bucket: find a waiter; with its mutex free, take it out and wake it.
    Pick,
    /// In both buckets: find a waiter, take it out, move it.
    Place,
    /// Inside both buckets: load the word again to place the waiter that was taken out.
    PlaceLook,
    /// Inside both buckets: compare-exchange that sets W, move the waiter.
    PlaceSetWaiters,
    /// Inside both buckets: take the next member out of the batch, move it too.
    Follow,
    /// Call FUTEX_CMP_REQUEUE_PI for the popped thread.
    CmpRequeue,
    /// Broadcast: wake some members at once.
    EarlySection,
    /// The program destroys the condvar.
    DestroyCond,
    /// Only with a broken rule: store the state of a popped node after the bucket was left.
    LateStore,
    /// Only with a broken rule: the signaller enters the ghost in a section after the one that marked it.
    LateGhost,
    /// Only with a broken rule: the marked thread enters its ghost itself.
    OwnGhost,
    /// Only with a broken rule: clear the hint after the bucket was left.
    LateHint,
}
