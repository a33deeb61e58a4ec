//! The robust rwlock, explored exhaustively with threads that are killed: the shim's own code
//! (`fusyn_tests::explorer::robust_rwlock`).

use std::time::{Duration, Instant};

use fusyn_tests::explorer::robust_rwlock::action::Action;
use fusyn_tests::explorer::robust_rwlock::{Model, scenarios};
use fusyn_tests::explorer::{Extent, Limits, Verdict, explore};

fn limits(minutes: u64, states: usize) -> Limits {
    Limits { states, until: Instant::now() + Duration::from_secs(60 * minutes) }
}

/// Explores to the end, and fails with the trace if something is wrong.
fn explore_all(name: &str, model: &Model, limits: Limits) -> Extent {
    let begun = Instant::now();
    match explore(model, limits) {
        Verdict::Holds(extent) => {
            let (states, steps) = (extent.states, extent.transitions);
            println!("{name}: holds; {states} states, {steps} steps, {:.1} s", begun.elapsed().as_secs_f32());
            extent
        }
        Verdict::Violated(violation, trace) => panic!("{name}: {violation}\n{trace}"),
        Verdict::TooLarge(extent) => panic!("{name}: not done after {} states", extent.states),
    }
}

/// Nobody inside with a writer, nobody alive blocked for ever, no slot lost, each death told of once, whoever is
/// killed where; and every step of the model is taken somewhere.
#[test]
fn deaths_are_survived() {
    let limits = limits(10, 4_000_000);
    let mut taken = vec![0; Action::ALL.len()];
    let models = scenarios::all().into_iter().chain(scenarios::reborn()).chain(scenarios::weaker());
    for (name, model) in models {
        let extent = explore_all(name, &model, limits);
        for (sum, count) in taken.iter_mut().zip(extent.actions) {
            *sum += count;
        }
    }
    for (action, count) in Action::ALL.iter().zip(taken) {
        assert_eq!(count == 0, action.is_of_a_fault(), "{action:?} was taken {count} times");
    }
}

#[test]
#[ignore = "minutes and gigabytes in a release build"]
fn large_models_hold() {
    for (name, model) in scenarios::large() {
        explore_all(name, &model, limits(30, 20_000_000));
    }
}

/// Each fault between the code and its memory is noticed, and nothing else is wrong in that model.
#[test]
fn every_fault_is_noticed() {
    let limits = limits(5, 1_000_000);
    let mut unnoticed = Vec::new();
    for mutant in scenarios::mutants() {
        let broken = mutant.broken;
        explore_all("whole", &mutant.model, limits);
        match explore(&mutant.model.with(broken), limits) {
            Verdict::Violated(violation, trace) => {
                println!("{broken:?}: {violation}, {} steps\n{trace}", trace.len());
                if !(mutant.is_expected)(violation) {
                    unnoticed.push((broken, Some(violation)));
                }
            }
            Verdict::Holds(_) | Verdict::TooLarge(_) => unnoticed.push((broken, None)),
        }
    }
    assert!(unnoticed.is_empty(), "not noticed, or something else was: {unnoticed:?}");
}
