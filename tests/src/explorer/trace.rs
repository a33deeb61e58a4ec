//! The way to a violation, printed one step a line.

use std::fmt;

use super::system::{Actor, Successor, System};

/// The steps from the start to a violation.
#[derive(Clone, Debug)]
pub struct Trace {
    lines: Vec<String>,
}

impl Trace {
    /// The trace through `states`; `failing` is a last step that has no state after it.
    pub fn new<S: System>(system: &S, states: Vec<S::State>, failing: Option<&Successor<S::State>>) -> Self {
        let mut lines = Vec::new();
        let mut successors = Vec::new();
        for pair in states.windows(2) {
            system.successors(&pair[0], &mut successors);
            let taken = successors.iter().find(|successor| successor.outcome == Ok(pair[1]));
            let step = taken.map_or_else(|| "?".to_owned(), Successor::to_string);
            lines.push(format!("{step:<72} {}", system.show(&pair[1])));
        }
        if let (Some(failing), Some(last)) = (failing, states.last()) {
            let place = match failing.actor {
                Actor::Thread(thread) => system.place(last, thread),
                Actor::Outside => "outside".to_owned(),
            };
            lines.push(format!("{failing} (at {place})"));
        }
        Trace { lines }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the first state is wrong already.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "    {line}"))
    }
}
