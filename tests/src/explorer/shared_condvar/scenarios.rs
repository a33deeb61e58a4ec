//! The models that are explored, and those with a broken rule. In the names: W is a waiter, `t` with a
//! deadline, `c` cancellable; S a signaller, B one that broadcasts.

use super::model::{Broken, Model};
use super::program::Op::{self, *};
use crate::explorer::violation::Violation;

/// Models that hold.
pub fn all() -> Vec<(&'static str, Model)> {
    let one = |op: Op| (0, vec![op]);
    vec![
        ("W W S S, nobody dies", Model::shared(0, &[one(Wait), one(Wait), one(Signal), one(Signal)])),
        (
            "W Wt Sx2 B, nobody dies",
            Model::shared(0, &[one(Wait), one(TimedWait), (0, vec![Signal; 2]), one(Broadcast)]),
        ),
        ("W W S S, two die", Model::shared(2, &[one(Wait), one(Wait), one(Signal), one(Signal)])),
        (
            "low W high W S S, two die",
            Model::shared(2, &[one(Wait), (9, vec![Wait]), (5, vec![Signal]), one(Signal)]),
        ),
        ("Wx2 W Sx2, two die", Model::shared(2, &[(0, vec![Wait; 2]), one(Wait), (0, vec![Signal; 2])])),
        ("W Wt S B, two die", Model::shared(2, &[one(Wait), one(TimedWait), one(Signal), one(Broadcast)])),
        ("Wc W S, one dies", Model::shared(1, &[one(CancelWait), one(Wait), one(Signal)])),
        (
            "W W, broadcaster destroys, one dies",
            Model::shared(1, &[one(Wait), one(TimedWait), one(LastBroadcast)]),
        ),
        ("Wc W S S, private", Model::private(&[one(CancelWait), one(Wait), one(Signal), one(Signal)])),
        (
            "Wc Wc W B S, private",
            Model::private(&[one(CancelWait), one(CancelWait), one(Wait), one(Broadcast), one(Signal)]),
        ),
    ]
}

/// Too large for every run.
pub fn large() -> Vec<(&'static str, Model)> {
    let one = |op: Op| (0, vec![op]);
    vec![
        (
            "W W W S B, two die",
            Model::shared(2, &[one(Wait), one(Wait), one(Wait), one(Signal), one(Broadcast)]),
        ),
        (
            "Wx2 W Sx2 B, three die",
            Model::shared(3, &[(0, vec![Wait; 2]), one(Wait), (0, vec![Signal; 2]), one(Broadcast)]),
        ),
    ]
}

/// A model with a broken rule, and what must be noticed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The broken rule.
    pub broken: Broken,
    /// The model, in which the rule matters.
    pub model: Model,
    /// Whether this is the violation to expect.
    pub is_expected: fn(Violation) -> bool,
}

/// Every broken rule.
pub fn mutants() -> Vec<Mutant> {
    use Broken::*;
    let lost: fn(Violation) -> bool = |violation| violation == Violation::SignalLost;
    let stranded: fn(Violation) -> bool = |violation| matches!(violation, Violation::Stranded { .. });
    let one = |op: Op| (0, vec![op]);
    let with_deaths = |kills| Model::shared(kills, &[one(Wait), one(Wait), one(Signal), one(Signal)]);
    let private = Model::private(&[one(CancelWait), one(Wait), one(Signal)]);
    [
        (NotAnnounced, with_deaths(1), stranded),
        (HintClearedFirst, with_deaths(1), lost),
        (HintClearedAlways, with_deaths(0), lost),
        (HintSetOutside, with_deaths(0), lost),
        (ReadOutside, with_deaths(0), lost),
        (WakeBeforeAdvance, with_deaths(0), lost),
        (NoSlices, with_deaths(1), lost),
        (KeepsSignal, private, lost),
    ]
    .map(|(broken, model, is_expected)| Mutant { broken, model, is_expected })
    .into()
}
