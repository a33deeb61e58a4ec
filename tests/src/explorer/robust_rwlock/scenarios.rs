//! The models that are explored, and those with a fault. In the names: R reads, W writes, `t` with a deadline, `?`
//! a try, `n` nested, `!` does not repair; `/n` the slots.

use super::model::Model;
use super::program::Visit;
use super::steps::Broken;
use crate::explorer::violation::Violation;

const R: Visit = Visit::READ;
const W: Visit = Visit::WRITE;

/// Models that hold.
pub fn all() -> Vec<(&'static str, Model)> {
    let new = Model::new;
    vec![
        ("RR W /1, two die", new(1, 2, &[&[R, R], &[W]])),
        ("WR WR /1, one dies", new(1, 1, &[&[W, R], &[W, R]])),
        ("W! WR /2, one dies", new(2, 1, &[&[W.careless()], &[W.careless(), R]])),
        ("Rn Wt /2, one dies", new(2, 1, &[&[R.nested()], &[W.timed(), R]])),
        ("R? W? Rn /1, one dies", new(1, 1, &[&[R.tried()], &[W.tried()], &[R.nested()]])),
        ("R R W /2, two die", new(2, 2, &[&[R], &[R], &[W]])),
        ("R R W /1, two die", new(1, 2, &[&[R], &[R], &[W]])),
        ("R R R /2, two die", new(2, 2, &[&[R], &[R], &[R]])),
        ("R W W /1, two die", new(1, 2, &[&[R], &[W], &[W]])),
        ("R W! W! /1, two die", new(1, 2, &[&[R], &[W.careless()], &[W.careless()]])),
        ("R W? W /1, two die", new(1, 2, &[&[R], &[W.tried()], &[W]])),
        ("R Wt Wt /1, one dies", new(1, 1, &[&[R], &[W.timed()], &[W.timed()]])),
        ("Rt Wt R /2, one dies", new(2, 1, &[&[R.timed()], &[W.timed()], &[R]])),
        ("W W W /1, three die", new(1, 3, &[&[W], &[W], &[W]])),
    ]
}

/// A dead reader's id is given out again.
pub fn reborn() -> Vec<(&'static str, Model)> {
    vec![
        ("R W, R reborn /2", Model::new(2, 1, &[&[R], &[W], &[R]]).mortal(1).reborn()),
        ("R W, W reborn /1", Model::new(1, 1, &[&[R], &[W], &[W]]).mortal(1).reborn()),
        ("R R, R reborn /1", Model::new(1, 1, &[&[R], &[R], &[R]]).mortal(1).reborn()),
        ("R R W, R reborn /1", Model::new(1, 1, &[&[R], &[R, W], &[R]]).mortal(1).reborn()),
        ("R W, Wt? R reborn /1", Model::new(1, 2, &[&[R], &[W.timed()], &[R.tried(), R]]).mortal(3).reborn()),
        ("Rn R, Rn reborn /2", Model::new(2, 1, &[&[R.nested()], &[R], &[R.nested()]]).mortal(1).reborn()),
    ]
}

/// Loads may miss the last write, as far as the orderings allow.
pub fn weaker() -> Vec<(&'static str, Model)> {
    let new = Model::new;
    vec![
        ("RR W /1, two die, weak", new(1, 2, &[&[R, R], &[W]]).weak()),
        ("R WW /1, two die, weak", new(1, 2, &[&[R], &[W, W]]).weak()),
        ("R R W /1, one dies, weak", new(1, 1, &[&[R], &[R], &[W]]).weak()),
        ("Rn Wt /2, one dies, weak", new(2, 1, &[&[R.nested()], &[W.timed()]]).weak()),
        ("R? W? /1, one dies, weak", new(1, 1, &[&[R.tried(), R], &[W.tried()]]).weak()),
        ("W! W! /1, one dies, weak", new(1, 1, &[&[W.careless()], &[W.careless()]]).weak()),
    ]
}

/// Too large for every run.
pub fn large() -> Vec<(&'static str, Model)> {
    let new = Model::new;
    vec![
        ("R Wt Wt /1, two die", new(1, 2, &[&[R], &[W.timed()], &[W.timed()]])),
        ("R W W /1, one dies, weak", new(1, 1, &[&[R], &[W], &[W]]).weak()),
        ("Rt Wt R /2, two die", new(2, 2, &[&[R.timed()], &[W.timed()], &[R]])),
        ("RW W R /2, one dies", new(2, 1, &[&[R, W], &[W], &[R]])),
        ("R? W? Rn /1, two die", new(1, 2, &[&[R.tried()], &[W.tried()], &[R.nested()]])),
        ("Rn Wt R /2, two die", new(2, 2, &[&[R.nested()], &[W.timed()], &[R]])),
    ]
}

/// A model with a fault, and what is noticed.
#[derive(Debug)]
pub struct Mutant {
    /// What is broken.
    pub broken: Broken,
    /// The model, whole.
    pub model: Model,
    /// Whether a violation is the one that the fault makes.
    pub is_expected: fn(Violation) -> bool,
}

fn one(broken: Broken, kills: u8, visits: &[&[Visit]], is_expected: fn(Violation) -> bool) -> Mutant {
    Mutant { broken, model: Model::new(1, kills, visits), is_expected }
}

/// A reader and a writer of which each must see the other.
fn weak(broken: Broken) -> Mutant {
    let model = Model::new(1, 0, &[&[R], &[W]]).weak();
    Mutant { broken, model, is_expected: |v| matches!(v, Violation::NotExclusive | Violation::Unordered) }
}

/// Every fault.
pub fn mutants() -> Vec<Mutant> {
    let refused: fn(Violation) -> bool = |v| matches!(v, Violation::Refused { .. });
    let mixed: fn(Violation) -> bool = |v| v == Violation::NotExclusive;
    let unordered: fn(Violation) -> bool = |v| v == Violation::Unordered;
    let not_whole: fn(Violation) -> bool = |v| v == Violation::NotWhole;
    vec![
        one(Broken::NotAnnounced, 1, &[&[W], &[W]], refused),
        one(Broken::NotLinked, 1, &[&[W], &[W]], refused),
        one(Broken::NotClosed, 0, &[&[R], &[W]], mixed),
        one(Broken::NotRechecked, 0, &[&[R], &[W]], mixed),
        one(Broken::NotGivenBack, 0, &[&[R], &[W]], |v| matches!(v, Violation::Stranded { .. })),
        one(Broken::WriterNotMarked, 1, &[&[W], &[W]], |v| v == Violation::DeathNotTold),
        one(Broken::WriterStays, 0, &[&[W], &[W]], |v| v == Violation::ToldOfNoDeath),
        one(Broken::NotInconsistent, 1, &[&[W], &[W]], refused),
        one(Broken::NotLost, 1, &[&[W], &[W.careless(), R]], |v| v == Violation::LostAndGiven),
        one(Broken::NotReopened, 0, &[&[R], &[W]], not_whole),
        one(Broken::NotEmptied, 1, &[&[R], &[R]], not_whole),
        one(Broken::LivingEmptied, 0, &[&[R], &[W]], mixed),
        one(Broken::DepthKept, 1, &[&[R.nested()], &[R]], |v| {
            matches!(v, Violation::NotWhole | Violation::Refused { .. })
        }),
        Mutant {
            broken: Broken::ClaimEmptied,
            model: Model::new(1, 1, &[&[R], &[R], &[R]]).mortal(1).reborn(),
            is_expected: refused,
        },
        Mutant {
            broken: Broken::IdTrusted,
            model: Model::new(2, 1, &[&[R], &[W], &[R]]).mortal(1).reborn(),
            is_expected: mixed,
        },
        one(Broken::ReleasedByStore, 0, &[&[W], &[W]], |v| {
            matches!(v, Violation::Stranded { .. } | Violation::NotExclusive)
        }),
        one(Broken::StateUnordered, 0, &[&[W], &[R]], unordered),
        one(Broken::ReleaseUnordered, 0, &[&[R], &[W]], unordered),
        one(Broken::EntryUnordered, 0, &[&[W], &[R], &[R]], unordered),
        weak(Broken::ClaimWeaker),
        weak(Broken::RecheckWeaker),
        weak(Broken::CloseWeaker),
        weak(Broken::LookWeaker),
        one(Broken::LookUnordered, 0, &[&[R], &[W]], unordered),
    ]
}
