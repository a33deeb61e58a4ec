//! `FUSYN_RWLOCK`: the conformance programs of read-write locks once more, with every private one's writer
//! inheriting, and what the mode `writers` changes.

use std::fs;

use fusyn_tests::compile::compile;
use fusyn_tests::launch::{Launch, Verdict};
use fusyn_tests::mode::Mode;
use fusyn_tests::paths;
use fusyn_tests::suite::skip_is_failure;

/// What does not hold for a writer that inherits, and why.
const EXCEPTIONS: [(&str, &str); 2] = [
    (
        "pthread_rwlock_unlock/2-1",
        "the kernel's queue is FIFO among equals: a reader that came first goes first",
    ),
    ("pthread_rwlock_unlock/3-1", "who waits at the gate waits there, whatever its priority becomes"),
];

fn run(name: &str, mode: &str) -> Verdict {
    let program = compile(&paths::sources().join(name).with_extension("c")).unwrap_or_else(|e| panic!("{e}"));
    let launch = Launch::new(&program.exe, Mode::FuQueue, program.limit).env("FUSYN_RWLOCK", mode);
    let outcome = launch.run().unwrap_or_else(|e| panic!("{name}: {e}"));
    println!("{name:48} {mode:8} {} {}", outcome.verdict, outcome.stderr.trim());
    outcome.verdict
}

fn programs_of_rwlocks() -> Vec<String> {
    let root = paths::sources().join("conformance");
    let folders = fs::read_dir(&root).expect("conformance").filter_map(Result::ok);
    let mut names: Vec<String> = folders
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .filter(|folder| folder.starts_with("pthread_rwlock_"))
        .flat_map(|folder| {
            let files = fs::read_dir(root.join(&folder)).expect("folder").filter_map(Result::ok);
            files.filter_map(move |file| {
                let file = file.file_name().to_string_lossy().into_owned();
                file.strip_suffix(".c").map(|stem| format!("{folder}/{stem}"))
            })
        })
        .collect();
    names.sort();
    names
}

#[test]
fn inheriting_writers_conform() {
    let names = programs_of_rwlocks();
    assert!(names.len() > 20, "{names:?}");
    let excepted = |name: &str| EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
    let wrong: Vec<_> = names
        .iter()
        .filter(|name| !excepted(name))
        .map(|name| (name, run(&format!("conformance/{name}"), "inherit")))
        .filter(|(_, verdict)| match verdict {
            Verdict::Pass => false,
            Verdict::Skip => skip_is_failure(),
            _ => true,
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn exceptions_are_programs() {
    let names = programs_of_rwlocks();
    assert!(EXCEPTIONS.iter().all(|(exception, _)| names.iter().any(|name| name == exception)));
}

/// The program passes only where an ordinary reader waits behind a writer.
#[test]
fn writers_go_first_where_asked() {
    assert_eq!(run("modes/rwlock_writers", "asked"), Verdict::Fail);
    assert_eq!(run("modes/rwlock_writers", "writers"), Verdict::Pass);
    assert_eq!(run("modes/rwlock_writers", "inherit-writers"), Verdict::Pass);
}
