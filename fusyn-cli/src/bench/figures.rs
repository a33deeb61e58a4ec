//! Time per operation, batch by batch.

use std::time::Duration;

use hdrhistogram::Histogram;

/// A batch's time per operation is kept in picoseconds, up to a second.
const PICOS_PER_NANO: u64 = 1000;
const LONGEST: u64 = 1_000_000_000 * PICOS_PER_NANO;

/// Distribution of the time per operation over batches.
#[derive(Debug)]
pub(crate) struct Batches {
    histogram: Histogram<u64>,
}

impl Batches {
    /// No batches yet; figures are kept to 0.1 %.
    pub(crate) fn new() -> Self {
        let histogram = Histogram::new_with_bounds(1, LONGEST, 3);
        Self { histogram: histogram.unwrap_or_else(|e| unreachable!("constant bounds are valid: {e}")) }
    }

    /// A batch of `operations` took `time`.
    #[inline]
    pub(crate) fn record(&mut self, time: Duration, operations: u64) {
        let picos = time.as_nanos() * u128::from(PICOS_PER_NANO) / u128::from(operations.max(1));
        self.histogram.saturating_record(u64::try_from(picos).unwrap_or(u64::MAX));
    }

    /// Adds another thread's batches.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.histogram.add(&other.histogram).unwrap_or_else(|e| unreachable!("equal bounds: {e}"));
    }

    /// Nanoseconds per operation that the share `quantile` of all batches does not exceed.
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub(crate) fn nanos_at(&self, quantile: f64) -> f64 {
        self.histogram.value_at_quantile(quantile) as f64 / PICOS_PER_NANO as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_per_operation() {
        let mut batches = Batches::new();
        for _ in 0..98 {
            batches.record(Duration::from_nanos(3100), 1000);
        }
        let mut other = Batches::new();
        for _ in 0..2 {
            other.record(Duration::from_micros(50), 10);
        }
        batches.merge(&other);
        assert!((batches.nanos_at(0.5) - 3.1).abs() < 0.01, "{}", batches.nanos_at(0.5));
        assert!((batches.nanos_at(0.99) - 5000.0).abs() < 5.0, "{}", batches.nanos_at(0.99));
    }

    #[test]
    fn a_batch_longer_than_all_bounds_counts_as_the_longest() {
        let mut batches = Batches::new();
        batches.record(Duration::from_secs(100), 1);
        assert!(batches.nanos_at(1.0) >= 0.99e9);
    }
}
