//! What a debugger reads of a mutex on fusyn: owner, depth and kind stand where glibc has them.
//!
//! gdb runs `tests/c/gdb/held.c` to the point where it holds mutexes of every kind, and prints the fields; the
//! program says what is true. The kinds are compared with those of the same program on glibc's own mutexes.
//! Needs gdb, and the right to trace. (glibc's pretty printers for mutexes, which Debian does not package,
//! read these same fields.)

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use fusyn_tests::compile::compile;
use fusyn_tests::mode::Mode;
use fusyn_tests::{paths, shim, suite, tool};

/// Runs to `stop_here`, then one line per mutex, then the threads.
const SCRIPT: &[&str] = &[
    "set pagination off",
    "set breakpoint pending on",
    "break stop_here",
    "run",
    "set $i = 0",
    "while $i < held_n\n  set $d = held[$i].m->__data\n  printf \"mutex|%s|%d|%d|%d|%d|%d\\n\", held[$i].name, \
     held[$i].owner, held[$i].depth, $d.__owner, $d.__count, $d.__kind\n  set $i = $i + 1\nend",
    "info threads",
    "kill",
];

/// Marks of glibc's lock elision in the kind, which say nothing of the mutex.
const ELISION: i64 = 256 | 512;

/// What gdb says when it may not trace.
const NO_RIGHT: &[&str] = &["ptrace: Operation not permitted", "Could not trace the inferior"];

#[derive(Debug)]
struct Held {
    /// What the program says.
    owner: i64,
    depth: i64,
    /// What the debugger reads.
    field_owner: i64,
    field_count: i64,
    kind: i64,
}

struct Session {
    held: BTreeMap<String, Held>,
    /// The kernel's ids of the threads that gdb sees.
    threads: BTreeSet<i64>,
}

/// A session with gdb, in a mode; an error is the reason for a skip.
fn session(mode: Mode) -> Result<Session, String> {
    let program = compile(&paths::sources().join("gdb/held.c")).unwrap_or_else(|e| panic!("{e}"));
    let script = paths::built().join(format!("held-{}-{}.gdb", mode.name(), std::process::id()));
    std::fs::write(&script, SCRIPT.join("\n") + "\n").expect("the script");
    let mut gdb = Command::new("timeout");
    gdb.args(["-s", "KILL", "60", "gdb", "-nx", "-batch"]).env_remove("LD_PRELOAD");
    for set in ["debuginfod enabled off", "auto-load safe-path /", "startup-with-shell off"] {
        gdb.args(["-iex", &format!("set {set}")]);
    }
    if mode.is_preloaded() {
        let shim = shim::find().unwrap_or_else(|e| panic!("{e}"));
        // For the program, not for gdb.
        gdb.args(["-iex", &format!("set environment LD_PRELOAD {}", shim.display())]);
        gdb.args(["-iex", &format!("set environment FUSYN_BACKEND {}", mode.name())]);
    }
    let output = tool::output(gdb.arg("-x").arg(&script).arg(&program.exe)).unwrap_or_else(|e| panic!("{e}"));
    let _ = std::fs::remove_file(&script);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if let Some(reason) = NO_RIGHT.iter().find(|reason| errors.contains(*reason) || text.contains(*reason)) {
        return Err((*reason).to_owned());
    }
    let session = Session { held: held(&text), threads: threads(&text) };
    assert!(!session.held.is_empty(), "{}: {text}\n{errors}", mode.name());
    Ok(session)
}

fn held(text: &str) -> BTreeMap<String, Held> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("mutex|"));
    let fields = lines.map(|line| line.split('|').collect::<Vec<_>>());
    fields
        .map(|fields| {
            let number = |at: usize| fields[at].parse().unwrap_or_else(|e| panic!("{fields:?}: {e}"));
            let held = Held {
                owner: number(1),
                depth: number(2),
                field_owner: number(3),
                field_count: number(4),
                kind: number(5),
            };
            (fields[0].to_owned(), held)
        })
        .collect()
}

fn threads(text: &str) -> BTreeSet<i64> {
    let after = text.split("(LWP ").skip(1);
    after.filter_map(|rest| rest.split(')').next()?.parse().ok()).collect()
}

/// Owner and depth, of each mutex.
fn check(mode: Mode, session: &Session) {
    for (name, held) in &session.held {
        let what = format!("{}, {name}: {held:?}", mode.name());
        assert_eq!(held.field_owner, held.owner, "owner: {what}");
        let is_thread = session.threads.contains(&held.owner);
        assert!(is_thread || held.owner == 0 || held.owner == i64::from(i32::MAX), "thread: {what}");
        // Of other types than recursive, glibc itself has 0 or 1.
        assert!(held.field_count == held.depth || (held.depth == 0 && held.field_count <= 1), "{what}");
    }
}

#[test]
fn debugger_sees_owner_count_and_kind() {
    if let Err(missing) = tool::output(Command::new("gdb").arg("--version")) {
        return skip(&missing);
    }
    let plain = match session(Mode::Plain) {
        Ok(plain) => plain,
        Err(reason) => return skip(&reason),
    };
    check(Mode::Plain, &plain);
    // 32 kinds in four states, the robust ones in a fifth; four statics.
    assert_eq!(plain.held.len(), 32 * 4 + 16 + 4, "{:?}", plain.held.keys());
    for mode in [Mode::Kernel, Mode::FuQueue, Mode::FuLock] {
        let ours = session(mode).unwrap_or_else(|e| panic!("{}: {e}", mode.name()));
        check(mode, &ours);
        for (name, held) in &plain.held {
            let kind = ours.held[name].kind;
            assert_eq!(kind & !ELISION, held.kind & !ELISION, "kind: {}, {name}", mode.name());
        }
    }
}

fn skip(reason: &str) {
    assert!(!suite::skip_is_failure(), "skipped: {reason}");
    println!("SKIP: {reason}");
}
