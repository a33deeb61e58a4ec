//! The way to a violation, printed one step a line.

use std::fmt;

use super::model::Model;
use super::queue::Queue;
use super::state::State;
use super::turn::{Actor, Successor};

/// The steps from the start to a violation.
#[derive(Clone, Debug)]
pub struct Trace {
    lines: Vec<String>,
}

impl Trace {
    /// The trace through `states`; `failing` is a last step that has no state after it.
    pub fn new(model: &Model, states: Vec<State>, failing: Option<&Successor>) -> Self {
        let mut lines = Vec::new();
        let mut successors = Vec::new();
        for pair in states.windows(2) {
            model.successors(&pair[0], &mut successors);
            let taken = successors.iter().find(|successor| successor.outcome == Ok(pair[1]));
            let step = taken.map_or_else(|| "?".to_owned(), describe);
            lines.push(format!("{step:<72} {}", Shown(&pair[1])));
        }
        if let (Some(failing), Some(last)) = (failing, states.last()) {
            let Actor::Thread(thread) = failing.actor else { return Trace { lines } };
            lines.push(format!("{} (at {:?})", describe(failing), last.threads[thread].pc));
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

fn describe(successor: &Successor) -> String {
    let other = successor.event.other.map_or_else(String::new, |other| format!("T{other}"));
    let text = successor.event.action.text().replace("{}", &other);
    match successor.actor {
        Actor::Thread(thread) => format!("T{thread} {text}"),
        Actor::Outside => format!("-- {text}"),
    }
}

/// A state in one line.
struct Shown<'a>(&'a State);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.0;
        let owner =
            state.word.tid.checked_sub(1).map_or_else(|| "0".to_owned(), |thread| format!("T{thread}"));
        write!(f, "word {owner}{}", if state.word.waiters { "|W" } else { "" })?;
        self.show_queue(f, "mutex", state.mutex_queue)?;
        self.show_queue(f, "cond", state.cond_queue)?;
        for batch in state.batches {
            self.show_queue(f, "batch", batch)?;
        }
        self.show_queue(f, "kernel", state.kernel.waiters)?;
        for (name, inside) in ["mutex", "cond"].iter().zip(state.inside) {
            if let Some(thread) = inside.checked_sub(1) {
                write!(f, "  T{thread} in {name} bucket")?;
            }
        }
        Ok(())
    }
}

impl Shown<'_> {
    /// Its threads in order, ghosts with a star.
    fn show_queue(&self, f: &mut fmt::Formatter<'_>, name: &str, queue: Queue) -> fmt::Result {
        if queue.is_empty() {
            return Ok(());
        }
        write!(f, "  {name}[")?;
        for (place, thread) in queue.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let star = if self.0.threads[thread].ghost { "*" } else { "" };
            write!(f, "{space}T{thread}{star}")?;
        }
        write!(f, "]")
    }
}
