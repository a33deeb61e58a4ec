//! What stops the program, and the exit status it stops with.

use std::fmt;
use std::io::{self, Write};

/// A failure of `fusyn` itself, as `env` and `timeout` number it.
pub(crate) const STATUS_OWN: u8 = 125;
/// The program was found but cannot be run (on fusyn).
pub(crate) const STATUS_CANNOT_RUN: u8 = 126;
/// The program was not found.
pub(crate) const STATUS_NOT_FOUND: u8 = 127;
/// Options that do not go together.
pub(crate) const STATUS_USAGE: u8 = 2;
/// A measurement went wrong: a wrong sum, a job that failed.
pub(crate) const STATUS_WRONG: u8 = 1;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output went away: nothing to tell, no error.
    BrokenPipe,
    /// One message for standard error that says what to do, and the exit status.
    Told {
        /// Exit status of the process.
        status: u8,
        /// The message, without the program's name.
        message: String,
    },
}

impl Failure {
    /// A failure with exit status `status`.
    pub(crate) fn new(status: u8, message: impl Into<String>) -> Self {
        Self::Told { status, message: message.into() }
    }

    /// A failure of `fusyn` itself.
    pub(crate) fn own(message: impl Into<String>) -> Self {
        Self::new(STATUS_OWN, message)
    }

    /// A failure to write to standard output.
    pub(crate) fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::own(format!("cannot write to standard output: {error}")),
        }
    }
}

/// Writes to standard error; what nobody reads is lost, and changes no exit status.
pub(crate) fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenPipe => f.write_str("broken pipe"),
            Self::Told { message, .. } => f.write_str(message),
        }
    }
}
