//! Runs the snippets of `tests/preload/snippets`: a program per symbol.

use std::path::{Path, PathBuf};

use crate::compile::{Program, compile};
use crate::coverage::{State, Symbol};
use crate::launch::{Launch, Verdict};
use crate::mode::Mode;
use crate::suite::skip_is_failure;
use crate::{glibc, paths, shim};

/// From where a snippet calls the function.
const WAYS: [&str; 3] = ["main", "constructor", "preinit"];

/// The snippet of a symbol.
#[must_use]
pub fn source(symbol: &str) -> PathBuf {
    paths::snippets().join(format!("{symbol}.c"))
}

/// Runs the snippet of a symbol in every mode and every way, and in every version.
///
/// # Errors
/// The runs that did not pass, and what they said.
pub fn run(symbol: &Symbol, modes: &[Mode]) -> Result<(), String> {
    let program = compile(&source(&symbol.name))?;
    let mut wrong = Vec::new();
    for mode in modes {
        for (version, ways) in versions(symbol) {
            for way in ways {
                wrong.extend(run_one(symbol, &program, *mode, way, version).err());
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The function as linked, or its newest version if nothing can be linked with it, in every way; each
/// other version from `main`. On another glibc than the document's, as linked alone.
fn versions(symbol: &Symbol) -> Vec<(Option<&str>, &'static [&'static str])> {
    let mut all: Vec<(Option<&str>, &'static [&'static str])> = Vec::new();
    for version in &symbol.versions {
        let name = version.trim_start_matches('@');
        if version.starts_with("@@") {
            all.push((None, &WAYS));
            all.push((Some(name), &WAYS[..1]));
        } else {
            all.push((Some(name), if all.is_empty() { &WAYS } else { &WAYS[..1] }));
        }
    }
    all
}

fn run_one(
    symbol: &Symbol,
    program: &Program,
    mode: Mode,
    way: &str,
    version: Option<&str>,
) -> Result<(), String> {
    let home = if mode.is_preloaded() && symbol.state == State::Interposed {
        shim::find()?.file_name().map(|name| name.to_string_lossy().into_owned())
    } else {
        Some(glibc::FILE.to_owned())
    };
    let mut launch = Launch::new(Path::new(&program.exe), mode, program.limit)
        .env("SNIPPET_WAY", way)
        .env("SNIPPET_HOME", &home.ok_or("a shim without a name")?);
    if let Some(version) = version {
        launch = launch.env("SNIPPET_VERSION", &format!("GLIBC_{version}"));
    }
    let outcome = launch.run()?;
    let name = format!("{}@{} ({}, {way})", symbol.name, version.unwrap_or("as linked"), mode.name());
    match outcome.verdict {
        Verdict::Pass => Ok(()),
        Verdict::Skip if !skip_is_failure() => {
            println!("SKIP: {name}: {}", outcome.stderr.trim());
            Ok(())
        }
        _ => Err(format!("{name}: {} ({})\n{}", outcome.verdict, outcome.status, outcome.stderr)),
    }
}
