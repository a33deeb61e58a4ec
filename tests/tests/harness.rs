//! The harness judges rightly: each way in which a program can end, and whether it ran on the shim.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fusyn_tests::compile::compile;
use fusyn_tests::launch::{Launch, Outcome, Verdict};
use fusyn_tests::mode::Mode;
use fusyn_tests::{late, paths, shim};

fn run(name: &str, mode: Mode, limit: Duration) -> Outcome {
    let program = compile(&paths::sources().join("harness").join(name)).unwrap();
    Launch::new(&program.exe, mode, limit).run().unwrap()
}

#[test]
fn failed_check_is_a_failure_with_its_message() {
    let outcome = run("fail.c", Mode::Plain, Duration::from_secs(10));
    assert_eq!(outcome.verdict, Verdict::Fail);
    assert!(outcome.stderr.contains("fail.c:7: here: EBUSY gave 16 (EBUSY), not 0"), "{}", outcome.stderr);
}

#[test]
fn signal_is_a_crash() {
    let outcome = run("crash.c", Mode::Plain, Duration::from_secs(10));
    assert_eq!(outcome.verdict, Verdict::Crash);
    assert!(outcome.status.contains("SIGSEGV"), "{}", outcome.status);
}

#[test]
fn status_77_is_a_skip_with_its_reason() {
    let outcome = run("skip.c", Mode::Plain, Duration::from_secs(10));
    assert_eq!(outcome.verdict, Verdict::Skip);
    assert!(outcome.stderr.contains("no moon"), "{}", outcome.stderr);
}

#[test]
fn hang_is_explained_and_killed_with_all_that_it_started() {
    let outcome = run("hang.c", Mode::Plain, Duration::from_millis(500));
    assert_eq!(outcome.verdict, Verdict::Hang);
    assert_eq!(outcome.stderr.matches("process ").count(), 2, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("futex"), "{}", outcome.stderr);
    let pids = outcome.stderr.lines().filter_map(|line| line.strip_prefix("process ")?.split(':').next());
    for pid in pids {
        let end = Instant::now() + Duration::from_secs(20);
        while is_running(pid) {
            assert!(Instant::now() < end, "{pid} still runs");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn is_running(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.contains("(hang)") && !stat.contains(") Z")
}

#[test]
fn run_that_was_only_late_is_made_again() {
    let program = compile(&paths::sources().join("harness/late.c")).unwrap();
    let runs = paths::built().join(format!("late-{}.runs", std::process::id()));
    let launch = Launch::new(&program.exe, Mode::Plain, Duration::from_secs(10));
    let outcome = late::run(&launch.env("LATE_RUNS", runs.to_str().unwrap())).unwrap();
    assert_eq!(fs::read_to_string(&runs).unwrap(), "xxx");
    fs::remove_file(&runs).unwrap();
    assert_eq!(outcome.verdict, Verdict::Pass, "{}", outcome.stderr);
}

#[test]
fn preloaded_program_runs_on_the_shim_in_the_mode_asked_for() {
    for mode in Mode::ALL {
        let outcome = run("home.c", mode, Duration::from_secs(10));
        let words: Vec<&str> = outcome.stdout.split_whitespace().collect();
        let [home, backend] = words[..] else { panic!("{:?}", outcome.stdout) };
        assert_eq!(mode.is_preloaded(), Path::new(home) == shim::find().unwrap(), "{mode:?}: {home}");
        assert_eq!(backend, if mode.is_preloaded() { mode.name() } else { "none" });
    }
}
