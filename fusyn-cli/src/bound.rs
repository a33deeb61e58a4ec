//! Whether a ratio is over its bound, as far as the noise of the measurement lets one tell.

use std::io::{self, Write};

use crate::stats;

/// Rounds below which nothing is judged: their noise cannot be seen.
const FEW: usize = 3;
/// Rounds that are worth trying when there were fewer.
const USUAL: usize = 5;
/// The most that `--runs` takes.
const MOST: usize = 1000;

/// How a ratio stands to its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Not over it.
    Within,
    /// Over it, by more than the noise.
    Over,
    /// Over it, by less than the noise, or in too few rounds to see the noise.
    Unclear,
}

impl Verdict {
    /// Of a ratio, taken as it is printed, by what the ratio of a thing to itself was in each round.
    pub(crate) fn of(ratio: f64, at_most: f64, to_itself: &[f64]) -> Self {
        let over = (ratio * 1000.0).round() / 1000.0 - at_most;
        if over <= 0.0 {
            Self::Within
        } else if to_itself.len() < FEW || over <= ratio * noise(to_itself) {
            Self::Unclear
        } else {
            Self::Over
        }
    }

    /// What stands beside the bound.
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Self::Within => "",
            Self::Over => " over",
            Self::Unclear => " over?",
        }
    }
}

/// What a median of so many ratios may be off: as far as a thing is from itself in one round, less with more of them.
fn noise(to_itself: &[f64]) -> f64 {
    let off: Vec<f64> = to_itself.iter().map(|ratio| (ratio - 1.0).abs()).collect();
    #[expect(clippy::cast_precision_loss, reason = "rounds are few")]
    let rounds = off.len() as f64;
    stats::median(&off).unwrap_or(f64::INFINITY) / rounds.sqrt()
}

/// At the foot of a table with an `over?`: what it means after this many rounds, and what to do.
pub(crate) fn explain(
    out: &mut impl Write,
    mut verdicts: impl Iterator<Item = Verdict>,
    rounds: u32,
) -> io::Result<()> {
    if verdicts.any(|verdict| verdict == Verdict::Unclear) {
        writeln!(out, "{}", explanation(rounds))
    } else {
        Ok(())
    }
}

fn explanation(rounds: u32) -> String {
    let had = rounds as usize;
    let more = USUAL.max(2 * had).min(MOST);
    let s = if had == 1 { "" } else { "s" };
    let why = if had < FEW { "too few to see the noise" } else { "the noise is larger than the difference" };
    format!("over?: above the bound, but not surely ({had} round{s}: {why}; --runs {more}).")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_is_said_only_above_the_noise() {
        let quiet = [1.01, 0.99, 1.0, 1.02, 0.99];
        assert_eq!(Verdict::of(0.99, 1.0, &quiet), Verdict::Within);
        assert_eq!(Verdict::of(1.0004, 1.0, &quiet), Verdict::Within, "1.000 is what is printed");
        assert_eq!(Verdict::of(1.003, 1.0, &quiet), Verdict::Unclear);
        assert_eq!(Verdict::of(1.05, 1.0, &quiet), Verdict::Over);
        let loud = [1.5, 0.6, 0.9, 1.4, 0.7];
        assert_eq!(Verdict::of(1.05, 1.0, &loud), Verdict::Unclear);
        assert_eq!(Verdict::of(3.0, 1.0, &loud), Verdict::Over);
    }

    #[test]
    fn few_rounds_judge_nothing() {
        assert_eq!(Verdict::of(3.0, 1.0, &[1.0]), Verdict::Unclear);
        assert_eq!(Verdict::of(3.0, 1.0, &[1.0, 1.0]), Verdict::Unclear);
        assert_eq!(Verdict::of(3.0, 1.0, &[]), Verdict::Unclear);
        assert_eq!(Verdict::of(0.5, 1.0, &[1.0]), Verdict::Within);
    }

    #[test]
    fn explanation_says_what_to_do() {
        assert!(explanation(1).ends_with("(1 round: too few to see the noise; --runs 5)."));
        assert!(
            explanation(10).ends_with("(10 rounds: the noise is larger than the difference; --runs 20).")
        );
    }
}
