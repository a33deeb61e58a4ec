//! Runs a program in one mode, with a time limit.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::mode::Mode;
use crate::{hang, paths, shim};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exit status 0.
    Pass,
    /// Another exit status.
    Fail,
    /// Ended by a signal of its own making.
    Crash,
    /// Still running at its deadline, and killed.
    Hang,
    /// Exit status 77: something that the test needs is missing.
    Skip,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Skip => "skip",
        })
    }
}

/// A finished run.
#[derive(Debug)]
pub struct Outcome {
    /// How it ended.
    pub verdict: Verdict,
    /// The exit status or signal, for people.
    pub status: String,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error, and for a hang where each thread stood.
    pub stderr: String,
    /// How long it ran.
    pub took: Duration,
}

/// A run to be made.
#[derive(Debug)]
pub struct Launch {
    exe: PathBuf,
    mode: Mode,
    limit: Duration,
    explain_hang: bool,
    envs: Vec<(String, String)>,
}

impl Launch {
    /// Runs `exe` in `mode`, for at most `limit`.
    #[must_use]
    pub fn new(exe: &Path, mode: Mode, limit: Duration) -> Self {
        Self { exe: exe.to_path_buf(), mode, limit, explain_hang: true, envs: Vec::new() }
    }

    /// Sets an environment variable of the run.
    #[must_use]
    pub fn env(mut self, key: &str, value: &str) -> Self {
        self.envs.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Leaves out the report on a hang: it is expected.
    #[must_use]
    pub fn quiet_hang(mut self) -> Self {
        self.explain_hang = false;
        self
    }

    /// Runs the program and everything it starts, in a process group of its own.
    ///
    /// # Errors
    /// Why it could not be started: no shim, or no such program.
    pub fn run(&self) -> Result<Outcome, String> {
        let log = Log::new().map_err(|e| format!("log file: {e}"))?;
        let mut command = self.command(&log)?;
        let start = Instant::now();
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", self.exe.display()))?;
        let group = Pid::from_raw(i32::try_from(child.id()).map_err(|e| e.to_string())?);
        let ended = wait(&mut child, start + self.limit).map_err(|e| format!("wait: {e}"))?;
        let report = match ended {
            None if self.explain_hang => hang::report(group),
            _ => String::new(),
        };
        // Whatever it left behind goes too; ESRCH when there is nothing.
        let _ = killpg(group, Signal::SIGKILL);
        if ended.is_none() {
            child.wait().map_err(|e| format!("wait: {e}"))?;
        }
        let (stdout, stderr) = log.read();
        let took = start.elapsed();
        if self.mode.is_preloaded() && stderr.contains("cannot be preloaded") {
            return Err(format!("the shim was not loaded: {stderr}"));
        }
        let status = ended.map_or_else(|| "killed at its time limit".to_owned(), |status| status.to_string());
        let stderr = stderr + &report;
        Ok(Outcome { verdict: ended.map_or(Verdict::Hang, verdict), status, stdout, stderr, took })
    }

    fn command(&self, log: &Log) -> Result<Command, String> {
        let mut command = Command::new(&self.exe);
        for (key, _) in std::env::vars_os() {
            if key.to_string_lossy().starts_with("FUSYN_") {
                command.env_remove(key);
            }
        }
        command.env_remove("LD_PRELOAD");
        if self.mode.is_preloaded() {
            command.env("LD_PRELOAD", shim::find()?).env("FUSYN_BACKEND", self.mode.name());
        }
        command.envs(self.envs.iter().map(|(key, value)| (key, value)));
        let (out, err) = log.open().map_err(|e| format!("log file: {e}"))?;
        command.stdin(Stdio::null()).stdout(out).stderr(err).process_group(0);
        if let Some(folder) = self.exe.parent() {
            command.current_dir(folder);
        }
        Ok(command)
    }
}

fn verdict(status: ExitStatus) -> Verdict {
    match (status.code(), status.signal()) {
        (Some(0), _) => Verdict::Pass,
        (Some(77), _) => Verdict::Skip,
        (_, Some(_)) => Verdict::Crash,
        _ => Verdict::Fail,
    }
}

/// Waits for `child` until `deadline`; `None` when it is still running then.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Output goes to files, not pipes: a process left behind that holds a pipe open cannot block us.
struct Log {
    out: PathBuf,
    err: PathBuf,
}

impl Log {
    fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = paths::built().join("logs");
        fs::create_dir_all(&folder)?;
        let unique = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Ok(Self { out: folder.join(format!("{unique}.out")), err: folder.join(format!("{unique}.err")) })
    }

    fn open(&self) -> io::Result<(File, File)> {
        Ok((File::create(&self.out)?, File::create(&self.err)?))
    }

    /// Both texts, damaged characters replaced.
    fn read(&self) -> (String, String) {
        let text =
            |path| fs::read(path).map(|b| String::from_utf8_lossy(&b).into_owned()).unwrap_or_default();
        (text(&self.out), text(&self.err))
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.out);
        let _ = fs::remove_file(&self.err);
    }
}
