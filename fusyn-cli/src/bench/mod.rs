//! `fusyn bench`: the workloads of the performance table, glibc and fusyn next to each other.

mod busy;
mod case;
mod face;
mod figures;
pub(crate) mod job;
mod report;
mod work;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::args::{Backend, BenchArgs, BenchGroup, CasesArgs};
use crate::chat;
use crate::child::{self, JobError};
use crate::error::{Failure, STATUS_USAGE, STATUS_WRONG};
use crate::machine::Machine;
use crate::output::{self, Destination};
use crate::progress;
use crate::shim::{self, Changes};
pub(crate) use busy::spin;
use case::{Case, Group, Side};
use report::Measured;
use work::Outcome;

/// Time for starting and ending a child, beyond the time it measures.
const GRACE: Duration = Duration::from_secs(30);

/// How much is measured.
#[derive(Debug, Clone, Copy)]
struct Effort {
    /// Rounds; in each, both sides are measured twice, in the order A B B A.
    rounds: u32,
    /// Time of one child's measurement.
    time: Duration,
}

/// Where the two sides run.
#[derive(Debug)]
struct Sides {
    lib: PathBuf,
    plain: Changes,
    fusyn: Changes,
}

/// Measures, and prints the table.
pub(crate) fn measure(args: &BenchArgs) -> Result<(), Failure> {
    match &args.group {
        BenchGroup::Mutex(args) => measure_cases(Group::Mutex, args),
        BenchGroup::Rwlock(args) => measure_cases(Group::Rwlock, args),
        BenchGroup::Cond(args) => measure_cases(Group::Cond, args),
        BenchGroup::Sem(args) => measure_cases(Group::Sem, args),
        BenchGroup::Chat(args) => chat::measure(args),
    }
}

fn measure_cases(group: Group, args: &CasesArgs) -> Result<(), Failure> {
    let cases = case::selected(group, args.filter.as_deref());
    if cases.is_empty() {
        let part = args.filter.as_deref().unwrap_or_default();
        let names: Vec<String> = case::selected(group, None).into_iter().map(|c| c.name).collect();
        return Err(Failure::new(
            STATUS_USAGE,
            format!("--filter: no case has {part:?} in its name; the cases are:\n  {}", names.join("\n  ")),
        ));
    }
    let quick = if args.quick { (2, 40) } else { (5, 100) };
    let effort = Effort { rounds: args.runs.unwrap_or(quick.0), time: Duration::from_millis(quick.1) };
    let backend = args.backend.unwrap_or(Backend::Fuqueue);
    let lib = shim::find(args.files.lib.as_deref())?;
    let fusyn = shim::shim_changes(&lib, &[("FUSYN_BACKEND", backend.name())]);
    let sides = Sides { lib, plain: shim::plain_changes(), fusyn };
    let json = Destination::of_option("--json", args.files.json.as_deref())?;
    let machine = Machine::this();
    let mut measured = Measured::new(machine, backend.name(), effort.rounds, effort.time);
    let bar = progress::bar(cases.len() as u64);
    for case in cases {
        bar.set_message(case.name.clone());
        let result = measure_case(&case, effort, &sides);
        measured.add(&case, result);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let printed = measured.print().map_err(|e| Failure::stdout(&e));
    if let Some(json) = json {
        json.write(&output::json(&measured)?)?;
    }
    printed?;
    match measured.failures() {
        0 => Ok(()),
        n => Err(Failure::new(STATUS_WRONG, format!("{n} case(s) failed"))),
    }
}

/// Everything measured for one case, in the order of measurement, by the names of the sides.
type Runs = Vec<(&'static str, Outcome)>;

fn measure_case(case: &Case, effort: Effort, sides: &Sides) -> Result<Runs, String> {
    let _busy = case.busy.then(|| busy::Spinners::start(effort.time * 4 * effort.rounds + GRACE)).transpose();
    let _busy = _busy.map_err(|e| format!("cannot keep the CPUs busy: {e}"))?;
    let mut runs = Runs::new();
    for round in 0..effort.rounds {
        match case.side {
            Side::C => {
                // A B B A, and B A A B: a drift of the machine falls on both sides alike.
                let first = round % 2 == 1;
                for fusyn in [first, !first, !first, first] {
                    let (changes, lib) =
                        if fusyn { (&sides.fusyn, Some(sides.lib.as_path())) } else { (&sides.plain, None) };
                    let name = if fusyn { "fusyn" } else { "glibc" };
                    let outcomes = run_job(case, effort.time, changes, lib)?;
                    runs.extend(outcomes.into_iter().map(|(_, outcome)| (name, outcome)));
                }
            }
            Side::Rust => {
                for (face, outcome) in run_job(case, effort.time, &sides.plain, None)? {
                    let name = face::RUST_NAMES.into_iter().find(|n| *n == face).ok_or("an unknown face")?;
                    runs.push((name, outcome));
                }
            }
        }
    }
    Ok(runs)
}

fn run_job(
    case: &Case,
    time: Duration,
    changes: &Changes,
    lib: Option<&Path>,
) -> Result<Vec<(String, Outcome)>, String> {
    let args = [
        OsString::from("bench-job"),
        case.name.clone().into(),
        format!("--time={}ms", time.as_millis()).into(),
    ];
    let report: job::Report =
        child::ask(&args, changes, time * 8 + GRACE).map_err(|e: JobError| e.to_string())?;
    shim::check_origin(lib, report.locks_from.as_deref())?;
    Ok(report.outcomes)
}
