//! `fusyn str03`: the stress program of the 2004 table, in the table's three environments.

pub(crate) mod job;
pub(crate) mod limits;
mod report;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::args::{Environment, Str03Args, TreeArgs};
use crate::child;
use crate::error::{Failure, STATUS_WRONG};
use crate::machine::Machine;
use crate::output::{self, Destination};
use crate::progress;
use crate::shim::{self, Changes};
use report::Measured;

/// Time for starting and ending the process, beyond the run's own time limit.
const GRACE: Duration = Duration::from_secs(10);

/// One line of the table: an environment measured over and over.
#[derive(Debug)]
pub(crate) struct Series {
    /// The environment.
    pub(crate) environment: Environment,
    /// Plain measured once more: shows the noise of the comparison.
    pub(crate) again: bool,
    changes: Changes,
    /// The file that its lock calls must go to; none: any but a shim's.
    locks_from: Option<PathBuf>,
    /// Seconds of each run.
    pub(crate) seconds: Vec<f64>,
}

/// Measures, and prints the table.
pub(crate) fn measure(args: &Str03Args) -> Result<(), Failure> {
    let threads = threads_of(&args.tree)?;
    let complaints = limits::complaints(threads, job::STACK);
    if !complaints.is_empty() {
        return Err(Failure::own(format!(
            "a tree of {threads} threads does not fit here:\n  {}\nor take a smaller tree, by -b and -d",
            complaints.join("\n  ")
        )));
    }
    let json = Destination::of_option("--json", args.json.as_deref())?;
    let svg = Destination::of_option("--svg", args.svg.as_deref())?;
    let machine = Machine::this();
    let mut series = all_series(args)?;
    run_all(args, threads, &mut series)?;
    let measured = Measured::new(args, threads, machine, series);
    let printed = measured.print().map_err(|e| Failure::stdout(&e));
    if let Some(json) = json {
        json.write(&output::json(&measured)?)?;
    }
    if let Some(svg) = svg {
        svg.write(&measured.svg())?;
    }
    printed
}

fn threads_of(tree: &TreeArgs) -> Result<u32, Failure> {
    let sizes = job::level_sizes(tree.breadth, tree.depth);
    sizes.and_then(|s| s.last().copied()).ok_or_else(|| {
        Failure::own(format!(
            "a tree of breadth {} and depth {} has more threads than Linux can number: take a smaller one, by -b and -d",
            tree.breadth, tree.depth
        ))
    })
}

/// Plain first, plain again last, the others between.
fn all_series(args: &Str03Args) -> Result<Vec<Series>, Failure> {
    let wanted = |e: Environment| args.environments.is_empty() || args.environments.contains(&e);
    let plain = |again| Series {
        environment: Environment::Plain,
        again,
        changes: shim::plain_changes(),
        locks_from: None,
        seconds: Vec::new(),
    };
    let mut all = vec![plain(false)];
    for (environment, backend) in [(Environment::Fuqueue, "fuqueue"), (Environment::Fulock, "fulock")] {
        if wanted(environment) {
            let lib = shim::find(args.lib.as_deref())?;
            let changes = shim::shim_changes(&lib, &[("FUSYN_BACKEND", backend)]);
            all.push(Series {
                environment,
                again: false,
                changes,
                locks_from: Some(lib),
                seconds: Vec::new(),
            });
        }
    }
    all.push(plain(true));
    Ok(all)
}

/// Runs all series in turn, every other round backwards, so that no series has the better place.
fn run_all(args: &Str03Args, threads: u32, series: &mut [Series]) -> Result<(), Failure> {
    let bar = progress::bar(u64::from(args.runs) * series.len() as u64);
    // The first run of all reads the program from disk: it is not counted.
    run_one(&args.tree, threads, &series[0])?;
    for round in 0..args.runs {
        for place in 0..series.len() {
            let turn = if round % 2 == 0 { place } else { series.len() - 1 - place };
            bar.set_message(series[turn].label());
            let seconds = run_one(&args.tree, threads, &series[turn])?;
            series[turn].seconds.push(seconds);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Seconds of one run, whose sum was right and whose locks were the ones to be measured.
fn run_one(tree: &TreeArgs, threads: u32, series: &Series) -> Result<f64, Failure> {
    let wrong = |why: String| Failure::new(STATUS_WRONG, format!("str03, {}: {why}", series.label()));
    let args = [
        OsString::from("str03-job"),
        format!("-b{}", tree.breadth).into(),
        format!("-d{}", tree.depth).into(),
        format!("--timeout={}ms", tree.timeout.as_millis()).into(),
    ];
    let report: job::Report =
        child::ask(&args, &series.changes, tree.timeout + GRACE).map_err(|e| wrong(explain(&e, threads)))?;
    let right = job::right_sum(threads);
    if report.threads != threads || report.sum != right {
        return Err(wrong(format!(
            "{} threads gave the sum {}; {threads} threads and {right} are right",
            report.threads, report.sum
        )));
    }
    shim::check_origin(series.locks_from.as_deref(), report.locks_from.as_deref()).map_err(wrong)?;
    Ok(Duration::from_nanos(report.nanos).as_secs_f64())
}

/// The job's failure, and the limits that may be behind it.
fn explain(error: &child::JobError, threads: u32) -> String {
    let mut text = error.to_string();
    if matches!(error, child::JobError::Ended(..)) {
        for complaint in limits::complaints(threads, job::STACK) {
            text.push_str("\n  ");
            text.push_str(&complaint);
        }
    }
    text
}

impl Series {
    /// The name in the table.
    pub(crate) fn label(&self) -> &'static str {
        match (self.environment, self.again) {
            (Environment::Plain, false) => "plain",
            (Environment::Plain, true) => "plain again",
            (Environment::Fuqueue, _) => "fuqueues",
            (Environment::Fulock, _) => "fulocks",
        }
    }
}
