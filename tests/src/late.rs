//! Runs a program again that was only late: on a busy machine a wait may take longer than its deadline asks.
//!
//! Some programs of `tests/c/cases` hold the length of their waits against bounds, and write of each wait that
//! kept none how long it took. A run that has nothing but waits that took too long says nothing of the locks. A wait
//! that ended too early, a wrong result, a crash and a hang do, and are never repeated.

use crate::launch::{Launch, Outcome, Verdict};

/// How often a run that was only late is repeated.
const REPEATS: u32 = 3;
/// The longest wait that these programs ask for, in milliseconds: what took longer was late, the rest early.
const LONGEST_WAIT: f64 = 150.0;

/// Runs `launch`; again while the run was only late, the last time for good.
///
/// # Errors
/// Why it could not be started.
pub fn run(launch: &Launch) -> Result<Outcome, String> {
    repeat(|| launch.run())
}

fn repeat(mut run: impl FnMut() -> Result<Outcome, String>) -> Result<Outcome, String> {
    for _ in 0..REPEATS {
        let outcome = run()?;
        if !is_only_late(&outcome) {
            return Ok(outcome);
        }
        println!("only late, and so run again:\n{}", outcome.stderr.trim_end());
    }
    run()
}

fn is_only_late(outcome: &Outcome) -> bool {
    let mut lines = outcome.stderr.lines().peekable();
    outcome.verdict == Verdict::Fail && lines.peek().is_some() && lines.all(tells_of_a_late_wait)
}

/// A line as `B31 FAIL: cond_timedwait took 612.5 ms, want about 150`.
fn tells_of_a_late_wait(line: &str) -> bool {
    let Some((_, after)) = line.split_once(" FAIL: ") else { return false };
    let time = after.rsplit_once(" took ").and_then(|(_, time)| time.split_once(" ms"));
    time.and_then(|(millis, _)| millis.parse().ok()).is_some_and(|millis: f64| millis > LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const LATE: &str = "B31 FAIL: cond_timedwait 150ms took 612.5 ms, want about 150\n";
    const EARLY: &str = "B31 FAIL: cond_timedwait 150ms took 149.7 ms, want about 150\n";
    const WRONG: &str = "B31 FAIL: barrier_wait -> 4 (Interrupted system call), want 0\n";

    fn outcome(verdict: Verdict, stderr: &str) -> Outcome {
        let (status, stdout, took) = (String::new(), String::new(), Duration::ZERO);
        Outcome { verdict, status, stdout, stderr: stderr.to_owned(), took }
    }

    /// The verdict in the end, and how many runs there were, when they give these in turn.
    fn repeated(runs: &[(Verdict, &str)]) -> (Verdict, usize) {
        let mut count = 0;
        let last = repeat(|| {
            let (verdict, stderr) = runs[count.min(runs.len() - 1)];
            count += 1;
            Ok(outcome(verdict, stderr))
        });
        (last.unwrap().verdict, count)
    }

    #[test]
    fn late_run_is_repeated_until_one_is_in_time() {
        assert_eq!(repeated(&[(Verdict::Pass, "")]), (Verdict::Pass, 1));
        assert_eq!(repeated(&[(Verdict::Fail, LATE), (Verdict::Pass, "")]), (Verdict::Pass, 2));
        let second = format!("{LATE}B27 FAIL: lock, MONOTONIC, tv_sec = -1: took 300.1 ms\n");
        assert_eq!(repeated(&[(Verdict::Fail, &second), (Verdict::Pass, "")]), (Verdict::Pass, 2));
    }

    #[test]
    fn always_late_is_a_failure_in_the_end() {
        assert_eq!(repeated(&[(Verdict::Fail, LATE)]), (Verdict::Fail, 4));
    }

    #[test]
    fn wrong_run_is_never_repeated() {
        for stderr in [WRONG, EARLY, "", &[LATE, WRONG].concat(), &[EARLY, LATE].concat(), "took 900 ms\n"] {
            assert_eq!(
                repeated(&[(Verdict::Fail, stderr), (Verdict::Pass, "")]),
                (Verdict::Fail, 1),
                "{stderr}"
            );
        }
        for verdict in [Verdict::Crash, Verdict::Hang, Verdict::Skip] {
            assert_eq!(repeated(&[(verdict, LATE), (Verdict::Pass, "")]), (verdict, 1));
        }
        assert_eq!(repeated(&[(Verdict::Fail, LATE), (Verdict::Fail, WRONG)]), (Verdict::Fail, 2));
    }
}
