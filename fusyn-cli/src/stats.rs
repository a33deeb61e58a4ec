//! Summaries of repeated measurements.

use serde::Serialize;

/// What a series of figures comes to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// How many figures.
    pub(crate) count: usize,
    /// Arithmetic mean.
    pub(crate) mean: f64,
    /// Middle figure, or the mean of the two in the middle.
    pub(crate) median: f64,
    /// Smallest.
    pub(crate) min: f64,
    /// Largest.
    pub(crate) max: f64,
    /// Standard deviation of the sample; 0 for one figure.
    pub(crate) deviation: f64,
}

/// Summarises `figures`; none when there are none.
pub(crate) fn summary(figures: &[f64]) -> Option<Summary> {
    let median = median(figures)?;
    let count = figures.len();
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let n = count as f64;
    let mean = figures.iter().sum::<f64>() / n;
    let squares: f64 = figures.iter().map(|x| (x - mean).powi(2)).sum();
    let deviation = if count > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
    let min = figures.iter().copied().fold(f64::INFINITY, f64::min);
    let max = figures.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some(Summary { count, mean, median, min, max, deviation })
}

/// The middle figure; none when there are none.
pub(crate) fn median(figures: &[f64]) -> Option<f64> {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half - 1], sorted[half])),
    }
}

/// Ratios of figures measured next to each other: what drifts slowly drops out.
pub(crate) fn pair_ratios(figures: &[f64], base: &[f64]) -> Vec<f64> {
    figures.iter().zip(base).map(|(x, b)| x / b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_even_and_none() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn summary_of_a_known_series() {
        let s = summary(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((s.count, s.mean, s.median, s.min, s.max), (8, 5.0, 4.5, 2.0, 9.0));
        assert!((s.deviation - 2.138).abs() < 0.001, "{}", s.deviation);
        assert_eq!(summary(&[7.0]).unwrap().deviation, 0.0);
        assert_eq!(summary(&[]), None);
    }

    #[test]
    fn pair_ratios_follow_the_pairs() {
        assert_eq!(pair_ratios(&[1.0, 4.0], &[2.0, 2.0]), [0.5, 2.0]);
    }
}
