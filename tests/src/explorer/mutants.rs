//! Models with one rule broken each, and what the explorer must notice: a test of the explorer, and the
//! reason for each rule.

use super::model::{HandOver, Model};
use super::program::Op::*;
use super::rules::Broken;
use super::scenarios::{locks, timed, waits};
use super::violation::{KernelFault, Violation};

/// A model with a broken rule, and what must be noticed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The broken rule.
    pub broken: Broken,
    /// The model, in which the rule matters.
    pub model: Model,
    /// Whether this is the violation to expect.
    pub is_expected: fn(Violation) -> bool,
}

fn mutant(broken: Broken, is_expected: fn(Violation) -> bool, model: Model) -> Mutant {
    Mutant { broken, model, is_expected }
}

fn stranded(violation: Violation) -> bool {
    matches!(violation, Violation::Stranded { .. })
}

fn signal_lost(violation: Violation) -> bool {
    violation == Violation::SignalLost
}

fn without_ghost(violation: Violation) -> bool {
    violation == Violation::Kernel(KernelFault::WithoutGhost)
}

fn entered_twice(violation: Violation) -> bool {
    matches!(violation, Violation::EnteredTwice { .. } | Violation::NodeReused { .. })
}

/// Two lazy threads and a kernel waiter that may give up.
fn with_kernel_waiter() -> Model {
    Model::new(&[(0, locks(2)), (0, locks(1)), (0, locks(1)), (10, timed(1))])
}

/// One waiter, a signal, a contender.
fn with_signal(priority: u8) -> Model {
    Model::new(&[(priority, waits(Wait, 1)), (0, vec![Signal]), (0, locks(1))])
}

/// Three waiters and a broadcast.
fn with_broadcast() -> Model {
    Model::new(&[
        (0, waits(TimedWait, 1)),
        (0, waits(TimedWait, 1)),
        (0, waits(Wait, 1)),
        (0, vec![Broadcast]),
    ])
}

/// Every broken rule.
pub fn all() -> Vec<Mutant> {
    let mut mutants = of_the_mutex();
    mutants.extend(of_hand_over());
    mutants.extend(of_the_condvar());
    mutants.extend(of_batches());
    mutants
}

/// R1-R5 and K5.
fn of_the_mutex() -> Vec<Mutant> {
    use Broken::*;
    let lazies = || Model::new(&[(0, locks(2)), (0, locks(1)), (0, locks(1))]);
    let timed_lazy = || Model::new(&[(0, locks(1)), (0, locks(1)), (0, timed(1))]);
    let reference_counted = Model::new(&[(0, vec![Lock, LastUnlock]), (10, vec![Lock, LastUnlock])]);
    vec![
        mutant(ReleaseDropsWaiters, stranded, lazies()),
        mutant(
            TakeDropsWaiters,
            stranded,
            Model::new(&[(0, locks(2)), (0, locks(1)), (0, locks(1)), (0, locks(1))]),
        ),
        mutant(SettleDropsWaiters, stranded, with_kernel_waiter()),
        mutant(NoSettleAfterUnlockPi, stranded, with_kernel_waiter()),
        mutant(SettleWithoutProof, |violation| violation == Violation::UsedAfterDestroy, reference_counted),
        mutant(OwnerSetsNoWaiters, stranded, Model::new(&[(0, locks(1)), (0, locks(1)), (10, locks(1))])),
        mutant(SettleOnlyIfFree, stranded, with_kernel_waiter()),
        mutant(PoppedGivesUp, stranded, timed_lazy()),
        mutant(StoreAfterBucket, |violation| matches!(violation, Violation::NodeReused { .. }), timed_lazy()),
        mutant(
            ReleaseDespiteGhost,
            |violation| violation == Violation::Kernel(KernelFault::UserRelease),
            Model::new(&[(0, locks(1)), (10, locks(1))]),
        ),
        mutant(NoGhost, without_ghost, Model::new(&[(0, locks(1)), (10, locks(1))])),
        mutant(NoWake, stranded, Model::new(&[(0, locks(1)), (0, locks(1))]).late_wakes()),
        mutant(
            NeverSleeps,
            |violation| violation == Violation::Endless,
            Model::new(&[(0, locks(1)), (0, locks(1))]),
        ),
        mutant(EnqueueUnchecked, stranded, Model::new(&[(0, locks(1)), (0, locks(1))])),
    ]
}

/// R1, R4 and R8 where the lock is handed over, or a waiter converted.
fn of_hand_over() -> Vec<Mutant> {
    use Broken::*;
    let any = |model: Model| model.hand_over(HandOver::Any);
    let auto = |model: Model, promised| model.hand_over(HandOver::Auto { bound: 1, promised });
    let too_often: fn(Violation) -> bool =
        |violation| matches!(violation, Violation::OvertakenTooOften { .. });
    vec![
        mutant(
            HandOverDropsWaiters,
            stranded,
            any(Model::new(&[(0, locks(1)), (0, locks(1)), (0, locks(1))])),
        ),
        mutant(HandedGivesUp, stranded, any(Model::new(&[(0, locks(1)), (0, locks(1)), (0, timed(1))]))),
        mutant(BoundIgnored, too_often, auto(Model::new(&[(0, locks(3)), (0, locks(1))]), 1)),
        mutant(
            LoserStaysLazy,
            too_often,
            auto(Model::new(&[(0, locks(2)), (0, locks(2)), (0, timed(1)), (10, timed(2))]), 2),
        ),
        mutant(ConvertKeepsNode, entered_twice, Model::new(&[(0, locks(2)), (0, locks(1))]).converts()),
    ]
}

/// R4-R7, R10 and the hint.
fn of_the_condvar() -> Vec<Mutant> {
    use Broken::*;
    let timed_and_signalled = |priority| {
        Model::new(&[(priority, waits(TimedWait, 2)), (0, vec![Signal; 2]), (0, vec![Signal]), (0, locks(2))])
    };
    let two_signals = Model::new(&[(0, waits(Wait, 1)), (0, waits(Wait, 1)), (0, vec![Signal; 2])]);
    vec![
        mutant(MovedGivesUp, signal_lost, timed_and_signalled(0)),
        mutant(MoveUnchecked, stranded, with_signal(0)),
        mutant(
            KeyNotReadAgain,
            |violation| matches!(violation, Violation::WrongBucket { .. }),
            timed_and_signalled(0),
        ),
        mutant(GhostForgotten, without_ghost, with_signal(10)),
        mutant(MarkBeforeGhost, entered_twice, timed_and_signalled(10)),
        mutant(RequeueBeforeGhost, without_ghost, with_signal(10).requeue_pi()),
        mutant(MarkBeforeGhost, entered_twice, timed_and_signalled(10).requeue_pi()),
        mutant(WakesRequeueWaiter, stranded, with_signal(10).requeue_pi()),
        mutant(HintOutsideBucket, |violation| violation == Violation::HintClear, two_signals),
        mutant(
            CancelledEatsSignal,
            signal_lost,
            Model::new(&[(0, waits(CancelWait, 1)), (0, waits(Wait, 1)), (0, vec![Signal])]),
        ),
        mutant(
            NoSettleAfterUnlockPi,
            stranded,
            Model::new(&[(0, waits(TimedWait, 1)), (0, locks(1)), (0, vec![Signal]), (10, timed(1))]),
        ),
    ]
}

/// R9.
fn of_batches() -> Vec<Mutant> {
    use Broken::*;
    vec![
        mutant(NobodyCarries, stranded, with_broadcast()),
        mutant(DutyNotPassed, stranded, with_broadcast().followers(1)),
        mutant(
            CancelledDropsDuty,
            stranded,
            Model::new(&[(0, waits(CancelWait, 1)), (0, waits(Wait, 1)), (0, vec![Broadcast])]),
        ),
        mutant(
            BatchStaysInQueue,
            signal_lost,
            Model::new(&[
                (0, waits(Wait, 1)),
                (0, waits(Wait, 1)),
                (0, waits(Wait, 1)),
                (0, vec![Broadcast, Signal]),
            ]),
        ),
        mutant(MemberTimesOut, signal_lost, with_broadcast()),
        mutant(
            ResortForgetsAge,
            signal_lost,
            Model::new(&[(0, waits(Wait, 1)), (0, waits(Wait, 1)), (0, vec![LastBroadcast])])
                .mixed_mutexes()
                .resorts(),
        ),
    ]
}
