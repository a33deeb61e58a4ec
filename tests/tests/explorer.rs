//! The waiting protocols, explored exhaustively as a model (`fusyn_tests::explorer`).
//!
//! With `--nocapture` each test prints how much it explored, and the mutants their traces. The large
//! models are run by `cargo test --release -p fusyn-tests --test explorer -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use fusyn_tests::explorer::action::Action;
use fusyn_tests::explorer::mutants;
use fusyn_tests::explorer::scenarios::{self, Scenario};
use fusyn_tests::explorer::{Extent, Limits, Model, Verdict, explore};

/// What a test may take; a search that reaches either has failed.
const TIME: Duration = Duration::from_secs(600);
const STATES: usize = 5_000_000;

fn limits() -> Limits {
    Limits { states: STATES, until: Instant::now() + TIME }
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

fn all_hold(scenarios: Vec<Scenario>) {
    let limits = limits();
    for scenario in scenarios {
        explore_all(scenario.name, &scenario.model, limits);
    }
}

#[test]
fn mutex_strands_nobody() {
    all_hold(scenarios::mutex());
    all_hold(scenarios::refused());
    all_hold(scenarios::handlers());
}

#[test]
fn hand_over_and_conversion_strand_nobody() {
    all_hold(scenarios::hand_over());
}

#[test]
fn overtaking_is_bounded() {
    all_hold(scenarios::bounded_overtaking());
}

#[test]
fn wakes_after_the_section_strand_nobody() {
    all_hold(scenarios::late_wakes());
}

#[test]
fn nothing_is_touched_after_destruction() {
    all_hold(scenarios::destroy());
}

#[test]
fn signals_are_not_lost() {
    all_hold(scenarios::signals());
}

#[test]
fn cancelled_waiters_pass_their_signal_on() {
    all_hold(scenarios::cancellation());
}

#[test]
fn broadcasts_reach_everybody() {
    all_hold(scenarios::broadcasts());
}

#[test]
fn the_requeue_form_holds_too() {
    all_hold(scenarios::requeue_pi());
}

#[test]
#[ignore = "2 minutes and 4 GB in a release build on an idle machine"]
fn large_models_hold() {
    let limits = Limits { states: 60_000_000, until: Instant::now() + Duration::from_secs(1800) };
    for scenario in scenarios::large() {
        explore_all(scenario.name, &scenario.model, limits);
    }
}

/// The explorer itself is tested: it notices each broken rule, and nothing else is wrong in that model.
#[test]
fn every_broken_rule_is_noticed() {
    let limits = limits();
    for mutant in mutants::all() {
        explore_all("unbroken", &mutant.model, limits);
        match explore(&mutant.model.clone().without(mutant.broken), limits) {
            Verdict::Violated(violation, trace) => {
                println!("{:?}: {violation}, {} steps\n{trace}", mutant.broken, trace.len());
                assert!((mutant.is_expected)(violation), "{:?}: another violation\n{trace}", mutant.broken);
            }
            Verdict::Holds(_) | Verdict::TooLarge(_) => panic!("{:?} was not noticed", mutant.broken),
        }
    }
}

/// No part of the model is dead: every step that the rules allow is taken in some scenario.
#[test]
fn every_action_is_taken() {
    let mut taken = vec![0; Action::ALL.len()];
    for scenario in scenarios::all() {
        let few = Limits { states: 60_000, ..limits() };
        let extent = match explore(&scenario.model, few) {
            Verdict::Holds(extent) | Verdict::TooLarge(extent) => extent,
            Verdict::Violated(violation, trace) => panic!("{}: {violation}\n{trace}", scenario.name),
        };
        for (sum, count) in taken.iter_mut().zip(extent.actions) {
            *sum += count;
        }
    }
    for (action, count) in Action::ALL.iter().zip(taken) {
        assert_eq!(count == 0, action.is_of_a_broken_rule(), "{action:?} was taken {count} times");
    }
}
