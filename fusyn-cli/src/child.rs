//! Child processes that do one job and print one line: this program again, in another environment.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use crate::shim::Changes;

/// How a job ended without an answer.
#[derive(Debug)]
pub(crate) enum JobError {
    /// The process could not be started or listened to.
    Start(io::Error),
    /// It was still running after this time, and was killed.
    Late(Duration),
    /// It ended with this status and these words on standard error.
    Ended(ExitStatus, String),
    /// Its answer is not what was asked for.
    Answer(String),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "the job could not be started: {error}"),
            Self::Late(after) => {
                write!(f, "the job was still running after {after:?} and was killed (see --timeout)")
            }
            Self::Ended(status, said) => {
                match status.signal() {
                    Some(signal) => write!(f, "the job died of signal {signal}")?,
                    None => write!(f, "the job failed")?,
                }
                if said.is_empty() { Ok(()) } else { write!(f, ": {said}") }
            }
            Self::Answer(line) => write!(f, "the job gave no figures but {line:?}"),
        }
    }
}

/// This program with `args`, its environment changed by `changes`.
pub(crate) fn this_program(args: &[OsString], changes: &Changes) -> io::Result<Command> {
    Ok(program(&env::current_exe()?, args, changes))
}

fn program(path: &Path, args: &[OsString], changes: &Changes) -> Command {
    let mut command = Command::new(path);
    command.args(args).stdin(Stdio::null());
    end_with_parent(&mut command);
    for (name, value) in changes {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

/// A command of another program, which ends with this one.
pub(crate) fn other_program(name: &str) -> Command {
    let mut command = Command::new(name);
    end_with_parent(&mut command);
    command
}

/// The child is killed when the thread that starts it ends, however that comes: a job that hangs would stay
/// for ever.
fn end_with_parent(command: &mut Command) {
    let parent = std::process::id();
    let announce = move || {
        // SAFETY: neither call has preconditions; both are async-signal-safe.
        let alone = unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0
                || libc::getppid().cast_unsigned() != parent
        };
        if alone { Err(io::Error::from_raw_os_error(libc::ESRCH)) } else { Ok(()) }
    };
    // SAFETY: the closure allocates nothing and takes no lock, as must be between fork and exec.
    unsafe { command.pre_exec(announce) };
}

/// Runs this program with `args` and reads the one line of JSON that it prints.
pub(crate) fn ask<T: DeserializeOwned>(
    args: &[OsString],
    changes: &Changes,
    limit: Duration,
) -> Result<T, JobError> {
    answer(this_program(args, changes).map_err(JobError::Start)?, limit)
}

/// Runs another program with `args` and reads the one line of JSON that it prints.
pub(crate) fn ask_program<T: DeserializeOwned>(
    path: &Path,
    args: &[OsString],
    changes: &Changes,
    limit: Duration,
) -> Result<T, JobError> {
    answer(program(path, args, changes), limit)
}

fn answer<T: DeserializeOwned>(mut command: Command, limit: Duration) -> Result<T, JobError> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(JobError::Start)?;
    let heard = listen(&mut child, limit);
    if !matches!(heard, Ok(Some(_))) {
        // Fails only if the child has already ended.
        let _ = child.kill();
    }
    let status = child.wait().map_err(JobError::Start)?;
    let (out, said) = heard.map_err(JobError::Start)?.ok_or(JobError::Late(limit))?;
    if !status.success() {
        return Err(JobError::Ended(status, said.trim_end().to_owned()));
    }
    if !said.is_empty() {
        crate::error::tell(&said);
    }
    serde_json::from_str(out.trim()).map_err(|_| JobError::Answer(out.trim().to_owned()))
}

/// What the child writes until it closes both pipes; none when `limit` passes first.
fn listen(child: &mut Child, limit: Duration) -> io::Result<Option<(String, String)>> {
    let (Some(mut out), Some(mut err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("the job has no pipes"));
    };
    let deadline = Instant::now() + limit;
    let (mut answer, mut said) = (Vec::new(), Vec::new());
    let (mut out_open, mut err_open) = (true, true);
    while out_open || err_open {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        let ready = poll_two([(out.as_raw_fd(), out_open), (err.as_raw_fd(), err_open)], left)?;
        if ready[0] {
            out_open = read_some(&mut out, &mut answer)?;
        }
        if ready[1] {
            err_open = read_some(&mut err, &mut said)?;
        }
    }
    Ok(Some((String::from_utf8_lossy(&answer).into_owned(), String::from_utf8_lossy(&said).into_owned())))
}

/// False at the end of the stream.
fn read_some(from: &mut impl Read, to: &mut Vec<u8>) -> io::Result<bool> {
    let mut buffer = [0; 4096];
    let n = from.read(&mut buffer)?;
    to.extend_from_slice(&buffer[..n]);
    Ok(n > 0)
}

/// Which of two descriptors (those that are still open) can be read, after at most `limit`.
fn poll_two(fds: [(RawFd, bool); 2], limit: Duration) -> io::Result<[bool; 2]> {
    let mut polled = fds.map(|(fd, open)| libc::pollfd {
        fd: if open { fd } else { -1 },
        events: libc::POLLIN,
        revents: 0,
    });
    let millis = i32::try_from(limit.as_millis().max(1)).unwrap_or(i32::MAX);
    // SAFETY: the array holds as many entries as told, and outlives the call.
    let n = unsafe { libc::poll(polled.as_mut_ptr(), 2, millis) };
    if n < 0 {
        let error = io::Error::last_os_error();
        return if error.kind() == io::ErrorKind::Interrupted { Ok([false; 2]) } else { Err(error) };
    }
    Ok(polled.map(|p| p.revents != 0))
}
