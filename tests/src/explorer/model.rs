//! A model: threads with scripts and priorities, policies, and the rules that are kept.

use super::action::Action;
use super::program::{Op, Pc};
use super::queue::MAX_THREADS;
use super::rules::{Broken, Rules};
use super::state::{After, State};
use super::system::{Successor, System};
use super::turn::Turn;
use super::violation::Violation;
use super::{acquire, broadcast, check, cond_wait, kernel_waiter, outside, park, release, signal};

/// How a release in user space chooses between handing over and letting compete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HandOver {
    /// Always pops the top waiter and lets it compete.
    #[default]
    Parallel,
    /// Either, at every release: whatever a policy decides is covered.
    Any,
    /// Hands over once the top waiter was overtaken this often; a ghost that gets the lock converts it
    /// once it was overtaken more often.
    Auto {
        /// The bound.
        bound: u8,
        /// How often a waiter may be overtaken at most.
        promised: u8,
    },
}

/// How a real-time thread parks in a condvar wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RealTimePark {
    /// By FUTEX_WAIT; the signaller enters it as a ghost and wakes it, and it calls LOCK_PI itself.
    #[default]
    Wait,
    /// By FUTEX_WAIT_REQUEUE_PI; the signaller moves it by FUTEX_CMP_REQUEUE_PI.
    RequeuePi,
}

/// Threads, policies and rules.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// What each thread does.
    pub scripts: Vec<Vec<Op>>,
    /// Priority of each thread; 0 is not real-time.
    pub priorities: [u8; MAX_THREADS],
    /// Hand-over at a release.
    pub hand_over: HandOver,
    /// How real-time condvar waiters park.
    pub real_time_park: RealTimePark,
    /// A lazy waiter may be converted at any moment (R8).
    pub converts: bool,
    /// A batch member may be taken out and moved at any moment (R9).
    pub resorts: bool,
    /// Lazy members that follow one moved out of a batch in the same section, at most.
    pub followers: u8,
    /// Members besides the carrier that a broadcast wakes at once.
    pub early_wakes: u8,
    /// A condvar waiter may also be woken when it could be moved.
    pub may_not_move: bool,
    /// A broadcast finds members that name different mutexes.
    pub mixed_mutexes: bool,
    /// FUTEX_WAIT and FUTEX_WAKE are steps of their own. Without, a sleeper sees its changed word at once.
    pub late_wakes: bool,
    /// LOCK_PI may fail once an operation (ENOMEM), without having done anything.
    pub lock_pi_fails: bool,
    /// LOCK_PI may refuse a lock that another thread than its owner may unlock; its waiter goes on lazily.
    pub lock_pi_refuses: bool,
    /// Rules, some of them perhaps broken.
    pub rules: Rules,
}

impl Model {
    /// A model of threads, each with a priority and a script, by the rules and the simplest policies.
    pub fn new(threads: &[(u8, Vec<Op>)]) -> Self {
        let scripts = threads.iter().map(|(_, script)| script.clone()).collect();
        let mut model = Model { scripts, followers: MAX_THREADS as u8, ..Model::default() };
        for (thread, (priority, _)) in threads.iter().enumerate() {
            model.priorities[thread] = *priority;
        }
        model
    }

    /// With this hand-over.
    #[must_use]
    pub fn hand_over(mut self, hand_over: HandOver) -> Self {
        self.hand_over = hand_over;
        self
    }

    /// Real-time condvar waiters park by FUTEX_WAIT_REQUEUE_PI.
    #[must_use]
    pub fn requeue_pi(mut self) -> Self {
        self.real_time_park = RealTimePark::RequeuePi;
        self
    }

    /// Lazy waiters may be converted at any moment.
    #[must_use]
    pub fn converts(mut self) -> Self {
        self.converts = true;
        self
    }

    /// Batch members may be taken out and moved at any moment.
    #[must_use]
    pub fn resorts(mut self) -> Self {
        self.resorts = true;
        self
    }

    /// So many lazy members follow one that was moved out of a batch, at most.
    #[must_use]
    pub fn followers(mut self, members: u8) -> Self {
        self.followers = members;
        self
    }

    /// A broadcast wakes so many members besides the carrier.
    #[must_use]
    pub fn early_wakes(mut self, members: u8) -> Self {
        self.early_wakes = members;
        self
    }

    /// A broadcast finds members that name different mutexes.
    #[must_use]
    pub fn mixed_mutexes(mut self) -> Self {
        self.mixed_mutexes = true;
        self
    }

    /// Condvar waiters may be woken instead of moved.
    #[must_use]
    pub fn may_not_move(mut self) -> Self {
        self.may_not_move = true;
        self
    }

    /// FUTEX_WAIT and FUTEX_WAKE are steps.
    #[must_use]
    pub fn late_wakes(mut self) -> Self {
        self.late_wakes = true;
        self
    }

    /// LOCK_PI may fail.
    #[must_use]
    pub fn lock_pi_fails(mut self) -> Self {
        self.lock_pi_fails = true;
        self
    }

    /// LOCK_PI may refuse.
    #[must_use]
    pub fn lock_pi_refuses(mut self) -> Self {
        self.lock_pi_refuses = true;
        self
    }

    /// With a rule broken.
    #[must_use]
    pub fn without(mut self, broken: Broken) -> Self {
        self.rules = self.rules.with(broken);
        self
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.scripts.len()
    }

    /// The operation at which `thread` is.
    pub fn op_of(&self, state: &State, thread: usize) -> Option<Op> {
        self.scripts[thread].get(usize::from(state.threads[thread].op)).copied()
    }

    /// Whether `thread` waits on the condvar by FUTEX_WAIT_REQUEUE_PI: decided when it blocks, not by what
    /// it has become since (R7).
    pub fn parks_by_requeue(&self, thread: usize) -> bool {
        self.real_time_park == RealTimePark::RequeuePi && self.priorities[thread] > 0
    }

    /// How many operations in all scripts `select` picks.
    pub fn count_ops(&self, select: impl Fn(Op) -> bool) -> usize {
        self.scripts.iter().flatten().filter(|&&op| select(op)).count()
    }

    /// Whether `thread` may sleep for ever: it is done, or waits on the condvar and nobody popped it.
    pub fn may_rest(&self, state: &State, thread: usize) -> bool {
        let me = &state.threads[thread];
        let is_unsignalled =
            matches!(me.pc, Pc::Park | Pc::RequeueAsleep) && state.cond_queue.contains(thread);
        is_unsignalled || me.pc == Pc::Next && self.op_of(state, thread).is_none()
    }
}

impl System for Model {
    type State = State;

    const ACTIONS: usize = Action::ALL.len();

    fn successors(&self, state: &State, out: &mut Vec<Successor<State>>) {
        out.clear();
        for me in 0..self.threads() {
            let mut turn = Turn { model: self, state, me, out };
            take_turn(&mut turn);
            outside::steps(&mut turn);
        }
    }

    fn check_state(&self, state: &State) -> Result<(), Violation> {
        check::check_state(self, state)
    }

    fn check_rest(&self, state: &State) -> Result<(), Violation> {
        check::check_rest(self, state)
    }

    fn show(&self, state: &State) -> String {
        state.to_string()
    }

    fn place(&self, state: &State, thread: usize) -> String {
        format!("{:?}", state.threads[thread].pc)
    }
}

/// The steps of one thread.
fn take_turn(turn: &mut Turn<'_>) {
    if turn.thread().wakes != 0 {
        return park::wake_next(turn);
    }
    match turn.thread().pc {
        Pc::Next => begin(turn),
        Pc::LockFast => acquire::lock_fast(turn),
        Pc::TryLock => acquire::try_lock(turn),
        Pc::Look => acquire::look(turn),
        Pc::Take => acquire::take(turn),
        Pc::Section => acquire::section(turn),
        Pc::SectionLook => acquire::section_look(turn),
        Pc::SectionTake => acquire::section_take(turn),
        Pc::SectionSetWaiters => acquire::section_set_waiters(turn),
        Pc::Park => park::park(turn),
        Pc::Interrupted => park::interrupted(turn),
        Pc::LockPi => kernel_waiter::lock_pi(turn),
        Pc::LockPiBlocked => kernel_waiter::lock_pi_blocked(turn),
        Pc::LockPiHanded => kernel_waiter::lock_pi_handed(turn),
        Pc::LeaveAsOwner => kernel_waiter::leave_as_owner(turn),
        Pc::LeaveNotOwner => kernel_waiter::leave_not_owner(turn),
        Pc::LeaveToRetry => kernel_waiter::leave_to_retry(turn),
        Pc::UnlockFast => release::unlock_fast(turn),
        Pc::UnlockSection => release::unlock_section(turn),
        Pc::UnlockPi => release::unlock_pi(turn),
        Pc::UnlockSettle => release::unlock_settle(turn),
        Pc::LateStore => release::late_store(turn),
        Pc::DestroyMutex => release::destroy_mutex(turn),
        Pc::CondEnqueue => cond_wait::cond_enqueue(turn),
        Pc::RequeueWait => cond_wait::requeue_wait(turn),
        Pc::RequeueAsleep => cond_wait::requeue_asleep(turn),
        Pc::RequeuedBlocked => cond_wait::requeued_blocked(turn),
        Pc::RequeuedHanded => cond_wait::requeued_handed(turn),
        Pc::CondHint => signal::cond_hint(turn),
        Pc::Pick => signal::pick(turn),
        Pc::Place => signal::place(turn),
        Pc::PlaceLook => signal::place_look(turn),
        Pc::PlaceSetWaiters => signal::place_set_waiters(turn),
        Pc::Follow => signal::follow(turn),
        Pc::CmpRequeue => signal::cmp_requeue(turn),
        Pc::LateGhost => signal::late_ghost(turn),
        Pc::OwnGhost => signal::own_ghost(turn),
        Pc::LateHint => signal::late_hint(turn),
        Pc::EarlySection => broadcast::early_section(turn),
        Pc::DestroyCond => broadcast::destroy_cond(turn),
    }
}

/// The first step of the next operation. Beginning it is no step of its own.
fn begin(turn: &mut Turn<'_>) {
    let Some(op) = turn.op() else { return };
    let mut state = *turn.state;
    let me = &mut state.threads[turn.me];
    me.pc = match op {
        Op::Lock | Op::TimedLock => Pc::LockFast,
        Op::TryLock => Pc::TryLock,
        Op::Unlock | Op::UnlockIfOwned | Op::LastUnlock => Pc::UnlockFast,
        Op::HandlerUnlock => Pc::UnlockPi,
        Op::Wait | Op::TimedWait | Op::CancelWait => Pc::CondEnqueue,
        Op::Signal | Op::Broadcast | Op::LastBroadcast => Pc::CondHint,
    };
    if matches!(me.pc, Pc::UnlockFast | Pc::UnlockPi) {
        me.owns = false;
    }
    if op == Op::LastUnlock {
        state.references_used += 1;
        if usize::from(state.references_used) == turn.model.count_ops(|op| op == Op::LastUnlock) {
            state.threads[turn.me].after = After::DestroyMutex;
        }
    }
    if op == Op::LastBroadcast && usize::from(state.waits_begun) < turn.model.count_ops(Op::is_wait) {
        return;
    }
    take_turn(&mut Turn { model: turn.model, state: &state, me: turn.me, out: turn.out });
}
