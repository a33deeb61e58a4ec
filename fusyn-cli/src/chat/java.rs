//! The chat in Java: `tests/java/Chat.java`, carried in this program and compiled for each measurement.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::job::Report;
use super::load::Load;
use crate::child::{self, JobError};
use crate::error::Failure;
use crate::scratch::Scratch;
use crate::shim::Changes;

const SOURCE: &str = include_str!("../../../tests/java/Chat.java");
const CLASS: &str = "Chat";
/// The Debian package that has both commands.
const PACKAGE: &str = "openjdk-17-jdk-headless";

/// The compiled class, in a folder of its own that goes with it.
#[derive(Debug)]
pub(super) struct Java {
    folder: Scratch,
    version: String,
}

impl Java {
    /// Compiles; says what to install when there is no Java.
    pub(super) fn compiled() -> Result<Self, Failure> {
        let version = first_line(child::other_program("java").arg("-version"), "java")?;
        let folder = Scratch::new()?;
        let source = folder.path().join("Chat.java");
        fs::write(&source, SOURCE).map_err(|e| Failure::own(format!("{}: {e}", source.display())))?;
        let mut javac = child::other_program("javac");
        javac.arg("-d").arg(folder.path()).arg(&source);
        first_line(&mut javac, "javac")?;
        Ok(Self { folder, version })
    }

    /// What `java -version` says first.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// One run in a virtual machine of its own.
    pub(super) fn ask(&self, load: Load, changes: &Changes, limit: Duration) -> Result<Report, JobError> {
        let args = self.arguments(load);
        child::ask_program(Path::new("java"), &args, changes, limit)
    }

    fn arguments(&self, load: Load) -> Vec<OsString> {
        let mut args: Vec<OsString> = ["-Xss256k", "-Xmx512m", "-cp"].map(OsString::from).into();
        args.push(self.folder.path().into());
        args.push(CLASS.into());
        args.extend([load.rooms, load.users, load.messages].map(|size| size.to_string().into()));
        args
    }
}

/// The first line of what a command that must succeed says, on either stream.
fn first_line(command: &mut Command, name: &str) -> Result<String, Failure> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => {
            Failure::own(format!("{name} is not here: install a JDK (Debian: apt-get install {PACKAGE})"))
        }
        _ => Failure::own(format!("{name} cannot be run: {e}")),
    })?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if output.status.success() {
        return Ok(said.lines().next().unwrap_or_default().to_owned());
    }
    Err(Failure::own(format!("{name} failed: {}", said.trim_end())))
}
