//! Everything that a step can be, with the text that a trace prints for it.

crate::actions! {
    /// What a step did. `{}` in its text stands for another thread.
    Action {
        // Lock
        LockFast => "lock: compare-exchange 0 -> TID",
        LockFastFails => "lock: compare-exchange fails",
        TryLock => "try-lock: takes the free word, W kept",
        TryLockFails => "try-lock: word owned",
        LoadFree => "load: word free",
        LoadOwned => "load: word owned",
        GivesUp => "load: word owned and time is up: ETIMEDOUT",
        Take => "compare-exchange: takes the free word, W kept",
        TakeFails => "compare-exchange fails: word changed",
        SectionFree => "bucket: word free, stays inside",
        SectionOwned => "bucket: word owned without W, stays inside",
        GhostIn => "bucket: word owned, enters ghost",
        Enqueues => "bucket: W is set, enters lazy node",
        SetsWaitersAndEnqueues => "inside: sets W, enters lazy node, leaves",
        SetWaitersFails => "inside: setting W fails",
        // Park
        Announces => "announces that it sleeps",
        Sleeps => "FUTEX_WAIT: asleep",
        WokenPopped => "back from park: popped, competes",
        WokenHanded => "back from park: was handed the lock",
        WokenConvert => "back from park: shall become a kernel waiter",
        WokenGhost => "back from park: is a ghost, will call LOCK_PI",
        TimeOut => "TIME-OUT in park",
        Cancelled => "CANCELLED in park",
        KeyChanged => "bucket: key changed, leaves and reads it again",
        UnlinksFromMutex => "bucket: unlinks itself from the mutex, tries once more",
        UnlinksFromCond => "bucket: unlinks itself from the condvar",
        UnlinksFromBatch => "bucket: unlinks itself from the batch (counts as signalled)",
        InterruptedMoved => "bucket: was moved to the mutex, parks on",
        InterruptedPopped => "bucket: was popped, tries once more",
        InterruptedHanded => "bucket: was handed the lock",
        InterruptedConvert => "bucket: shall become a kernel waiter",
        InterruptedGhost => "bucket: is a ghost, will call LOCK_PI",
        // Kernel waiter
        LockPiTakes => "LOCK_PI: takes the free word (K1: W dropped)",
        LockPiBlocks => "LOCK_PI: blocks, W set",
        LockPiSteals => "LOCK_PI: steals the rt_mutex from {}",
        LockPiFails => "LOCK_PI: fails (ENOMEM), word untouched",
        LockPiRefuses => "LOCK_PI: refused (EDEADLK, ESRCH), will wait lazily",
        LockPiTimesOut => "LOCK_PI: ETIMEDOUT (K9: W stays)",
        LockPiReturns => "LOCK_PI: returns 0, handed over",
        OwnerAlone => "bucket: ghost out, owner, nobody remains",
        OwnerSetsWaiters => "bucket: ghost out, owner, others remain: sets W",
        OwnerConverts => "bucket: ghost out, owner, converts {}",
        LeavesAndSettles => "bucket: ghost out, not owner, sleepers: sets W",
        LeavesSettlesPops => "bucket: ghost out, not owner, sleepers: sets W, word free: pops {}",
        LeavesNothing => "bucket: ghost out, not owner, nothing to settle",
        // Unlock
        UnlockFast => "unlock: compare-exchange TID -> 0",
        UnlockFastFails => "unlock: compare-exchange fails (W)",
        SeesGhost => "bucket: ghost seen, leaves",
        Releases => "bucket: no ghost, nobody queued: word := 0",
        ReleasesPops => "bucket: no ghost: word := 0 or W, pops {}",
        HandsOver => "bucket: no ghost: hands over to {}",
        UnlockPiHands => "UNLOCK_PI: hands over to {} (K3: W set)",
        UnlockPiFrees => "UNLOCK_PI: no kernel waiter: word := 0 (K2)",
        Settles => "bucket: sleepers and no ghost: sets W",
        SettlesPops => "bucket: sleepers and no ghost: sets W, word free: pops {}",
        SettlesNothing => "bucket: nothing to settle",
        DestroysMutex => "program destroys the mutex",
        // Condvar wait
        CondEnqueues => "cond_wait: enters node on the condvar, hint set",
        RequeueSleeps => "WAIT_REQUEUE_PI: asleep",
        RequeueAgain => "WAIT_REQUEUE_PI: EAGAIN, own word changed",
        RequeueTimesOut => "WAIT_REQUEUE_PI: ETIMEDOUT on its own word",
        RequeuedTimesOut => "WAIT_REQUEUE_PI: ETIMEDOUT on the mutex",
        RequeuedReturns => "WAIT_REQUEUE_PI: returns 0, owner",
        // Signal, broadcast, carry
        HintSet => "signal/broadcast: hint set",
        HintClear => "signal/broadcast: hint clear, nobody",
        QueueEmpty => "bucket: queue empty",
        MutexOwned => "bucket: mutex owned, needs both buckets",
        TakesOutWakes => "bucket: takes {} out, wakes it",
        MovesGhost => "buckets: takes {} out, enters it as a ghost on the mutex, marks it",
        Moves => "buckets: takes {} out, W is set: moves it to the mutex",
        TakesOutStaysInside => "buckets: takes {} out, mutex owned without W, stays inside",
        SetsWaitersAndMoves => "inside: sets W, moves {} to the mutex",
        PlaceSetWaitersFails => "inside: setting W fails",
        NotesOlder => "bucket: notes who waits, will signal each",
        WakesEarly => "bucket: wakes some members early",
        RequeueStale => "CMP_REQUEUE_PI for {}: EAGAIN",
        RequeueNobody => "CMP_REQUEUE_PI for {}: 0, not asleep",
        RequeueTakes => "CMP_REQUEUE_PI for {}: took the free mutex for it (K4: W dropped)",
        RequeueBlocks => "CMP_REQUEUE_PI for {}: it now waits on the mutex, W set",
        CarriesNobody => "carrier: batch empty or gone",
        DestroysCond => "program destroys the condvar",
        // Others
        Wakes => "FUTEX_WAKE {}",
        EnvConverts => "pops {} with CONVERT (its priority became real-time)",
        EnvTakesMember => "takes {} out of the batch and wakes it (its priority changed)",
        EnvBrings => "brings {}, which carries too (the carrier's priority changed)",
        EnvResorts => "puts {} behind its equals on the condvar (its priority changed)",
        EnvRaises => "makes {} real-time while it waits on the condvar",
        Fails => "next step fails",
        // Only with a broken rule
        BrokenMarks => "buckets: takes {} out, marks it without a ghost (broken rule)",
        BrokenGhost => "bucket: enters the ghost of {} only now (broken rule)",
        BrokenStore => "outside the bucket: marks {} only now (broken rule)",
        BrokenHint => "outside the bucket: clears the hint (broken rule)",
    }
}

impl Action {
    /// Whether only a broken rule makes it possible.
    pub fn is_of_a_broken_rule(self) -> bool {
        self >= Action::Fails
    }
}
