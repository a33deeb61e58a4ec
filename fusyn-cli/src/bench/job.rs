//! One child's measurement: one case, one line of JSON.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::case::{self, Case, Side};
use super::face::{self, Pthread};
use super::work::Outcome;
use crate::args::BenchJobArgs;
use crate::error::Failure;
use crate::pthread;

/// What a child tells its parent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The file that the C side's lock calls went to.
    pub(crate) locks_from: Option<PathBuf>,
    /// Figures by the name of the face, in the order of measurement.
    pub(crate) outcomes: Vec<(String, Outcome)>,
}

/// Measures one case and prints the [`Report`].
pub(crate) fn run(args: &BenchJobArgs) -> Result<(), Failure> {
    let case =
        case::named(&args.case).ok_or_else(|| Failure::own(format!("there is no case {:?}", args.case)))?;
    let outcomes = match case.side {
        Side::C => vec![("pthread".to_owned(), case.work.run(&Pthread(case.kind), args.time))],
        Side::Rust => rust_outcomes(&case, args.time),
    };
    let report = Report { locks_from: pthread::locks_from(), outcomes };
    let line = serde_json::to_string(&report).map_err(|e| Failure::own(e.to_string()))?;
    writeln!(io::stdout(), "{line}").map_err(|e| Failure::stdout(&e))
}

/// All faces in one process, there and back: A B C C B A.
fn rust_outcomes(case: &Case, time: std::time::Duration) -> Vec<(String, Outcome)> {
    let names = face::RUST_NAMES;
    let there_and_back = names.into_iter().chain(names.into_iter().rev());
    there_and_back
        .filter_map(|name| Some((name.to_owned(), face::run_rust(name, case.work, time)?)))
        .collect()
}
