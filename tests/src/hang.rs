//! Where each thread of a process group stands, for a run that passed its deadline.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use nix::unistd::Pid;

use crate::tool;

/// Lines of a debugger's report that are kept.
const MAX_LINES: usize = 400;

/// One line per thread of every process in `group`, then stacks if a debugger is installed.
#[must_use]
pub fn report(group: Pid) -> String {
    let mut text = String::from("\n--- still running at the deadline ---\n");
    let members = members(group);
    for pid in &members {
        let name = one_line(&format!("/proc/{pid}/cmdline")).replace('\0', " ");
        let _ = writeln!(text, "process {pid}: {name}");
        for tid in numbers(&format!("/proc/{pid}/task")) {
            let _ = writeln!(text, "  {}", thread_line(*pid, tid));
        }
    }
    for pid in members {
        text.push_str(&stacks(pid));
    }
    text
}

/// The processes of a group.
fn members(group: Pid) -> Vec<i32> {
    let in_group = |pid: &i32| {
        let stat = one_line(&format!("/proc/{pid}/stat"));
        after_name(&stat).and_then(|rest| rest.split_whitespace().nth(2)) == Some(&group.to_string())
    };
    numbers("/proc").into_iter().filter(in_group).collect()
}

/// The fields of a `stat` line after the parenthesised name, which may itself contain blanks.
fn after_name(stat: &str) -> Option<&str> {
    stat.rsplit_once(") ").map(|(_, rest)| rest)
}

/// State, policy, priority, kernel function and system call of a thread.
fn thread_line(pid: i32, tid: i32) -> String {
    let base = format!("/proc/{pid}/task/{tid}");
    let stat = one_line(&format!("{base}/stat"));
    let fields: Vec<&str> = after_name(&stat).unwrap_or_default().split_whitespace().collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or("?");
    // Fields 3 (state), 40 (rt_priority) and 41 (policy) of proc(5)'s list.
    format!(
        "thread {tid}: state {} policy {} priority {} in {} syscall {}",
        field(0),
        field(38),
        field(37),
        one_line(&format!("{base}/wchan")),
        one_line(&format!("{base}/syscall")),
    )
}

fn one_line(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}

/// The entries of a folder whose names are numbers.
fn numbers(folder: &str) -> Vec<i32> {
    let entries = fs::read_dir(Path::new(folder)).into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok()).collect()
}

/// User-space stacks by gdb, within thirty seconds; without gdb, what to install.
fn stacks(pid: i32) -> String {
    if let Err(missing) = tool::output(Command::new("gdb").arg("--version")) {
        return format!("no stacks: {missing}\n");
    }
    let mut gdb = Command::new("timeout");
    gdb.args(["-s", "KILL", "30", "gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off"]);
    gdb.args(["-ex", "thread apply all bt 12", "-p", &pid.to_string()]).env_remove("LD_PRELOAD");
    let output = match tool::output(&mut gdb) {
        Ok(output) => output,
        Err(missing) => return format!("no stacks: {missing}\n"),
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().filter(|l| l.starts_with('#') || l.starts_with("Thread")).collect();
    lines.iter().take(MAX_LINES).fold(String::new(), |all, line| all + line + "\n")
}
