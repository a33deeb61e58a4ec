//! The search's view: which steps can come next.

use std::cell::RefCell;

use super::action::Action;
use super::after;
use super::death;
use super::kernel;
use super::places::Places;
use super::program::Visit;
use super::replay::{Ask, Code};
use super::rules;
use super::state::{Life, State, Thread};
use super::steps::{self, Broken, Outcome};
use crate::explorer::system::{Actor, Event, Successor, System};
use crate::explorer::violation::Violation;

/// Threads with visits, on a rwlock with one to three slots.
#[derive(Debug)]
pub struct Model {
    /// What each thread does, at most three visits each.
    pub visits: Vec<Vec<Visit>>,
    /// How many may be killed.
    pub kills: u8,
    /// Who may be killed, one bit each.
    pub mortal: u8,
    /// Slots.
    pub slots: usize,
    /// The last thread comes into being when the first is gone, with its id.
    pub reborn: bool,
    /// Loads may miss the last write.
    pub weak: bool,
    /// The fault.
    pub broken: Option<Broken>,
    /// Places in the code, as far as they are known.
    pub places: RefCell<Places>,
}

impl Model {
    /// Three threads at most, of which some may be killed.
    pub fn new(slots: usize, kills: u8, visits: &[&[Visit]]) -> Model {
        Model {
            visits: visits.iter().map(|visits| visits.to_vec()).collect(),
            kills,
            mortal: u8::MAX,
            slots,
            reborn: false,
            weak: false,
            broken: None,
            places: RefCell::new(Places::new(Code { slots, reads: 0 })),
        }
    }

    /// With only these threads mortal, one bit each.
    #[must_use]
    pub fn mortal(self, mortal: u8) -> Model {
        Model { mortal, ..self }
    }

    /// With the last thread given the first one's id.
    #[must_use]
    pub fn reborn(self) -> Model {
        Model { reborn: true, ..self }
    }

    /// With loads that may miss the last write.
    #[must_use]
    pub fn weak(self) -> Model {
        Model { weak: true, ..self }
    }

    /// With a fault.
    #[must_use]
    pub fn with(self, broken: Broken) -> Model {
        let code = Code { slots: self.slots, reads: u32::from(broken == Broken::IdTrusted) };
        Model { broken: Some(broken), places: RefCell::new(Places::new(code)), ..self }
    }

    /// A thread's id.
    pub fn tid(&self, thread: usize) -> u32 {
        if self.is_reborn(thread) { 1 } else { thread as u32 + 1 }
    }

    /// Whether a thread takes a dead one's id.
    pub fn is_reborn(&self, thread: usize) -> bool {
        self.reborn && thread + 1 == self.visits.len()
    }

    /// Whether a thread has come into being, and is not gone.
    pub fn exists(&self, state: &State, thread: usize) -> bool {
        let it = &state.threads[thread];
        it.life != Life::Gone && (it.is_born || !self.is_reborn(thread))
    }

    /// The visit that a thread makes, or makes next.
    pub fn visit(&self, state: &State, thread: usize) -> Option<Visit> {
        self.visits.get(thread)?.get(usize::from(state.threads[thread].visit)).copied()
    }

    /// What a thread does next: the first operation of its next visit, if it is idle.
    pub fn next(&self, state: &State, thread: usize) -> (u32, Ask) {
        let mut places = self.places.borrow_mut();
        let place = match (state.threads[thread].place, self.visit(state, thread)) {
            (0, Some(visit)) => places.begin(self.tid(thread), visit),
            (place, _) => place,
        };
        (place, places.next(place))
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
    /// The thread before its step.
    pub fn thread(&self) -> &Thread {
        &self.state.threads[self.me]
    }

    /// Adds the successor that `change` makes, if it makes one.
    pub fn step(
        &mut self,
        is_progress: bool,
        change: impl FnOnce(&mut State) -> Result<Option<Event>, Violation>,
    ) {
        let mut state = *self.state;
        let (event, outcome) = match change(&mut state) {
            Ok(None) => return,
            Ok(Some(event)) => (event, Ok(state)),
            Err(violation) => (Action::Fails.alone(), Err(violation)),
        };
        self.out.push(Successor { actor: Actor::Thread(self.me), event, is_progress, outcome });
    }

    /// All that the thread can do.
    fn all(&mut self) {
        let (model, me) = (self.model, self.me);
        if !model.exists(self.state, me) {
            return death::birth(self);
        }
        if self.thread().life != Life::Lives {
            return death::go_on(self);
        }
        if self.thread().waits_for != 0 {
            kernel::wait(self);
        } else {
            let (place, ask) = model.next(self.state, me);
            match ask {
                Ask::Idle => death::end(self),
                _ => self.access(place, ask),
            }
        }
        death::kill(self);
    }

    /// An operation of the code; a load twice, if it may miss the last write.
    fn access(&mut self, place: u32, ask: Ask) {
        let (model, me) = (self.model, self.me);
        let begun = |state: &mut State| {
            if state.threads[me].place == 0 {
                rules::begin(model, state, me);
                state.threads[me].place = place;
            }
        };
        self.step(true, |state| {
            begun(state);
            make(model, state, me, ask)
        });
        if let Some(result) = steps::stale(model, self.state, me, ask) {
            self.step(true, |state| {
                begun(state);
                rules::go_on(model, state, me, result)?;
                Ok(Some(Action::LoadOld.alone()))
            });
        }
    }
}

/// Makes a step of the code, and what needs no step of its own after it.
///
/// # Errors
/// What goes wrong.
pub fn make(model: &Model, state: &mut State, me: usize, ask: Ask) -> Result<Option<Event>, Violation> {
    match steps::apply(model, state, me, ask)? {
        Outcome::Stays(event) => Ok(event),
        Outcome::Result(result, event) => {
            rules::go_on(model, state, me, result)?;
            Ok(Some(event))
        }
    }
}

impl System for Model {
    type State = State;

    const ACTIONS: usize = Action::ALL.len();

    fn successors(&self, state: &State, out: &mut Vec<Successor<State>>) {
        out.clear();
        let threads = 0..self.visits.len();
        // A step that nobody else can notice comes first: what others do before it, they can do after it.
        let is_alone = |&thread: &usize| {
            let it = &state.threads[thread];
            it.life == Life::Lives && it.waits_for == 0 && self.places.borrow().next(it.place).is_own()
        };
        let alone = threads.clone().find(is_alone);
        for me in threads.filter(|&me| alone.is_none_or(|thread| thread == me)) {
            Turn { model: self, state, me, out }.all();
        }
    }

    fn check_state(&self, _: &State) -> Result<(), Violation> {
        Ok(())
    }

    fn check_rest(&self, state: &State) -> Result<(), Violation> {
        let is_stuck = |&thread: &usize| {
            let is_idle = state.threads[thread].place == 0 && self.visit(state, thread).is_none();
            self.exists(state, thread) && !is_idle
        };
        let stuck = (0..self.visits.len()).filter(is_stuck).fold(0, |bits, thread| bits | 1 << thread);
        if stuck != 0 {
            return Err(Violation::Stranded { threads: stuck });
        }
        after::check(self, state)
    }

    fn show(&self, state: &State) -> String {
        state.to_string()
    }

    fn place(&self, state: &State, thread: usize) -> String {
        format!("{:?}", self.next(state, thread).1)
    }
}
