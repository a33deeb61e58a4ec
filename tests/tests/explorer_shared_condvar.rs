//! The condvar on kernel futexes, explored exhaustively with processes that are killed
//! (`fusyn_tests::explorer::shared_condvar`).

use std::time::{Duration, Instant};

use fusyn_tests::explorer::shared_condvar::action::Action;
use fusyn_tests::explorer::shared_condvar::{Broken, Model, scenarios};
use fusyn_tests::explorer::{Extent, Limits, Verdict, explore};

fn limits(minutes: u64) -> Limits {
    Limits { states: 60_000_000, until: Instant::now() + Duration::from_secs(60 * minutes) }
}

/// Explores to the end, and fails with the trace if something is wrong.
fn explore_all(name: &str, model: &Model, limits: Limits) -> Extent {
    match explore(model, limits) {
        Verdict::Holds(extent) => {
            println!("{name}: holds; {} states, {} steps", extent.states, extent.transitions);
            extent
        }
        Verdict::Violated(violation, trace) => panic!("{name}: {violation}\n{trace}"),
        Verdict::TooLarge(extent) => panic!("{name}: not done after {} states", extent.states),
    }
}

/// No completed signal is lost and nobody blocks for ever, whoever is killed where; and every step of the
/// model is taken somewhere.
#[test]
fn signals_survive_deaths() {
    let limits = limits(5);
    let mut taken = vec![0; Action::ALL.len()];
    for (name, model) in scenarios::all() {
        let extent = explore_all(name, &model, limits);
        for (sum, count) in taken.iter_mut().zip(extent.actions) {
            *sum += count;
        }
    }
    for (action, count) in Action::ALL.iter().zip(taken) {
        assert_eq!(count == 0, action.is_of_a_broken_rule(), "{action:?} was taken {count} times");
    }
}

/// With sleeps in slices, taking over from a dead owner makes sleepers look sooner, and nothing else.
#[test]
fn slices_alone_survive_deaths() {
    let limits = limits(5);
    for (name, model) in scenarios::all() {
        explore_all(name, &model.without(Broken::NoRecovery), limits);
    }
}

#[test]
#[ignore = "1 to 2 minutes and 2 GB in a release build"]
fn large_models_hold() {
    let limits = limits(30);
    for (name, model) in scenarios::large() {
        explore_all(name, &model, limits);
    }
}

/// The explorer notices each broken rule, and nothing else is wrong in that model.
#[test]
fn every_broken_rule_is_noticed() {
    let limits = limits(5);
    for mutant in scenarios::mutants() {
        explore_all("unbroken", &mutant.model, limits);
        let broken = mutant.broken;
        match explore(&mutant.model.without(broken), limits) {
            Verdict::Violated(violation, trace) => {
                println!("{broken:?}: {violation}, {} steps\n{trace}", trace.len());
                assert!((mutant.is_expected)(violation), "{broken:?}: another violation\n{trace}");
            }
            Verdict::Holds(_) | Verdict::TooLarge(_) => panic!("{broken:?} was not noticed"),
        }
    }
}
