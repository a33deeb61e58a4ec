//! Everything that a step can be.

crate::actions! {
    /// What a step did.
    Action {
        // Section
        Enters => "section: compare-exchange 0 -> TID",
        EnterFails => "section: compare-exchange fails",
        LockPiTakes => "LOCK_PI: takes the free lock",
        LockPiTakesFromDead => "LOCK_PI: takes the lock, OWNER_DIED",
        LockPiBlocks => "LOCK_PI: blocks",
        LockPiReturns => "LOCK_PI: returns 0, handed over",
        LockPiReturnsFromDead => "LOCK_PI: returns 0, from a dead owner",
        RecoverAdvances => "recovery: advances the sequence",
        RecoverWakes => "recovery: wakes all",
        RecoverClearsHint => "recovery: clears the hint",
        RecoverClears => "recovery: clears OWNER_DIED",
        Leaves => "section: compare-exchange TID -> 0",
        LeaveFails => "section: compare-exchange fails (W)",
        UnlockPiHands => "UNLOCK_PI: hands over to {}",
        UnlockPiFrees => "UNLOCK_PI: nobody: lock := 0",
        // Wait
        SetsHint => "inside: sets the hint",
        Reads => "inside: reads the sequence",
        Sleeps => "FUTEX_WAIT: asleep",
        Changed => "FUTEX_WAIT: the sequence has changed",
        SliceEnds => "slice of {}'s sleep ends",
        TimesOut => "FUTEX_WAIT: ETIMEDOUT",
        Cancelled => "CANCELLED in FUTEX_WAIT",
        PassesOn => "sequence has changed: wakes another by address",
        PassesNothing => "sequence unchanged: nothing to pass on",
        Returns => "returns from the wait",
        // Signal
        HintClear => "signal: hint clear, nobody waits",
        HintSet => "signal: hint set",
        Advances => "inside: advances the sequence",
        Wakes => "inside: FUTEX_WAKE",
        WakesLess => "inside: FUTEX_WAKE wakes less than asked for",
        ClearsHint => "inside: clears the hint",
        Destroys => "program destroys the condvar",
        // Outside
        Kills => "kills {}",
        Fails => "next step fails",
        // Only with a broken rule
        BrokenKeeps => "sequence has changed: passes nothing on (broken rule)",
        BrokenHint => "outside the section: sets the hint (broken rule)",
        BrokenRead => "outside the section: reads the sequence (broken rule)",
    }
}

impl Action {
    /// Whether only a broken rule makes it possible.
    pub fn is_of_a_broken_rule(self) -> bool {
        self >= Action::Fails
    }
}
