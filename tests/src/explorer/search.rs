//! Breadth first through all states, so that the first violation found has a shortest trace.

use std::time::Instant;

use super::index::KnownStates;
use super::system::{Actor, Successor, System};
use super::trace::Trace;
use super::violation::Violation;

/// Where a search stops even if it is not done.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// States.
    pub states: usize,
    /// Time of day.
    pub until: Instant,
}

/// How much was explored.
#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// Distinct states.
    pub states: usize,
    /// Steps between them.
    pub transitions: usize,
    /// States where nothing moves but by time-outs.
    pub resting: usize,
    /// How often each action was taken, by its number.
    pub actions: Vec<u64>,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every state was seen and nothing is wrong.
    Holds(Extent),
    /// Something is wrong.
    Violated(Violation, Trace),
    /// A limit was reached, and nothing was wrong up to there.
    TooLarge(Extent),
}

/// A search that is under way.
struct Search<'a, S: System> {
    system: &'a S,
    known: KnownStates<S::State>,
    /// The state from which each was first reached.
    parents: Vec<u32>,
    /// Numbers of the successors of each state, in the order of the states; where each state's begin.
    /// Without what comes from outside, which may do the same thing for ever.
    edges: Vec<u32>,
    edges_begin: Vec<usize>,
    extent: Extent,
}

/// Explores every state of `system`.
pub fn explore<S: System>(system: &S, limits: Limits) -> Verdict {
    let mut search = Search {
        system,
        known: KnownStates::new(S::State::default()),
        parents: vec![0],
        edges: Vec::new(),
        edges_begin: Vec::new(),
        extent: Extent { actions: vec![0; S::ACTIONS], ..Extent::default() },
    };
    let mut successors = Vec::new();
    let mut current = 0;
    while current < search.known.len() {
        if current >= limits.states || current % 4096 == 0 && Instant::now() > limits.until {
            search.extent.states = search.known.len();
            return Verdict::TooLarge(search.extent);
        }
        if let Err((violation, failing)) = search.visit(current, &mut successors) {
            return Verdict::Violated(
                violation,
                search.trace_to(current, failing.map(|place| &successors[place])),
            );
        }
        current += 1;
    }
    search.extent.states = search.known.len();
    match search.find_cycle() {
        Some(state) => Verdict::Violated(Violation::Endless, search.trace_to(state, None)),
        None => Verdict::Holds(search.extent),
    }
}

impl<S: System> Search<'_, S> {
    /// Checks a state and enters its successors. Fails with the violation, and the place of the successor
    /// that makes it unless it is the state itself.
    fn visit(
        &mut self,
        current: usize,
        successors: &mut Vec<Successor<S::State>>,
    ) -> Result<(), (Violation, Option<usize>)> {
        let state = *self.known.get(current);
        self.system.check_state(&state).map_err(|violation| (violation, None))?;
        self.system.successors(&state, successors);
        if !successors.iter().any(|successor| successor.is_progress) {
            self.extent.resting += 1;
            self.system.check_rest(&state).map_err(|violation| (violation, None))?;
        }
        self.edges_begin.push(self.edges.len());
        for (place, successor) in successors.iter().enumerate() {
            let next = successor.outcome.map_err(|violation| (violation, Some(place)))?;
            self.extent.transitions += 1;
            self.extent.actions[successor.event.number] += 1;
            let (number, is_new) = self.known.number_of(next);
            if successor.actor != Actor::Outside {
                self.edges.push(number as u32);
            }
            if is_new {
                self.parents.push(current as u32);
            }
        }
        Ok(())
    }

    /// The way from the start to a state, and the step after it that fails.
    fn trace_to(&self, state: usize, failing: Option<&Successor<S::State>>) -> Trace {
        let mut path = vec![state];
        while *path.last().unwrap_or(&0) != 0 {
            path.push(self.parents[path[path.len() - 1]] as usize);
        }
        path.reverse();
        let states = path.iter().map(|&number| *self.known.get(number)).collect();
        Trace::new(self.system, states, failing)
    }

    /// A state that can come again. Scripts are finite, so a run that returns to a state can do so for
    /// ever: a livelock. States without predecessors left are taken away until none is left.
    fn find_cycle(&self) -> Option<usize> {
        let mut predecessors = vec![0_u32; self.known.len()];
        for &successor in &self.edges {
            predecessors[successor as usize] += 1;
        }
        let mut free: Vec<usize> =
            (0..predecessors.len()).filter(|&state| predecessors[state] == 0).collect();
        let mut taken = 0;
        while let Some(state) = free.pop() {
            taken += 1;
            for &successor in self.edges_of(state) {
                predecessors[successor as usize] -= 1;
                if predecessors[successor as usize] == 0 {
                    free.push(successor as usize);
                }
            }
        }
        (taken < predecessors.len()).then(|| predecessors.iter().position(|&count| count > 0).unwrap_or(0))
    }

    fn edges_of(&self, state: usize) -> &[u32] {
        let end = self.edges_begin.get(state + 1).copied().unwrap_or(self.edges.len());
        &self.edges[self.edges_begin[state]..end]
    }
}
