//! A folder for temporary files that goes with this program, however that ends.
//!
//! A process of its own makes it, says where it is, and removes it when its standard input ends: when the owner
//! lets go, or dies, be it of a signal that nothing can be done about. Signal handlers would not do that, and would
//! have to end the program's waits.

use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Failure;

/// The hidden command that is the keeper.
const KEEPER: &str = "keep-folder";
/// How long jobs that die with the owner may go on writing to the folder.
const LAST_WRITES: Duration = Duration::from_secs(5);
/// Between two tries to remove it.
const PAUSE: Duration = Duration::from_millis(10);

/// The folder; removed when this is dropped, or the process ends.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    keeper: Child,
}

impl Scratch {
    /// A new folder, in that for temporary files.
    pub(crate) fn new() -> Result<Self, Failure> {
        let failed = |why: String| Failure::own(format!("cannot make a temporary folder: {why}"));
        let mut keeper = keeper().map_err(|e| failed(e.to_string()))?;
        let mut said = Vec::new();
        if let Some(out) = &mut keeper.stdout {
            out.read_to_end(&mut said).map_err(|e| failed(e.to_string()))?;
        }
        if said.is_empty() {
            let ended = keeper.wait_with_output().map_err(|e| failed(e.to_string()))?;
            return Err(failed(String::from_utf8_lossy(&ended.stderr).trim_end().to_owned()));
        }
        Ok(Self { path: PathBuf::from(std::ffi::OsString::from_vec(said)), keeper })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // What cannot be removed stays in the folder for temporary files.
        let _ = self.keeper.wait();
    }
}

fn keeper() -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(KEEPER).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A terminal's signals go to the owner's group.
    command.process_group(0).spawn()
}

/// `fusyn keep-folder`: the process itself.
pub(crate) fn keep() -> Result<(), Failure> {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGPIPE] {
        // SAFETY: no handler is installed.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
    let folder = nix::unistd::mkdtemp(&env::temp_dir().join("fusyn-XXXXXX"))
        .map_err(|e| Failure::own(format!("{}: {}", env::temp_dir().display(), e.desc())))?;
    // From here on it goes, whatever fails: an owner that is gone already has closed both pipes.
    if say(&folder).is_ok() {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
    }
    remove(&folder);
    Ok(())
}

/// Writes the folder's name, and ends standard output.
fn say(folder: &Path) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(folder.as_os_str().as_bytes())?;
    out.flush()?;
    // SAFETY: nothing is written to standard output any more.
    if unsafe { libc::close(libc::STDOUT_FILENO) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Removes the folder with all that is in it; again while somebody still writes there.
fn remove(folder: &Path) {
    let deadline = Instant::now() + LAST_WRITES;
    while fs::remove_dir_all(folder).is_err_and(|e| e.kind() != io::ErrorKind::NotFound)
        && Instant::now() < deadline
    {
        thread::sleep(PAUSE);
    }
}
