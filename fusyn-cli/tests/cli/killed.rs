//! `fusyn bench chat --java`, killed: nothing goes on, and nothing stays.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Dir, fusyn, set_mode};

/// Longest time until a state is reached.
const LIMIT: Duration = Duration::from_secs(30);

/// What ends the program.
const SIGNALS: [libc::c_int; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGKILL];

/// Waits until `it` gives something.
fn until<T>(what: &str, it: impl Fn() -> Option<T>) -> T {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(found) = it() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} did not come true");
        std::thread::yield_now();
    }
}

/// Stands in for a command of the JDK: the named one writes its id to `job`, and stays.
fn stand_in(dir: &Dir, name: &str, stays: bool) {
    let file = dir.file(name);
    let rest =
        if stays { "echo $$ > \"$JOB.new\"; mv \"$JOB.new\" \"$JOB\"; exec sleep 90" } else { "exit 0" };
    fs::write(&file, format!("#!/bin/sh\n[ \"$1\" = -version ] && echo stand-in && exit 0\n{rest}\n"))
        .unwrap();
    set_mode(&file, 0o755);
}

/// Alive, and not a dead process that waits for its parent.
fn is_alive(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

fn start(dir: &Dir) -> Child {
    let mut command = fusyn(&["bench", "chat", "--java", "--runs", "1", "--rooms", "1", "--users", "2"]);
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", dir.file("").display()));
    command.env("TMPDIR", dir.file("tmp")).env("JOB", dir.file("job"));
    // SAFETY: `signal` is async-signal-safe.
    unsafe { command.pre_exec(heed_signals) };
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// A shell's background job, or one under nohup, ignores some, and so does what it starts.
fn heed_signals() -> std::io::Result<()> {
    for signal in SIGNALS {
        // SAFETY: the default action; async-signal-safe.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    Ok(())
}

#[test]
fn killed_java_chat_leaves_no_job_and_no_folder() {
    let dir = Dir::new("killed");
    let (tmp, job) = (dir.file("tmp"), dir.file("job"));
    fs::create_dir(&tmp).unwrap();
    for busy in ["javac", "java"] {
        stand_in(&dir, "javac", busy == "javac");
        stand_in(&dir, "java", busy == "java");
        for signal in SIGNALS {
            let mut program = start(&dir);
            let id = until("a job", || fs::read_to_string(&job).ok());
            let id = id.trim();
            assert!(is_alive(id) && entries(&tmp) == 1, "{busy}");
            // SAFETY: the child has not been waited for, so the id is still its own.
            unsafe { libc::kill(i32::try_from(program.id()).unwrap(), signal) };
            assert_eq!(program.wait().unwrap().signal(), Some(signal), "{busy}");
            until("the job's end", || (!is_alive(id)).then_some(()));
            until("the folder's end", || (entries(&tmp) == 0).then_some(()));
            fs::remove_file(&job).unwrap();
        }
    }
}

#[test]
fn failed_java_chat_leaves_no_folder() {
    let dir = Dir::new("failed");
    fs::create_dir(dir.file("tmp")).unwrap();
    stand_in(&dir, "javac", false);
    stand_in(&dir, "java", false);
    assert_eq!(start(&dir).wait().unwrap().code(), Some(1));
    assert_eq!(entries(&dir.file("tmp")), 0);
}

#[test]
fn folder_that_cannot_be_made_is_told() {
    let dir = Dir::new("no-tmp");
    stand_in(&dir, "javac", false);
    stand_in(&dir, "java", false);
    assert_eq!(start(&dir).wait().unwrap().code(), Some(125));
}
