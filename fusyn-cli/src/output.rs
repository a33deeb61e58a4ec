//! Files of figures.

use std::path::Path;

use serde::Serialize;

use crate::error::Failure;

/// `figures` as JSON, one item a line.
pub(crate) fn json(figures: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(figures);
    text.map(|t| t + "\n").map_err(|e| Failure::own(format!("cannot write the figures as JSON: {e}")))
}

/// Writes `text` to `path`.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::own(format!("cannot write {}: {e}", path.display())))
}
