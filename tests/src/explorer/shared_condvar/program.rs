//! What the threads do, and where each of them is in doing it.

/// One operation of a thread's script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Wait.
    Wait,
    /// Wait with a deadline that may pass at any moment.
    TimedWait,
    /// Wait; may be cancelled while asleep.
    CancelWait,
    /// Signal.
    Signal,
    /// Broadcast.
    Broadcast,
    /// Broadcast once all waiters of the model are blocked, then destroy the condvar.
    LastBroadcast,
}

impl Op {
    /// Whether it waits.
    pub fn is_wait(self) -> bool {
        matches!(self, Op::Wait | Op::TimedWait | Op::CancelWait)
    }

    /// How many threads it wakes at most.
    pub fn count(self) -> usize {
        if self == Op::Signal { 1 } else { usize::MAX }
    }
}

/// Where a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pc {
    /// Between two operations.
    #[default]
    Next,
    /// Signal: load the hint.
    Hint,
    /// Announce the lock; compare-exchange 0 -> TID.
    Enter,
    /// Call LOCK_PI.
    EnterPi,
    /// Asleep in LOCK_PI.
    EnterBlocked,
    /// The owner is dead and the lock not marked: waits for ever.
    EnterStuck,
    /// The kernel made it the owner; it has not run yet.
    EnterHanded,
    /// Owner after a death: advance.
    RecoverAdvance,
    /// Owner after a death: wake all.
    RecoverWake,
    /// Owner after a death: clear the hint.
    RecoverHint,
    /// Owner after a death: clear OWNER_DIED.
    RecoverClear,
    /// Waiter inside: set the hint.
    BeginHint,
    /// Waiter inside: read the sequence.
    BeginRead,
    /// Signaller inside: advance.
    Advance,
    /// Signaller inside: wake.
    Wake,
    /// Signaller inside: clear the hint.
    ClearHint,
    /// Compare-exchange TID -> 0; then the announcement ends.
    Leave,
    /// Call UNLOCK_PI; then the announcement ends.
    LeavePi,
    /// Only with a broken rule: set the hint, outside.
    LateHint,
    /// Only with a broken rule: read the sequence, outside.
    LateRead,
    /// Call FUTEX_WAIT.
    Sleep,
    /// Asleep in FUTEX_WAIT.
    Asleep,
    /// Cancelled: wake another if the sequence has changed.
    PassOn,
    /// Awake; returns.
    Woken,
    /// The program destroys the condvar.
    Destroy,
}

impl Pc {
    /// Whether the thread is inside the section.
    pub fn is_inside(self) -> bool {
        (Pc::RecoverAdvance..=Pc::LeavePi).contains(&self)
    }

    /// Whether the lock is announced to the kernel.
    pub fn is_announced(self) -> bool {
        (Pc::Enter..=Pc::LeavePi).contains(&self)
    }
}
