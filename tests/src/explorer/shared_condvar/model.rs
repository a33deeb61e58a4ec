//! The model: threads with scripts, how many may be killed, and rules that may be broken.

use super::action::Action;
use super::program::{Op, Pc};
use super::state::State;
use super::{section, signal, wait};
use crate::explorer::queue::MAX_THREADS;
use crate::explorer::system::{Actor, Event, Successor, System};
use crate::explorer::violation::Violation;

/// A way to break the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The lock is not announced to the kernel.
    NotAnnounced,
    /// A signal clears the hint before it wakes.
    HintClearedFirst,
    /// A signal that woke as many as asked for clears the hint too.
    HintClearedAlways,
    /// A waiter sets the hint after it has left the section.
    HintSetOutside,
    /// A waiter reads the sequence after it has left the section.
    ReadOutside,
    /// A signal wakes before it advances the sequence.
    WakeBeforeAdvance,
    /// A waiter sleeps without end, not in slices.
    NoSlices,
    /// A cancelled waiter passes nothing on.
    KeepsSignal,
    /// Who takes the lock from a dead owner neither advances nor wakes. Sleepers look for themselves when
    /// their slices end, so this loses nothing.
    NoRecovery,
}

/// Threads, deaths and rules.
#[derive(Clone, Debug)]
pub struct Model {
    /// What each thread does.
    pub scripts: Vec<Vec<Op>>,
    /// Priority of each thread, for the kernel's queues.
    pub priorities: [u8; MAX_THREADS],
    /// How many threads may be killed.
    pub kills: u32,
    /// Whether it is shared between processes: then sleeps are cut into slices.
    pub is_shared: bool,
    /// The broken rule.
    pub broken: Option<Broken>,
}

impl Model {
    /// A shared condvar, and threads of which some may be killed.
    pub fn shared(kills: u32, threads: &[(u8, Vec<Op>)]) -> Self {
        let mut priorities = [0; MAX_THREADS];
        for (thread, (priority, _)) in threads.iter().enumerate() {
            priorities[thread] = *priority;
        }
        let scripts = threads.iter().map(|(_, script)| script.clone()).collect();
        Model { scripts, priorities, kills, is_shared: true, broken: None }
    }

    /// A condvar of one process.
    pub fn private(threads: &[(u8, Vec<Op>)]) -> Self {
        Model { is_shared: false, ..Model::shared(0, threads) }
    }

    /// With a rule broken.
    #[must_use]
    pub fn without(mut self, broken: Broken) -> Self {
        self.broken = Some(broken);
        self
    }

    /// Whether a rule is broken in this way.
    pub fn is_broken(&self, broken: Broken) -> bool {
        self.broken == Some(broken)
    }

    /// The operation at which `thread` is.
    pub fn op_of(&self, state: &State, thread: usize) -> Option<Op> {
        self.scripts[thread].get(usize::from(state.threads[thread].op)).copied()
    }

    /// Whether every waiter is blocked or has no more waits to make.
    fn have_all_waits_begun(&self, state: &State) -> bool {
        (0..self.scripts.len()).all(|thread| {
            let waits_now = self.op_of(state, thread).is_some_and(Op::is_wait);
            !waits_now || state.is_dead(thread) || state.threads[thread].pc >= Pc::Sleep
        })
    }
}

/// One thread's turn in one state.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The model.
    pub model: &'a Model,
    /// The state before.
    pub state: &'a State,
    /// Whose turn it is.
    pub me: usize,
    /// Where the successors go.
    pub out: &'a mut Vec<Successor<State>>,
}

impl Turn<'_> {
    /// Adds the successor that `change` makes.
    pub fn step(&mut self, change: impl FnOnce(&mut State) -> Result<Event, Violation>) {
        self.add(Actor::Thread(self.me), true, change);
    }

    /// The same for a time-out or a cancellation.
    pub fn without_progress(&mut self, change: impl FnOnce(&mut State) -> Result<Event, Violation>) {
        self.add(Actor::Thread(self.me), false, change);
    }

    /// The same for what happens to the thread.
    pub fn from_outside(
        &mut self,
        is_progress: bool,
        change: impl FnOnce(&mut State) -> Result<Event, Violation>,
    ) {
        self.add(Actor::Outside, is_progress, change);
    }

    fn add(
        &mut self,
        actor: Actor,
        is_progress: bool,
        change: impl FnOnce(&mut State) -> Result<Event, Violation>,
    ) {
        let mut state = *self.state;
        let (event, outcome) = match change(&mut state) {
            Ok(event) => (event, Ok(state)),
            Err(violation) => (Action::Fails.alone(), Err(violation)),
        };
        self.out.push(Successor { actor, event, is_progress, outcome });
    }
}

impl System for Model {
    type State = State;

    const ACTIONS: usize = Action::ALL.len();

    fn successors(&self, state: &State, out: &mut Vec<Successor<State>>) {
        out.clear();
        for me in (0..self.scripts.len()).filter(|&thread| !state.is_dead(thread)) {
            let mut turn = Turn { model: self, state, me, out };
            take_turn(&mut turn);
            let is_done = self.op_of(state, me).is_none();
            if !is_done && state.dead.count_ones() < self.kills {
                turn.from_outside(false, |state| Ok(section::die(self, state, me)));
            }
        }
    }

    /// One living thread is inside the section at most, and the lock names it.
    fn check_state(&self, state: &State) -> Result<(), Violation> {
        let mut inside = (0..self.scripts.len())
            .filter(|&thread| !state.is_dead(thread) && state.threads[thread].pc.is_inside());
        match (inside.next(), inside.next()) {
            (Some(owner), None) if usize::from(state.lock.tid) == owner + 1 => Ok(()),
            (None, _) => Ok(()),
            _ => Err(Violation::NotExclusive),
        }
    }

    /// Only waiters sleep, and no completed signal owes them a wake-up.
    fn check_rest(&self, state: &State) -> Result<(), Violation> {
        let is_stuck = |&thread: &usize| {
            let is_done = self.op_of(state, thread).is_none();
            !is_done && !state.is_dead(thread) && !may_rest(self, state, thread)
        };
        let threads = (0..self.scripts.len()).filter(is_stuck).fold(0, |bits, thread| bits | 1 << thread);
        if threads != 0 {
            return Err(Violation::Stranded { threads });
        }
        let is_owed = |promise: &super::state::Promise| {
            promise.is_complete && promise.blocked != 0 && (promise.to_all || !promise.is_kept)
        };
        if state.promises.iter().any(is_owed) { Err(Violation::SignalLost) } else { Ok(()) }
    }

    fn show(&self, state: &State) -> String {
        state.to_string()
    }

    fn place(&self, state: &State, thread: usize) -> String {
        format!("{:?}", state.threads[thread].pc)
    }
}

/// Asleep in a wait, or a last broadcast whose time has not come.
fn may_rest(model: &Model, state: &State, thread: usize) -> bool {
    let waits_for_others =
        model.op_of(state, thread) == Some(Op::LastBroadcast) && !model.have_all_waits_begun(state);
    state.threads[thread].pc == Pc::Asleep || state.threads[thread].pc == Pc::Next && waits_for_others
}

/// The steps of one thread.
fn take_turn(turn: &mut Turn<'_>) {
    match turn.state.threads[turn.me].pc {
        Pc::Next => begin(turn),
        Pc::Hint => signal::hint(turn),
        Pc::Enter => section::enter(turn),
        Pc::EnterPi => section::enter_pi(turn),
        Pc::EnterBlocked | Pc::EnterStuck => {}
        Pc::EnterHanded => section::enter_handed(turn),
        Pc::RecoverAdvance | Pc::RecoverWake | Pc::RecoverHint | Pc::RecoverClear => section::recover(turn),
        Pc::BeginHint | Pc::LateHint => wait::set_hint(turn),
        Pc::BeginRead | Pc::LateRead => wait::read(turn),
        Pc::Advance => signal::advance(turn),
        Pc::Wake => signal::wake(turn),
        Pc::ClearHint => signal::clear_hint(turn),
        Pc::Leave => section::leave(turn),
        Pc::LeavePi => section::leave_pi(turn),
        Pc::Sleep => wait::sleep(turn),
        Pc::Asleep => wait::asleep(turn),
        Pc::PassOn => wait::pass_on(turn),
        Pc::Woken => wait::woken(turn),
        Pc::Destroy => signal::destroy(turn),
    }
}

/// The first step of the next operation. Beginning it is no step of its own.
fn begin(turn: &mut Turn<'_>) {
    let Some(op) = turn.model.op_of(turn.state, turn.me) else { return };
    if op == Op::LastBroadcast && !turn.model.have_all_waits_begun(turn.state) {
        return;
    }
    let mut state = *turn.state;
    state.threads[turn.me].pc = if op.is_wait() { Pc::Enter } else { Pc::Hint };
    take_turn(&mut Turn { model: turn.model, state: &state, me: turn.me, out: turn.out });
}
