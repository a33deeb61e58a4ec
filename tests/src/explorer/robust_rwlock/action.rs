//! Everything that a step can be, with the text that a trace prints for it.

crate::actions! {
    /// What a step did.
    Action {
        Load => "load",
        LoadOld => "load, and misses the last write",
        Exchange => "compare-exchange",
        ExchangeFails => "compare-exchange fails",
        SetBits => "sets bits",
        ClearBits => "clears bits",
        Add => "adds",
        Subtract => "subtracts",
        Announce => "announces the gate",
        EndAnnounced => "ends the announcement",
        Link => "links the gate into its list",
        Unlink => "takes the gate out of its list",
        LockTakes => "LOCK_PI, TRYLOCK_PI: takes the free word",
        LockWaits => "LOCK_PI: waits",
        LockAwaitsExit => "LOCK_PI, TRYLOCK_PI: sets WAITERS; the owner is exiting",
        LockOwnerGone => "LOCK_PI, TRYLOCK_PI: ESRCH",
        LockRefused => "LOCK_PI, TRYLOCK_PI: EAGAIN, EDEADLK or EINVAL",
        HandedOver => "LOCK_PI returns: handed over",
        Inherits => "LOCK_PI returns: left by a dead owner",
        TimesOut => "LOCK_PI: ETIMEDOUT",
        UnlockFrees => "UNLOCK_PI: nobody waits",
        UnlockHandsOver => "UNLOCK_PI: hands over to {}",
        UnlockRefused => "UNLOCK_PI: EINVAL or EPERM",
        Leaves => "has done what it came for",
        Killed => "is killed",
        LeavesKernel => "leaves its LOCK_PI to die",
        Exiting => "begins to exit",
        ListMarked => "exit: walks its list",
        LeavesWord => "exit: leaves a word to the top waiter",
        Gone => "is gone",
        Born => "is born, with a dead thread's id",
        Fails => "next step fails",
    }
}

impl Action {
    /// Whether it is taken in models with a fault alone.
    pub fn is_of_a_fault(self) -> bool {
        matches!(self, Action::Fails)
    }
}
