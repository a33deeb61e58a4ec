//! Files of figures.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::Failure;

/// `figures` as JSON, one item a line.
pub(crate) fn json(figures: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(figures);
    text.map(|t| t + "\n").map_err(|e| Failure::own(format!("cannot write the figures as JSON: {e}")))
}

/// Where figures go at the end: found writable before the work began.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    /// What was there already, with its content; none: the file is to be made.
    there: Option<File>,
}

impl Destination {
    /// The file that `option` names, if it was given. Leaves the folder and its files as they were.
    pub(crate) fn of_option(option: &str, path: Option<&Path>) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let there = open(path).map_err(|e| {
            Failure::own(format!(
                "cannot write {}: {e}; nothing was measured: name a file for {option} in a folder that exists \
                 and may be written to",
                path.display()
            ))
        })?;
        Ok(Some(Self { path: path.to_owned(), there }))
    }

    /// Replaces the content by `text`.
    pub(crate) fn write(self, text: &str) -> Result<(), Failure> {
        let Self { path, there } = self;
        let replace = || {
            let mut file = there.map_or_else(|| File::create(&path), Ok)?;
            // Pipes and devices have nothing to be replaced.
            if file.metadata()?.is_file() {
                file.set_len(0)?;
            }
            file.write_all(text.as_bytes())
        };
        replace().map_err(|e| Failure::own(format!("cannot write {}: {e}", path.display())))
    }
}

/// What is at `path`, to be written to; none if nothing is, but could be made.
fn open(path: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        // Made at the end: a program that is killed leaves no empty file.
        Ok(_) => fs::remove_file(path).map(|()| None),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            // `create`: a symbolic link may lead to nothing.
            OpenOptions::new().append(true).create(true).open(path).map(Some)
        }
        Err(e) => Err(e),
    }
}
