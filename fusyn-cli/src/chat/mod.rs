//! `fusyn bench chat`: a chat server under load, on glibc and on fusyn in turn.

mod client;
mod java;
pub(crate) mod job;
pub(crate) mod load;
mod queue;
mod report;
mod room;
mod wire;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::args::{Backend, ChatArgs};
use crate::child;
use crate::error::{Failure, STATUS_WRONG};
use crate::machine::Machine;
use crate::output::{self, Destination};
use crate::progress;
use crate::shim::{self, Changes};
use crate::str03::limits;
use java::Java;
use load::Load;
use report::Measured;

/// Longest time of one run; a usual one takes some seconds.
const LIMIT: Duration = Duration::from_secs(120);

/// One line of the table: an environment measured over and over.
#[derive(Debug)]
struct Series {
    label: &'static str,
    changes: Changes,
    /// The file that its lock calls must go to; none: the C library.
    locks_from: Option<PathBuf>,
    runs: Vec<Run>,
}

/// What one right run took.
#[derive(Debug, Clone, Copy)]
struct Run {
    seconds: f64,
    /// Milliseconds from sending to receipt that half of the messages keep, and 99 % of them.
    p50: f64,
    p99: f64,
}

/// What does the work.
enum Player {
    /// This program's own chat, as its job.
    Own(Vec<OsString>),
    /// The same in Java.
    Java(Java),
}

/// Measures, and prints the table.
pub(crate) fn measure(args: &ChatArgs) -> Result<(), Failure> {
    let load = args.size.load(args.quick);
    check_limits(load)?;
    let json = Destination::of_option("--json", args.files.json.as_deref())?;
    let player = if args.java { Player::Java(Java::compiled()?) } else { Player::own(args, load) };
    let mut series = all_series(args)?;
    let runs = args.runs.unwrap_or(if args.quick { 2 } else { 10 });
    let machine = Machine::this();
    run_all(runs, load, &player, &mut series)?;
    let measured = Measured::new(player.name(args), load, runs, machine, series);
    let printed = measured.print().map_err(|e| Failure::stdout(&e));
    if let Some(json) = json {
        json.write(&output::json(&measured)?)?;
    }
    printed
}

fn check_limits(load: Load) -> Result<(), Failure> {
    let complaints = limits::complaints(load.threads(), job::STACK);
    if complaints.is_empty() {
        return Ok(());
    }
    Err(Failure::own(format!(
        "a chat of {} threads does not fit here:\n  {}\nor take a smaller one, by --rooms and --users",
        load.threads(),
        complaints.join("\n  ")
    )))
}

/// glibc first, glibc again last, the backends between.
fn all_series(args: &ChatArgs) -> Result<Vec<Series>, Failure> {
    let glibc = |label| Series { label, changes: shim::plain_changes(), locks_from: None, runs: Vec::new() };
    let backends = args.backend.map_or(vec![Backend::Fuqueue, Backend::Fulock], |one| vec![one]);
    let lib = shim::find(args.files.lib.as_deref())?;
    let mut all = vec![glibc("glibc")];
    all.extend(backends.into_iter().map(|backend| Series {
        label: backend.name(),
        changes: shim::shim_changes(&lib, &[("FUSYN_BACKEND", backend.name())]),
        locks_from: Some(lib.clone()),
        runs: Vec::new(),
    }));
    all.push(glibc("glibc again"));
    Ok(all)
}

/// Runs all series in turn, every other round backwards, so that no series has the better place.
fn run_all(runs: u32, load: Load, player: &Player, series: &mut [Series]) -> Result<(), Failure> {
    let bar = progress::bar(u64::from(runs) * series.len() as u64);
    // The first run of all reads the programs from disk: it is not counted.
    player.run_once(load, &series[0])?;
    for round in 0..runs {
        for place in 0..series.len() {
            let turn = if round % 2 == 0 { place } else { series.len() - 1 - place };
            bar.set_message(series[turn].label);
            let run = player.run_once(load, &series[turn])?;
            series[turn].runs.push(run);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

impl Player {
    fn own(args: &ChatArgs, load: Load) -> Self {
        let mut job: Vec<OsString> = vec!["chat-job".into()];
        let sizes = [("rooms", load.rooms), ("users", load.users), ("messages", load.messages)];
        job.extend(sizes.map(|(name, size)| format!("--{name}={size}").into()));
        job.extend(args.size.sockets.map(|sockets| format!("--sockets={}", sockets.name()).into()));
        Self::Own(job)
    }

    /// How the messages go, for the table.
    fn name(&self, args: &ChatArgs) -> String {
        match (self, args.size.sockets) {
            (Self::Java(java), _) => format!("{}, queues", java.version()),
            (Self::Own(_), None) => "queues".into(),
            (Self::Own(_), Some(sockets)) => format!("{} sockets", sockets.name()),
        }
    }

    /// One run in the environment of `series`, whose deliveries were right and whose locks were the
    /// ones to be measured.
    fn run_once(&self, load: Load, series: &Series) -> Result<Run, Failure> {
        let wrong = |why: String| Failure::new(STATUS_WRONG, format!("chat, {}: {why}", series.label));
        let answer = match self {
            Self::Own(job) => child::ask(job, &series.changes, LIMIT),
            Self::Java(java) => java.ask(load, &series.changes, LIMIT),
        };
        let report: job::Report = answer.map_err(|e| wrong(e.to_string()))?;
        if (report.deliveries, report.sum) != (load.deliveries(), load.sum()) {
            return Err(wrong(format!(
                "{} messages of sum {:x} were delivered; {} and {:x} are right",
                report.deliveries,
                report.sum,
                load.deliveries(),
                load.sum()
            )));
        }
        shim::check_origin(series.locks_from.as_deref(), report.locks_from.as_deref()).map_err(wrong)?;
        let seconds = |nanos| Duration::from_nanos(nanos).as_secs_f64();
        Ok(Run {
            seconds: seconds(report.nanos),
            p50: 1e3 * seconds(report.p50),
            p99: 1e3 * seconds(report.p99),
        })
    }
}
