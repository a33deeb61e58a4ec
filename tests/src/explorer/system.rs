//! What the search needs to know of a system.

use std::fmt;
use std::hash::Hash;

use super::violation::Violation;

/// Something with states and steps, which is explored.
pub trait System {
    /// A state; the default one is where every run starts.
    type State: Copy + Eq + Hash + Default;

    /// How many kinds of actions there are.
    const ACTIONS: usize;

    /// Fills `out` with every step that can come next.
    fn successors(&self, state: &Self::State, out: &mut Vec<Successor<Self::State>>);

    /// What must hold in every reachable state.
    ///
    /// # Errors
    ///
    /// What does not hold.
    fn check_state(&self, state: &Self::State) -> Result<(), Violation>;

    /// What must hold where no step is left but those that are no progress.
    ///
    /// # Errors
    ///
    /// What does not hold.
    fn check_rest(&self, state: &Self::State) -> Result<(), Violation>;

    /// A state in one line of a trace.
    fn show(&self, state: &Self::State) -> String;

    /// Where a thread stands.
    fn place(&self, state: &Self::State, thread: usize) -> String;
}

/// Who made a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A thread.
    Thread(usize),
    /// Somebody who is not a thread of the system, such as one that changes a priority.
    Outside,
}

/// What a step did, and the other thread it concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Number of the action.
    pub number: usize,
    /// What was done; `{}` stands for the other thread.
    pub text: &'static str,
    /// To whom, if to somebody.
    pub other: Option<usize>,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let other = self.other.map_or_else(String::new, |other| format!("T{other}"));
        f.write_str(&self.text.replace("{}", &other))
    }
}

/// One possible next step.
#[derive(Clone, Copy, Debug)]
pub struct Successor<State> {
    /// Who made it.
    pub actor: Actor,
    /// What it was.
    pub event: Event,
    /// Whether it needs no help: time-outs, cancellations, deaths and the outside are no progress.
    pub is_progress: bool,
    /// The state it leads to, or what goes wrong.
    pub outcome: Result<State, Violation>,
}

impl<State> fmt::Display for Successor<State> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.actor {
            Actor::Thread(thread) => write!(f, "T{thread} {}", self.event),
            Actor::Outside => write!(f, "-- {}", self.event),
        }
    }
}

/// Defines an enum of actions, the list of all of them and their texts in one table.
#[macro_export]
macro_rules! actions {
    ($(#[$doc:meta])* $Action:ident { $($name:ident => $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $Action { $(#[doc = $text] $name,)* }

        impl $Action {
            /// All of them.
            pub const ALL: &'static [$Action] = &[$($Action::$name,)*];

            /// The text for traces.
            pub fn text(self) -> &'static str {
                match self { $($Action::$name => $text,)* }
            }

            /// This action, concerning nobody else.
            pub fn alone(self) -> $crate::explorer::system::Event {
                $crate::explorer::system::Event { number: self as usize, text: self.text(), other: None }
            }

            /// This action, concerning `other`.
            pub fn on(self, other: usize) -> $crate::explorer::system::Event {
                $crate::explorer::system::Event { number: self as usize, text: self.text(), other: Some(other) }
            }
        }
    };
}
