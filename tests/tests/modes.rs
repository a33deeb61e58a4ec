//! The shim's `FUSYN_*` variables, and what it says about them: `tests/c/modes`.

use std::time::Duration;

use fusyn_tests::compile::compile;
use fusyn_tests::launch::{Launch, Outcome, Verdict};
use fusyn_tests::mode::Mode;
use fusyn_tests::paths;

const LIMIT: Duration = Duration::from_secs(20);

/// Runs `tests/c/modes/NAME.c` with the shim and these variables; it must pass.
fn run(name: &str, variables: &[(&str, &str)]) -> Outcome {
    let source = paths::sources().join("modes").join(name).with_extension("c");
    let program = compile(&source).unwrap_or_else(|e| panic!("{e}"));
    let mut launch = Launch::new(&program.exe, Mode::FuQueue, LIMIT);
    for (key, value) in variables {
        launch = launch.env(key, value);
    }
    let outcome = launch.run().unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(outcome.verdict, Verdict::Pass, "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "", "the shim never writes to standard output");
    outcome
}

#[test]
fn nothing_is_said_unasked() {
    assert_eq!(run("quiet", &[]).stderr, "");
}

#[test]
fn every_backend_is_taken() {
    for backend in ["kernel", "fuqueue", "fulock"] {
        assert_eq!(run("quiet", &[("FUSYN_BACKEND", backend)]).stderr, "");
    }
}

#[test]
fn wrong_values_are_one_line_each_and_the_default() {
    let wrong = [
        ("FUSYN_BACKEND", "futex"),
        ("FUSYN_PROTOCOL", "Inherit"),
        ("FUSYN_ROBUST", "yes"),
        ("FUSYN_RWLOCK", "readers"),
        ("FUSYN_BUCKETS", "1000"),
        ("FUSYN_HASH_SLOTS", "513"),
        ("FUSYN_VERBOSE", "2"),
    ];
    for (key, value) in wrong {
        let stderr = run("quiet", &[(key, value), ("FUSYN_UNKNOWN", "ignored")]).stderr;
        let lines: Vec<_> = stderr.lines().collect();
        assert_eq!(lines.len(), 1, "{stderr}");
        assert!(lines[0].starts_with(&format!("fusyn: {key}={value} is not ")), "{stderr}");
    }
}

#[test]
fn long_and_empty_values_are_wrong_values() {
    let long = "x".repeat(5000);
    for value in ["", &long] {
        let stderr = run("quiet", &[("FUSYN_BACKEND", value)]).stderr;
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.len() < 256, "{stderr}");
    }
}

#[test]
fn verbose_says_version_and_modes() {
    let variables = [
        ("FUSYN_VERBOSE", "1"),
        ("FUSYN_BACKEND", "fulock"),
        ("FUSYN_PROTOCOL", "inherit"),
        ("FUSYN_ROBUST", "recover"),
        ("FUSYN_RWLOCK", "inherit-writers"),
        ("FUSYN_BUCKETS", "4096"),
        ("FUSYN_HASH_SLOTS", "2048"),
    ];
    let stderr = run("quiet", &variables).stderr;
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for part in [env!("CARGO_PKG_VERSION"), "fulock", "inherit", "recover", "inherit-writers", "4096", "2048"]
    {
        assert!(stderr.contains(part), "{part} is not in {stderr}");
    }
}

/// Of the kernel's hash; `EXPECT` is what the program finds there.
#[test]
fn hash_slots_are_set_unless_the_user_or_the_program_knows_better() {
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let ours = (4 * cpus).next_power_of_two().max(512).to_string();
    let (slots, expect, own) = ("FUSYN_HASH_SLOTS", "EXPECT", "OWN");
    run("hash_slots", &[(expect, &ours)]);
    run("hash_slots", &[(slots, "64"), (expect, "64")]);
    run("hash_slots", &[(slots, "kernel")]);
    run("hash_slots", &[(slots, "100"), (expect, &ours)]);
    run("hash_slots", &[(own, "32"), (expect, "32")]);
    run("hash_slots", &[(own, "32"), (slots, "64"), (expect, "32")]);
}

#[test]
fn recover_gives_a_dead_owners_mutex_on() {
    for backend in ["kernel", "fuqueue", "fulock"] {
        let stderr = run("recover", &[("FUSYN_BACKEND", backend), ("FUSYN_ROBUST", "recover")]).stderr;
        assert!(stderr.lines().all(|line| line.contains("owner died")), "{stderr}");
        // Three deaths for each of four types with two protocols.
        assert_eq!(stderr.lines().count(), 24, "{stderr}");
    }
}
