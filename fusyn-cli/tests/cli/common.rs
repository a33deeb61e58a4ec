//! Drives the program, with a time limit on everything.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Longest time of one run of the program.
const LIMIT: Duration = Duration::from_secs(60);

/// The program, without settings from outside.
pub(crate) fn fusyn(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fusyn"));
    command.args(args);
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"FUSYN_") || name == "LD_PRELOAD" {
            command.env_remove(name);
        }
    }
    command
}

/// The program in a shell that has set a limit.
pub(crate) fn limited(limit: &str, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_fusyn")]).args(args);
    command
}

/// Runs it to its end; kills it and panics when that takes too long.
pub(crate) fn output(mut command: Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let pid = i32::try_from(child.id()).unwrap();
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(child.wait_with_output()));
    match receive.recv_timeout(LIMIT) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            // SAFETY: the child has not been waited for, so the id is still its own.
            unsafe { libc::kill(pid, libc::SIGKILL) };
            panic!("{command:?} was still running after {LIMIT:?}");
        }
    }
}

/// Exit status, standard output, standard error.
pub(crate) fn run(args: &[&str]) -> (Option<i32>, String, String) {
    parts(&output(fusyn(args)))
}

/// As [`run`] gives it.
pub(crate) fn parts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A directory for one test, removed at its end.
pub(crate) struct Dir(PathBuf);

impl Dir {
    /// Made anew under cargo's directory for tests.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A copy of `/bin/true`, of these bytes changed: offset and new bytes.
    pub(crate) fn changed_true(&self, name: &str, at: usize, new: &[u8]) -> PathBuf {
        let path = self.file(name);
        let mut bytes = std::fs::read("/bin/true").unwrap();
        bytes[at..at + new.len()].copy_from_slice(new);
        std::fs::write(&path, bytes).unwrap();
        set_mode(&path, 0o755);
        path
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        // What cannot be removed stays in cargo's directory for tests.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// As `chmod` does.
pub(crate) fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Says that a test could not be done; fails where that is not allowed.
pub(crate) fn skip(reason: &str) {
    assert!(std::env::var_os("FUSYN_NO_SKIP").is_none_or(|v| v != "1"), "must not be skipped: {reason}");
    println!("SKIP: {reason}");
}
