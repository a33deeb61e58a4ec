//! The tables and the JSON file.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::Runs;
use super::case::{Case, Side};
use super::face::RUST_NAMES;
use super::work::Outcome;
use crate::bound::{self, Verdict};
use crate::machine::Machine;
use crate::stats;

/// All figures of one measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Measured {
    machine: Machine,
    backend: &'static str,
    rounds: u32,
    milliseconds_each: u128,
    pthread: Vec<Compared>,
    rust: Vec<Faces>,
    failed: Vec<Failed>,
}

/// glibc and fusyn in one case.
#[derive(Debug, Serialize)]
struct Compared {
    case: String,
    glibc: Typical,
    fusyn: Typical,
    /// Median of the ratios of neighbours in time.
    ratio: f64,
    /// The same for glibc against itself: the noise.
    glibc_to_itself: f64,
    at_most: Option<f64>,
    #[serde(skip)]
    verdict: Verdict,
}

/// The Rust locks in one case.
#[derive(Debug, Serialize)]
struct Faces {
    case: String,
    faces: Vec<(&'static str, Typical)>,
}

#[derive(Debug, Serialize)]
struct Failed {
    case: String,
    why: String,
}

/// Medians over the children.
#[derive(Debug, Serialize)]
struct Typical {
    nanos: f64,
    p99: f64,
    each: Vec<f64>,
}

impl Typical {
    fn of(runs: &[Outcome]) -> Self {
        let each: Vec<f64> = runs.iter().map(|o| o.nanos).collect();
        let tails: Vec<f64> = runs.iter().map(|o| o.p99).collect();
        Self {
            nanos: stats::median(&each).unwrap_or(f64::NAN),
            p99: stats::median(&tails).unwrap_or(f64::NAN),
            each,
        }
    }
}

fn of_side(runs: &Runs, side: &str) -> Vec<Outcome> {
    runs.iter().filter(|(name, _)| *name == side).map(|(_, outcome)| *outcome).collect()
}

impl Compared {
    /// In a round A B B A, each B has an A beside it, and the two As show the noise.
    fn new(case: &Case, runs: &Runs) -> Self {
        let (glibc, fusyn) = (Typical::of(&of_side(runs, "glibc")), Typical::of(&of_side(runs, "fusyn")));
        let ratio = stats::median(&stats::pair_ratios(&fusyn.each, &glibc.each)).unwrap_or(f64::NAN);
        let (first, last): (Vec<f64>, Vec<f64>) =
            glibc.each.chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip();
        let to_itself = stats::pair_ratios(&last, &first);
        let glibc_to_itself = stats::median(&to_itself).unwrap_or(f64::NAN);
        let verdict = case.at_most.map_or(Verdict::Within, |most| Verdict::of(ratio, most, &to_itself));
        Self { case: case.name.clone(), glibc, fusyn, ratio, glibc_to_itself, at_most: case.at_most, verdict }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        write!(
            out,
            "{:<32}{:>10.1}{:>10.1}{:>9.3}{:>9}",
            self.case,
            self.glibc.nanos,
            self.fusyn.nanos,
            self.ratio,
            self.at_most.map_or(String::new(), |most| format!("{most:.2}"))
        )?;
        writeln!(
            out,
            "{:<6}{:>11.1}{:>11.1}{:>13.3}",
            self.verdict.mark(),
            self.glibc.p99,
            self.fusyn.p99,
            self.glibc_to_itself
        )
    }
}

impl Faces {
    fn new(case: &Case, runs: &Runs) -> Self {
        let faces = RUST_NAMES.map(|name| (name, Typical::of(&of_side(runs, name))));
        Self { case: case.name.clone(), faces: faces.into() }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{:<32}", self.case)?;
        for (_, figures) in &self.faces {
            write!(out, "{:>12.1}{:>11.1}", figures.nanos, figures.p99)?;
        }
        writeln!(out)
    }
}

impl Measured {
    /// No cases yet.
    pub(crate) fn new(machine: Machine, backend: &'static str, rounds: u32, time: Duration) -> Self {
        Self {
            machine,
            backend,
            rounds,
            milliseconds_each: time.as_millis(),
            pthread: Vec::new(),
            rust: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Adds a case.
    pub(crate) fn add(&mut self, case: &Case, result: Result<Runs, String>) {
        match (result, case.side) {
            (Ok(runs), Side::C) => self.pthread.push(Compared::new(case, &runs)),
            (Ok(runs), Side::Rust) => self.rust.push(Faces::new(case, &runs)),
            (Err(why), _) => self.failed.push(Failed { case: case.name.clone(), why }),
        }
    }

    /// How many cases gave no figures.
    pub(crate) fn failures(&self) -> usize {
        self.failed.len()
    }

    /// The tables on standard output.
    pub(crate) fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "on {}", self.machine)?;
        writeln!(
            out,
            "{}, each measured twice in opposite orders, {} ms each; FUSYN_BACKEND={}",
            if self.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", self.rounds) },
            self.milliseconds_each,
            self.backend
        )?;
        if !self.pthread.is_empty() {
            self.print_pthread(&mut out)?;
        }
        if !self.rust.is_empty() {
            self.print_rust(&mut out)?;
        }
        for failed in &self.failed {
            writeln!(out, "\n{}: failed: {}", failed.case, failed.why)?;
        }
        Ok(())
    }

    fn print_pthread(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "\n{:<32}{:>10}{:>10}{:>9}{:>9}{:6}{:>11}{:>11}{:>13}",
            "ns per operation",
            "glibc",
            "fusyn",
            "ratio",
            "at most",
            "",
            "glibc p99",
            "fusyn p99",
            "glibc/glibc"
        )?;
        self.pthread.iter().try_for_each(|row| row.print(out))?;
        writeln!(
            out,
            "\nratio: median of the ratios of neighbours in time (with few rounds, not that of the medians); \
             glibc/glibc: the same for glibc against itself, the noise."
        )?;
        writeln!(out, "p99: of batches of operations, as one thread sees them, so with its waits.")?;
        bound::explain(out, self.pthread.iter().map(|row| row.verdict), self.rounds)
    }

    fn print_rust(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "\n{:<32}", "Rust, ns per operation")?;
        for name in RUST_NAMES {
            write!(out, "{name:>12}{:>11}", "p99")?;
        }
        writeln!(out)?;
        self.rust.iter().try_for_each(|row| row.print(out))
    }
}
