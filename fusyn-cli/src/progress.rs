//! The progress bar.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of `steps` steps, on standard error, and only if that is a terminal.
pub(crate) fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} ({eta} left)");
    ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
