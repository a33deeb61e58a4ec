//! The table and the JSON file of a chat.

use std::io::{self, Write};

use serde::Serialize;

use super::load::Load;
use super::{Run, Series};
use crate::bound::{self, Verdict};
use crate::machine::Machine;
use crate::stats::{self, Summary};

/// Highest ratio of time to glibc that is wanted.
const AT_MOST: f64 = 1.00;

/// All figures of one measurement.
#[derive(Debug, Serialize)]
pub(super) struct Measured {
    machine: Machine,
    wires: String,
    load: Load,
    threads: u32,
    deliveries: u64,
    runs: u32,
    at_most: f64,
    environments: Vec<Row>,
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    seconds: Vec<f64>,
    summary: Option<Summary>,
    /// At the median time.
    messages_per_second: f64,
    /// Medians over the runs, in milliseconds.
    latency_p50: f64,
    latency_p99: f64,
    /// Median of the ratios of time to the glibc run of the same round.
    ratio: f64,
    latency_p99_ratio: f64,
}

impl Measured {
    /// Puts the series together; the first is what the others are compared with.
    pub(super) fn new(wires: String, load: Load, runs: u32, machine: Machine, series: Vec<Series>) -> Self {
        let base = series.first().map(|s| s.runs.clone()).unwrap_or_default();
        let environments = series.into_iter().map(|s| Row::new(load, &s, &base)).collect();
        let (threads, deliveries) = (load.threads(), load.deliveries());
        Self { machine, wires, load, threads, deliveries, runs, at_most: AT_MOST, environments }
    }

    /// The table on standard output.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let Load { rooms, users, messages } = self.load;
        writeln!(
            out,
            "chat, {}: {rooms} rooms of {users} users, {messages} messages each; {} threads, {} deliveries, right in all {} runs",
            self.wires,
            self.threads,
            self.deliveries,
            self.environments.iter().map(|row| row.seconds.len()).sum::<usize>()
        )?;
        writeln!(out, "on {}", self.machine)?;
        writeln!(
            out,
            "\n{:<13}{:>12}{:>9}{:>9}{:>9}{:>9}{:>9}{:6}{:>11}{:>11}{:>11}",
            "",
            "messages/s",
            "seconds",
            "min",
            "max",
            "ratio",
            "at most",
            "",
            "p50 ms",
            "p99 ms",
            "p99 ratio"
        )?;
        let verdicts = self.verdicts();
        self.environments
            .iter()
            .zip(&verdicts)
            .try_for_each(|(row, verdict)| row.print(*verdict, &mut out))?;
        writeln!(
            out,
            "\nratio: of time to the glibc run of the same round, the median. p50, p99: from sending to receipt, with"
        )?;
        writeln!(
            out,
            "the time in queues. The line \"glibc again\" is the C library against itself: the noise."
        )?;
        bound::explain(&mut out, verdicts.into_iter().flatten(), self.runs)
    }

    /// Of fusyn's rows, by glibc's two.
    fn verdicts(&self) -> Vec<Option<Verdict>> {
        let rows = &self.environments;
        let to_itself = match (rows.first(), rows.last()) {
            (Some(first), Some(again)) => stats::pair_ratios(&again.seconds, &first.seconds),
            _ => Vec::new(),
        };
        let of_row = |row: &Row| row.is_fusyn().then(|| Verdict::of(row.ratio, AT_MOST, &to_itself));
        rows.iter().map(of_row).collect()
    }
}

fn column(runs: &[Run], figure: impl Fn(&Run) -> f64) -> Vec<f64> {
    runs.iter().map(figure).collect()
}

fn median(figures: &[f64]) -> f64 {
    stats::median(figures).unwrap_or(f64::NAN)
}

/// Median of the ratios of runs of the same round.
fn ratio(runs: &[Run], base: &[Run], figure: impl Fn(&Run) -> f64) -> f64 {
    median(&stats::pair_ratios(&column(runs, &figure), &column(base, &figure)))
}

impl Row {
    fn new(load: Load, series: &Series, base: &[Run]) -> Self {
        let seconds = column(&series.runs, |run| run.seconds);
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let deliveries = load.deliveries() as f64;
        Self {
            name: series.label,
            summary: stats::summary(&seconds),
            messages_per_second: deliveries / median(&seconds),
            latency_p50: median(&column(&series.runs, |run| run.p50)),
            latency_p99: median(&column(&series.runs, |run| run.p99)),
            ratio: ratio(&series.runs, base, |run| run.seconds),
            latency_p99_ratio: ratio(&series.runs, base, |run| run.p99),
            seconds,
        }
    }

    fn is_fusyn(&self) -> bool {
        !self.name.starts_with("glibc")
    }

    fn print(&self, verdict: Option<Verdict>, out: &mut impl Write) -> io::Result<()> {
        let Some(s) = self.summary else { return Ok(()) };
        let bound = verdict.map_or_else(String::new, |_| format!("{AT_MOST:.2}"));
        let over = verdict.map_or("", Verdict::mark);
        writeln!(
            out,
            "{:<13}{:>12.0}{:>9.3}{:>9.3}{:>9.3}{:>9.3}{bound:>9}{over:<6}{:>11.2}{:>11.2}{:>11.3}",
            self.name,
            self.messages_per_second,
            s.median,
            s.min,
            s.max,
            self.ratio,
            self.latency_p50,
            self.latency_p99,
            self.latency_p99_ratio
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdict_stands_beside_the_bound() {
        let seconds = vec![2.0];
        let row = Row {
            name: "fuqueue",
            summary: stats::summary(&seconds),
            seconds,
            messages_per_second: 1.0,
            latency_p50: 1.0,
            latency_p99: 1.0,
            ratio: 2.0,
            latency_p99_ratio: 1.0,
        };
        for (verdict, words) in [(Verdict::Over, " 1.00 over "), (Verdict::Unclear, " 1.00 over? ")] {
            let mut line = Vec::new();
            row.print(Some(verdict), &mut line).unwrap();
            assert!(String::from_utf8_lossy(&line).contains(words), "{}", String::from_utf8_lossy(&line));
        }
    }
}
