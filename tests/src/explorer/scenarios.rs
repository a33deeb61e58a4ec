//! The models that are explored, by what they look at. In the names: L is a lazy thread, G one that
//! locks through the kernel, R one that waits on the condvar and is real-time; `t` after it: its wait may
//! time out, `c`: it may be cancelled; `x2`: two rounds.

use super::model::{HandOver, Model};
use super::program::Op::{self, *};

/// A model with a name, for the report.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The model.
    pub model: Model,
}

impl Scenario {
    /// The same with another policy.
    #[must_use]
    pub fn with(self, change: impl FnOnce(Model) -> Model) -> Self {
        Scenario { model: change(self.model), ..self }
    }
}

/// A thread's priority and script.
type Thread = (u8, Vec<Op>);

fn scenario(name: &'static str, threads: &[Thread]) -> Scenario {
    Scenario { name, model: Model::new(threads) }
}

/// `rounds` times lock and unlock.
pub fn locks(rounds: usize) -> Vec<Op> {
    [Lock, Unlock].repeat(rounds)
}

/// The same with a deadline that may pass at any moment.
pub fn timed(rounds: usize) -> Vec<Op> {
    [TimedLock, UnlockIfOwned].repeat(rounds)
}

/// `rounds` times a wait inside the mutex.
pub fn waits(wait: Op, rounds: usize) -> Vec<Op> {
    [Lock, wait, Unlock].repeat(rounds)
}

/// The mutex alone: lazy and kernel waiters, time-outs, failing LOCK_PI, stealing.
pub fn mutex() -> Vec<Scenario> {
    [
        scenario("L Lt Gt, each x2", &[(0, locks(2)), (0, timed(2)), (10, timed(2))]),
        scenario("L Lt Gt Gt", &[(0, locks(1)), (0, timed(1)), (10, timed(1)), (20, timed(1))]),
        scenario("Lx2 Lt Gt G", &[(0, locks(2)), (0, timed(1)), (10, timed(1)), (20, locks(1))]),
        scenario("L Lt Lt Gt", &[(0, locks(1)), (0, timed(1)), (0, timed(1)), (10, timed(1))]),
        scenario("Lx2 L Lt Gtx2", &[(0, locks(2)), (0, locks(1)), (0, timed(1)), (10, timed(2))]),
        scenario(
            "L try-locker Lt Gt",
            &[(0, locks(2)), (0, [TryLock, UnlockIfOwned].repeat(2)), (0, timed(1)), (10, timed(1))],
        ),
    ]
    .map(|scenario| scenario.with(Model::lock_pi_fails))
    .into()
}

/// The kernel refuses a waiter, which then waits lazily: locks that others than the owner may unlock.
pub fn refused() -> Vec<Scenario> {
    [
        scenario("Lx2 Lt Gtx2", &[(0, locks(2)), (0, timed(1)), (10, timed(2))]),
        scenario("L Lt G Gt", &[(0, locks(1)), (0, timed(1)), (10, locks(1)), (20, timed(1))]),
    ]
    .map(|scenario| scenario.with(|model| model.lock_pi_refuses().hand_over(HandOver::Any)))
    .into()
}

/// A signal handler unlocks: FUTEX_UNLOCK_PI whether or not there is a ghost.
pub fn handlers() -> Vec<Scenario> {
    let unlocks = |rounds| [Lock, HandlerUnlock].repeat(rounds);
    vec![
        scenario("handlers Lx2 Lt Gt", &[(0, unlocks(2)), (0, unlocks(2)), (0, timed(1)), (10, timed(1))]),
        scenario("handler L L", &[(0, unlocks(1)), (0, locks(2)), (0, locks(2))])
            .with(|model| model.hand_over(HandOver::Any)),
    ]
}

/// Serial and parallel release chosen freely, and lazy waiters converted at any moment (R8).
pub fn hand_over() -> Vec<Scenario> {
    [
        scenario("Lx2 Ltx2 Gtx2", &[(0, locks(2)), (0, timed(2)), (10, timed(2))]),
        scenario("L Lt Lt Gt", &[(0, locks(1)), (0, timed(1)), (0, timed(1)), (10, timed(1))]),
        scenario("Lx2 L Lt Gt", &[(0, locks(2)), (0, locks(1)), (0, timed(1)), (10, timed(1))]),
    ]
    .map(|scenario| scenario.with(|model| model.hand_over(HandOver::Any).converts().lock_pi_fails()))
    .into()
}

/// The automatic choice: overtaking is bounded (R8).
pub fn bounded_overtaking() -> Vec<Scenario> {
    let auto = |bound, promised| move |model: Model| model.hand_over(HandOver::Auto { bound, promised });
    vec![
        scenario("Lx3 Lx2 Lx2, bound 1", &[(0, locks(3)), (0, locks(2)), (0, locks(2))]).with(auto(1, 1)),
        scenario("Lx3 Lx2 Lt Gtx2, bound 1", &[(0, locks(2)), (0, locks(2)), (0, timed(1)), (10, timed(2))])
            .with(auto(1, 2)),
        scenario("Lx2 L Gx2 G, bound 1", &[(0, locks(2)), (0, locks(1)), (10, locks(2)), (20, locks(1))])
            .with(auto(1, 2)),
    ]
}

/// FUTEX_WAIT, FUTEX_WAKE and the announcement that spares wakes as steps of their own.
pub fn late_wakes() -> Vec<Scenario> {
    [
        scenario("Lx2 Lt Lt", &[(0, locks(2)), (0, timed(1)), (0, timed(1))]),
        scenario("Lx2 Lt Gt", &[(0, locks(2)), (0, timed(2)), (10, timed(1))]),
        scenario(
            "Rt Lt, two signals",
            &[(10, waits(TimedWait, 1)), (0, waits(TimedWait, 1)), (0, vec![Signal, Signal])],
        ),
        scenario(
            "R Lt L, broadcast",
            &[(10, waits(Wait, 1)), (0, waits(TimedWait, 1)), (0, waits(Wait, 1)), (0, vec![Broadcast])],
        )
        .with(|model| model.early_wakes(1)),
    ]
    .map(|scenario| scenario.with(|model| model.late_wakes().hand_over(HandOver::Any)))
    .into()
}

/// The last to unlock destroys the mutex, at once; the broadcaster destroys the condvar, at once.
pub fn destroy() -> Vec<Scenario> {
    let last = || vec![Lock, LastUnlock];
    vec![
        scenario("L L G, last destroys", &[(0, last()), (0, last()), (10, last())])
            .with(|model| model.hand_over(HandOver::Any).converts()),
        scenario("L L G G, last destroys", &[(0, last()), (0, last()), (10, last()), (20, last())])
            .with(Model::lock_pi_fails),
        scenario(
            "Rt Lt Lt, broadcaster destroys",
            &[
                (10, waits(TimedWait, 1)),
                (0, waits(TimedWait, 1)),
                (0, waits(TimedWait, 1)),
                (0, vec![LastBroadcast]),
            ],
        )
        .with(|model| model.early_wakes(1).followers(1).resorts()),
        scenario(
            "Rc Lc L, broadcaster destroys",
            &[
                (10, waits(CancelWait, 1)),
                (0, waits(CancelWait, 1)),
                (0, waits(Wait, 1)),
                (0, vec![LastBroadcast]),
            ],
        ),
    ]
}

/// Signals, with the mutex contended, free, held by the signaller; second waits on a reused node.
pub fn signals() -> Vec<Scenario> {
    vec![
        scenario("Ltx2, 2 signals, Lx2", &[(0, waits(TimedWait, 2)), (0, vec![Signal; 2]), (0, locks(2))]),
        scenario("Rtx2, 2 signals, Lx2", &[(10, waits(TimedWait, 2)), (0, vec![Signal; 2]), (0, locks(2))]),
        scenario(
            "Rtx2, two signallers, L",
            &[(10, waits(TimedWait, 2)), (0, vec![Signal; 2]), (0, vec![Signal]), (0, locks(1))],
        ),
        scenario(
            "Rt Lt, 2 signals, L",
            &[(10, waits(TimedWait, 1)), (0, waits(TimedWait, 1)), (0, vec![Signal; 2]), (0, locks(1))],
        ),
        scenario(
            "Rt, signal inside the mutex, L L",
            &[(10, waits(TimedWait, 1)), (0, locks(1)), (0, vec![Lock, Signal, Unlock]), (0, locks(1))],
        ),
        scenario(
            "Rt Rt, 2 signals, L",
            &[(10, waits(TimedWait, 1)), (20, waits(TimedWait, 1)), (0, vec![Signal; 2]), (0, locks(1))],
        ),
        scenario(
            "Rt, Gt, signal, L",
            &[(10, waits(TimedWait, 1)), (20, timed(1)), (0, vec![Signal]), (0, locks(1))],
        )
        .with(Model::lock_pi_fails),
        scenario(
            "Lt L, 2 signals, L",
            &[(0, waits(TimedWait, 1)), (0, waits(Wait, 1)), (0, vec![Signal; 2]), (0, locks(1))],
        )
        .with(|model| model.may_not_move().hand_over(HandOver::Any).converts()),
    ]
}

/// Cancellation: a signal that a cancelled waiter had consumed is passed on (R10).
pub fn cancellation() -> Vec<Scenario> {
    vec![
        scenario(
            "Lc Lc, signal, L",
            &[(0, waits(CancelWait, 1)), (0, waits(CancelWait, 1)), (0, vec![Signal]), (0, locks(1))],
        ),
        scenario(
            "Rc Lc, 2 signals, L",
            &[(10, waits(CancelWait, 1)), (0, waits(CancelWait, 1)), (0, vec![Signal; 2]), (0, locks(1))],
        ),
        scenario(
            "Rc Lc L, broadcast, signal",
            &[
                (10, waits(CancelWait, 1)),
                (0, waits(CancelWait, 1)),
                (0, waits(Wait, 1)),
                (0, vec![Broadcast, Signal]),
            ],
        ),
    ]
}

/// Batches: members that time out, wait again, or meet a second broadcast or a signal.
pub fn broadcasts() -> Vec<Scenario> {
    let herd = |first: u8, second: u8| {
        [(first, waits(TimedWait, 1)), (second, waits(TimedWait, 1)), (0, waits(Wait, 1))]
    };
    let and = |waiters: &[Thread], others: &[Thread]| [waiters, others].concat();
    vec![
        scenario("Lt Lt L, broadcast", &and(&herd(0, 0), &[(0, vec![Broadcast])])),
        scenario(
            "Lt L, broadcast, L, Gt",
            &and(&herd(0, 0)[1..], &[(0, vec![Broadcast]), (0, locks(1)), (10, timed(1))]),
        ),
        scenario("Lt Lt L, broadcast, one by one", &and(&herd(0, 0), &[(0, vec![Broadcast])]))
            .with(|model| model.followers(0)),
        scenario("Rt Rt L, broadcast", &and(&herd(10, 20), &[(0, vec![Broadcast])])),
        scenario(
            "Rt Rt L, broadcast inside the mutex",
            &and(&herd(10, 20), &[(0, vec![Lock, Broadcast, Unlock])]),
        ),
        scenario("Rt Lt L, broadcast, early wakes, re-sorted", &and(&herd(10, 0), &[(0, vec![Broadcast])]))
            .with(|model| model.early_wakes(1).followers(1).resorts()),
        scenario("Lt Lt L, broadcast, early wakes, re-sorted", &and(&herd(0, 0), &[(0, vec![Broadcast])]))
            .with(|model| model.early_wakes(1).followers(1).resorts().hand_over(HandOver::Any)),
        scenario("Rt Lt L, broadcast over several mutexes", &and(&herd(10, 0), &[(0, vec![Broadcast])]))
            .with(|model| model.mixed_mutexes().resorts()),
        scenario(
            "Rtx2 Lt, two broadcasts",
            &[(10, waits(TimedWait, 2)), (0, waits(TimedWait, 1)), (0, vec![Broadcast; 2])],
        ),
        scenario(
            "Rtx2 L Lt, broadcast, signal",
            &[
                (10, waits(TimedWait, 2)),
                (0, waits(Wait, 1)),
                (0, waits(TimedWait, 1)),
                (0, vec![Broadcast, Signal]),
            ],
        ),
    ]
}

/// Signals and broadcasts where real-time waiters park by FUTEX_WAIT_REQUEUE_PI.
pub fn requeue_pi() -> Vec<Scenario> {
    let requeues = |scenario: &Scenario| {
        let is_waiter = |thread: usize| scenario.model.scripts[thread].iter().any(|op| op.is_wait());
        (0..scenario.model.threads())
            .any(|thread| is_waiter(thread) && scenario.model.parks_by_requeue(thread))
    };
    let mut all = [signals(), broadcasts()].concat();
    all.pop(); // the largest: among the large ones
    all.into_iter().map(|scenario| scenario.with(Model::requeue_pi)).filter(requeues).collect()
}

/// Everything that every run explores.
pub fn all() -> Vec<Scenario> {
    [
        mutex(),
        refused(),
        handlers(),
        hand_over(),
        bounded_overtaking(),
        late_wakes(),
        destroy(),
        signals(),
        cancellation(),
        broadcasts(),
        requeue_pi(),
    ]
    .concat()
}

/// Too large for every run: five threads, or more rounds.
pub fn large() -> Vec<Scenario> {
    [large_mutex(), large_condvar()].concat()
}

fn any_hand_over(model: Model) -> Model {
    model.hand_over(HandOver::Any).converts()
}

fn large_mutex() -> Vec<Scenario> {
    vec![
        scenario(
            "L L Lt Gt Gt",
            &[(0, locks(1)), (0, locks(1)), (0, timed(1)), (10, timed(1)), (20, timed(1))],
        )
        .with(Model::lock_pi_fails),
        scenario(
            "Lx2 Lt Lt Gtx2 Gt",
            &[(0, locks(2)), (0, timed(1)), (0, timed(1)), (10, timed(2)), (20, timed(1))],
        ),
        scenario(
            "Lx2 L Lt Gtx2, any hand-over",
            &[(0, locks(2)), (0, locks(1)), (0, timed(1)), (10, timed(2))],
        )
        .with(any_hand_over)
        .with(Model::lock_pi_fails),
        scenario(
            "Lx2 Lt Gt Gt, any hand-over",
            &[(0, locks(2)), (0, timed(1)), (10, timed(1)), (20, timed(1))],
        )
        .with(any_hand_over)
        .with(Model::lock_pi_fails),
        scenario(
            "L Lt Lt Gt Gt, any hand-over",
            &[(0, locks(1)), (0, timed(1)), (0, timed(1)), (10, timed(1)), (20, timed(1))],
        )
        .with(any_hand_over),
    ]
}

fn large_condvar() -> Vec<Scenario> {
    let herd = [(10, waits(TimedWait, 1)), (20, waits(TimedWait, 1)), (0, waits(TimedWait, 1))];
    let herd_and = |others: &[Thread]| [&herd, others].concat();
    vec![
        scenario(
            "Rtx2 L Lt, broadcast, signal, requeued",
            &[
                (10, waits(TimedWait, 2)),
                (0, waits(Wait, 1)),
                (0, waits(TimedWait, 1)),
                (0, vec![Broadcast, Signal]),
            ],
        )
        .with(Model::requeue_pi),
        scenario(
            "Rt Rtx2 L, broadcast, signal",
            &[
                (10, waits(TimedWait, 1)),
                (20, waits(TimedWait, 2)),
                (0, waits(Wait, 1)),
                (0, vec![Broadcast, Signal]),
            ],
        ),
        scenario(
            "Rtx2 Lt L, two broadcasts",
            &[
                (10, waits(TimedWait, 2)),
                (0, waits(TimedWait, 1)),
                (0, waits(Wait, 1)),
                (0, vec![Broadcast; 2]),
            ],
        ),
        scenario("Rt Rt Lt, broadcast, L", &herd_and(&[(0, vec![Broadcast]), (0, locks(1))])),
        scenario(
            "Rt Rt Lt, broadcast, signal, Gt",
            &herd_and(&[(0, vec![Broadcast, Signal]), (30, timed(1))]),
        ),
        scenario(
            "Rtx2 Lt, signal, broadcast, L, Gt",
            &[
                (10, waits(TimedWait, 2)),
                (0, waits(TimedWait, 1)),
                (0, vec![Signal, Broadcast]),
                (0, locks(1)),
                (20, timed(1)),
            ],
        ),
        scenario("Rt Rt Lt, broadcast, L, any hand-over", &herd_and(&[(0, vec![Broadcast]), (0, locks(1))]))
            .with(any_hand_over),
    ]
}
