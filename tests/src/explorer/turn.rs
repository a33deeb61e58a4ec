//! Producing the successors of a state.

use super::action::Action;
use super::model::Model;
use super::program::{Op, Pc};
use super::rules::Broken;
use super::state::{After, NodeState, State, Thread};
use super::system::{Actor, Event, Successor};
use super::violation::Violation;

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
    /// The thread whose turn it is.
    pub fn thread(&self) -> &Thread {
        &self.state.threads[self.me]
    }

    /// Its operation.
    pub fn op(&self) -> Option<Op> {
        self.model.op_of(self.state, self.me)
    }

    /// Whether a rule is broken in this model.
    pub fn broken(&self, broken: Broken) -> bool {
        self.model.rules.broken(broken)
    }

    /// Whether its deadline may pass, or a cancellation strike, now. A condvar waiter that gets the mutex
    /// back waits without limit.
    pub fn may_be_interrupted(&self) -> bool {
        let me = self.thread();
        self.op().is_some_and(Op::may_end_its_sleep) && !me.interrupted && !me.relocks
    }

    /// Adds the successor that `change` makes.
    pub fn step(&mut self, change: impl FnOnce(&mut Move<'_>) -> Result<Event, Violation>) {
        self.add(true, change);
    }

    /// The same for what only time or an outsider brings about.
    pub fn without_progress(&mut self, change: impl FnOnce(&mut Move<'_>) -> Result<Event, Violation>) {
        self.add(false, change);
    }

    fn add(&mut self, is_progress: bool, change: impl FnOnce(&mut Move<'_>) -> Result<Event, Violation>) {
        let mut state = *self.state;
        let mut step = Move { model: self.model, state: &mut state, me: self.me };
        let (event, outcome) = match change(&mut step) {
            Ok(event) => (event, Ok(state)),
            Err(violation) => (Action::Fails.alone(), Err(violation)),
        };
        self.out.push(Successor { actor: Actor::Thread(self.me), event, is_progress, outcome });
    }
}

/// A step being made: the state it changes, and what all protocols share.
#[derive(Debug)]
pub struct Move<'a> {
    /// The model.
    pub model: &'a Model,
    /// The state, being changed.
    pub state: &'a mut State,
    /// Who makes the step.
    pub me: usize,
}

impl Move<'_> {
    /// The thread that makes the step.
    pub fn thread(&mut self) -> &mut Thread {
        &mut self.state.threads[self.me]
    }

    /// Where it goes on.
    pub fn goto(&mut self, pc: Pc) {
        self.thread().pc = pc;
    }

    /// Its operation.
    pub fn op(&self) -> Option<Op> {
        self.model.op_of(self.state, self.me)
    }

    /// Whether a rule is broken in this model.
    pub fn broken(&self, broken: Broken) -> bool {
        self.model.rules.broken(broken)
    }

    /// Whether `thread` waits in the kernel: it is real-time, or was converted, and the kernel can serve it.
    pub fn is_kernel_class(&self, thread: usize) -> bool {
        let Thread { converted, boosts_nobody, .. } = self.state.threads[thread];
        (self.model.priorities[thread] > 0 || converted) && !boosts_nobody
    }

    /// Stores the state that ends another thread's sleep; FUTEX_WAKE comes after the section, and only
    /// if that thread has announced that it sleeps. Without late wakes the state itself wakes.
    ///
    /// # Errors
    ///
    /// As [`State::store_node`].
    pub fn mark(&mut self, thread: usize, node: NodeState) -> Result<(), Violation> {
        self.state.store_node(thread, node)?;
        if self.state.threads[thread].announced && !self.broken(Broken::NoWake) {
            self.thread().wakes |= 1 << thread;
        }
        Ok(())
    }

    /// The operation ends, and what it kept goes, so that equal situations are equal states.
    pub fn end_operation(&mut self) {
        self.state.drop_ticket(self.me);
        let thread = self.thread();
        let (op, owns, wakes) = (thread.op + 1, thread.owns, thread.wakes);
        *thread = Thread { op, owns, wakes, ..Thread::default() };
    }

    /// The thread has got the mutex: back to the program, or on with the condvar wait.
    pub fn acquired(&mut self) {
        self.state.drop_ticket(self.me);
        let thread = self.thread();
        thread.owns = true;
        (thread.overtaken, thread.converted, thread.boosts_nobody) = (0, false, false);
        if thread.in_wait { self.do_wait_duties() } else { self.end_operation() }
    }

    /// The attempt ends without the mutex; the operation that would have unlocked it is left out.
    pub fn not_acquired(&mut self) {
        self.end_operation();
        if self.op() == Some(Op::UnlockIfOwned) {
            self.thread().op += 1;
        }
    }

    /// The mutex is released.
    pub fn released(&mut self) {
        self.thread().seen = Default::default();
        match std::mem::take(&mut self.thread().after) {
            After::Sleep => self.sleep_on_cond(),
            After::DestroyMutex => self.goto(Pc::DestroyMutex),
            _ => self.end_operation(),
        }
    }
}
