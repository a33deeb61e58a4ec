//! The table of 2004 with this machine's figures in it: as text, JSON and a picture.

use std::io::{self, Write};

use serde::Serialize;

use super::{Series, job};
use crate::args::{Environment, Str03Args};
use crate::machine::Machine;
use crate::stats::{self, Summary};
use crate::svg::{self, Bar, Chart};

/// The machine of the 2004 table; mean of 10 runs of `str03 -b 5 -d 5`.
const MACHINE_2004: &str = "2x Pentium III 933 MHz";

/// Seconds in the 2004 table.
fn seconds_2004(environment: Environment) -> f64 {
    match environment {
        Environment::Plain => 0.97,
        Environment::Fuqueue => 1.15,
        Environment::Fulock => 1.48,
    }
}

fn ratio_2004(environment: Environment) -> f64 {
    seconds_2004(environment) / seconds_2004(Environment::Plain)
}

/// All figures of one measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Measured {
    program: String,
    breadth: u32,
    depth: u32,
    threads: u32,
    sum: u64,
    runs: u32,
    machine: Machine,
    machine_2004: &'static str,
    environments: Vec<Row>,
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    #[serde(skip)]
    environment: Environment,
    #[serde(skip)]
    again: bool,
    seconds: Vec<f64>,
    summary: Option<Summary>,
    ratio_of_means: Option<f64>,
    median_of_pair_ratios: Option<f64>,
    seconds_2004: Option<f64>,
    ratio_2004: Option<f64>,
}

impl Measured {
    /// Puts the series together; the first is what the others are compared with.
    pub(crate) fn new(args: &Str03Args, threads: u32, machine: Machine, series: Vec<Series>) -> Self {
        let base = series.first().map(|s| s.seconds.clone()).unwrap_or_default();
        Self {
            program: format!("str03 -b {} -d {}", args.tree.breadth, args.tree.depth),
            breadth: args.tree.breadth,
            depth: args.tree.depth,
            threads,
            sum: job::right_sum(threads),
            runs: args.runs,
            machine,
            machine_2004: MACHINE_2004,
            environments: series.into_iter().map(|s| Row::new(s, &base)).collect(),
        }
    }

    /// The table on standard output.
    pub(crate) fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let all = self.environments.iter().map(|r| r.seconds.len()).sum::<usize>();
        writeln!(
            out,
            "{}: {} threads; sum {} right in all {all} runs",
            self.program, self.threads, self.sum
        )?;
        writeln!(out, "on {}", self.machine)?;
        writeln!(
            out,
            "\n{:<13}{:^44}   {:^15}   2004 ({MACHINE_2004}, -b 5 -d 5)",
            "", "seconds", "ratio to plain"
        )?;
        writeln!(
            out,
            "{:<13}{:>8}{:>9}{:>9}{:>9}{:>9}   {:>7}{:>8}   {:>8}{:>8}",
            "", "mean", "median", "min", "max", "spread", "means", "pairs", "seconds", "ratio"
        )?;
        for row in &self.environments {
            row.print(&mut out)?;
        }
        writeln!(
            out,
            "\nspread: standard deviation, as part of the mean. means: ratio of the means. pairs: median of the ratios"
        )?;
        writeln!(
            out,
            "of runs next to each other. The line \"plain again\" is the C library against itself: the noise."
        )
    }

    /// The ratios as a picture.
    pub(crate) fn svg(&self) -> String {
        let mut bars = Vec::new();
        for row in &self.environments {
            let Some(ratio) = row.median_of_pair_ratios else {
                continue;
            };
            bars.push(Bar { label: row.name.into(), note: format!("{ratio:.2}"), value: ratio, old: false });
            if let Some(old) = row.ratio_2004.filter(|_| row.environment != Environment::Plain) {
                bars.push(Bar {
                    label: format!("{}, 2004", row.name),
                    note: format!("{old:.2}"),
                    value: old,
                    old: true,
                });
            }
        }
        svg::draw(&Chart {
            title: format!("{}: time, plain = 1 (less is better)", self.program),
            notes: [
                self.machine.to_string(),
                format!("{} runs each; 2004: {MACHINE_2004}, -b 5 -d 5", self.runs),
            ],
            bars,
        })
    }
}

impl Row {
    fn new(series: Series, base: &[f64]) -> Self {
        let summary = stats::summary(&series.seconds);
        let base_mean = stats::summary(base).map(|s| s.mean);
        let old = !series.again;
        Self {
            name: series.label(),
            environment: series.environment,
            again: series.again,
            summary,
            ratio_of_means: summary.zip(base_mean).map(|(s, b)| s.mean / b),
            median_of_pair_ratios: stats::median(&stats::pair_ratios(&series.seconds, base)),
            seconds_2004: old.then(|| seconds_2004(series.environment)),
            ratio_2004: old.then(|| ratio_2004(series.environment)),
            seconds: series.seconds,
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(s) = self.summary else { return Ok(()) };
        write!(
            out,
            "{:<13}{:>8.3}{:>9.3}{:>9.3}{:>9.3}{:>8.1}%   {:>7.3}{:>8.3}",
            self.name,
            s.mean,
            s.median,
            s.min,
            s.max,
            100.0 * s.deviation / s.mean,
            self.ratio_of_means.unwrap_or(f64::NAN),
            self.median_of_pair_ratios.unwrap_or(f64::NAN)
        )?;
        match self.seconds_2004.zip(self.ratio_2004) {
            Some((seconds, ratio)) if !self.again => writeln!(out, "   {seconds:>8.2}{ratio:>8.2}"),
            _ => writeln!(out),
        }
    }
}
