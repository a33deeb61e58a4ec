//! The rules as switches: a model may break some of them, to show that the explorer notices.

/// A way to break a rule of the protocol. The rule's name stands first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Broken {
    /// R1: a release writes 0 although lazy nodes remain.
    ReleaseDropsWaiters,
    /// R1: a serial hand-over writes the TID without W although lazy nodes remain.
    HandOverDropsWaiters,
    /// R1: an acquisition in user space drops W.
    TakeDropsWaiters,
    /// R1: settle pops without setting W.
    SettleDropsWaiters,
    /// R2: no settling after FUTEX_UNLOCK_PI.
    NoSettleAfterUnlockPi,
    /// R2: settling reads the word without a queued lazy node that proves that the mutex lives.
    SettleWithoutProof,
    /// R3: a ghost that got the lock does not set W for those who remain.
    OwnerSetsNoWaiters,
    /// R3: a ghost that did not get the lock settles only if the word is free.
    SettleOnlyIfFree,
    /// R4: a popped waiter whose time ran out returns without trying.
    PoppedGivesUp,
    /// R4: a waiter that was handed the lock returns with a time-out.
    HandedGivesUp,
    /// R4: a waiter moved to the mutex unlinks itself when its time runs out, and reports a time-out.
    MovedGivesUp,
    /// R5: a popped node's state is stored after the bucket was left.
    StoreAfterBucket,
    /// R6: CMP_REQUEUE_PI comes before the ghost.
    RequeueBeforeGhost,
    /// R6: the node is marked in one section, the ghost entered in another by whoever comes first.
    MarkBeforeGhost,
    /// R6: the node is marked in one section; its thread trusts the mark and finds no ghost to enter.
    GhostForgotten,
    /// R6: a node is moved to the mutex without checking that the word is owned.
    MoveUnchecked,
    /// R6: a node's bucket is locked without reading the key again.
    KeyNotReadAgain,
    /// R7: a waiter in WAIT_REQUEUE_PI is woken as if it slept in FUTEX_WAIT.
    WakesRequeueWaiter,
    /// R8: a top waiter beyond the bound is neither handed the lock nor converted.
    BoundIgnored,
    /// R8: a popped waiter that lost beyond the bound queues as a lazy one again.
    LoserStaysLazy,
    /// R8: a converted node stays in the queue.
    ConvertKeepsNode,
    /// R9: the carrier brings nobody.
    NobodyCarries,
    /// R9: the duty is taken from the carrier before a follower, and not given to that one.
    DutyNotPassed,
    /// R9: a carrier that was cancelled brings nobody.
    CancelledDropsDuty,
    /// R9: the batch stays in the condvar's queue.
    BatchStaysInQueue,
    /// R9: a member whose time runs out reports a time-out.
    MemberTimesOut,
    /// R9: a waiter whose priority changes counts as one that came after the broadcast under way.
    ResortForgetsAge,
    /// R10: a cancelled waiter that a signal popped does not pass it on.
    CancelledEatsSignal,
    /// The hint is cleared after the bucket was left.
    HintOutsideBucket,
    /// K5: an unlock releases in user space although there is a ghost.
    ReleaseDespiteGhost,
    /// K5: a kernel waiter enters no ghost.
    NoGhost,
    /// A popped waiter is not woken.
    NoWake,
    /// A waiter tries again and again and never sleeps.
    NeverSleeps,
    /// A waiter enqueues without looking whether the word is still owned.
    EnqueueUnchecked,
}

/// A set of broken rules; by default none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules(u64);

impl Rules {
    /// These rules with one more broken.
    #[must_use]
    pub fn with(self, broken: Broken) -> Self {
        Rules(self.0 | 1 << broken as u8)
    }

    /// Whether a rule is broken in this way.
    pub fn broken(self, broken: Broken) -> bool {
        self.0 >> broken as u8 & 1 == 1
    }
}
