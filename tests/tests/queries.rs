//! `fusyn.h` and `fusyn_rwlock.h`: what the shim has beyond POSIX. `tests/c/queries`, and the examples, with and
//! without the shim.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fusyn_tests::compile::compile;
use fusyn_tests::launch::{Launch, Verdict};
use fusyn_tests::mode::Mode;
use fusyn_tests::paths;
use fusyn_tests::shim;

fusyn_tests::suite! {
    "queries":
    hand_over,
    health,
    not_recoverable,
    overtaking,
    owner,
    storm,
    unlock_type,
    waiters,
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fusyn-pthread/examples/queries.c")
}

fn rwlock_example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fusyn-pthread/examples/robust_rwlock.c")
}

/// An example with a first line before it, under another name.
fn variant(example: &Path, name: &str, first_line: &str) -> PathBuf {
    let folder = paths::built().join("queries");
    fs::create_dir_all(&folder).expect("a folder for the variant");
    let source = folder.join(name);
    let text = fs::read_to_string(example).expect("the example");
    fs::write(&source, format!("{first_line}\n{text}")).expect("the variant");
    source
}

fn output(source: &Path, mode: Mode) -> Vec<String> {
    let program = compile(source).unwrap_or_else(|e| panic!("{e}"));
    let launch = Launch::new(&program.exe, mode, Duration::from_secs(20));
    let outcome = launch.run().unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(outcome.verdict, Verdict::Pass, "{}: {}", mode.name(), outcome.stderr);
    outcome.stdout.lines().map(str::to_owned).collect()
}

fn with_fusyn(mode: Mode) -> [&'static str; 5] {
    let serial = if mode == Mode::Kernel { "serial: not in this mode" } else { "serial: yes" };
    [
        "by name: owned by the first thread",
        "by dlsym: locked",
        "health: owner died",
        "health: not recoverable",
        serial,
    ]
}

fn runs_everywhere(source: &Path) {
    assert_eq!(output(source, Mode::Plain), ["by name: no fusyn", "by dlsym: no fusyn"]);
    for mode in [Mode::Kernel, Mode::FuQueue, Mode::FuLock] {
        assert_eq!(output(source, mode), with_fusyn(mode), "{}", mode.name());
    }
}

#[test]
fn example_runs_with_and_without_fusyn() {
    runs_everywhere(&example());
}

#[test]
fn example_is_cxx_too() {
    runs_everywhere(&variant(&example(), "cxx.cpp", ""));
}

/// A linker may settle a weak name that no library has at once; `dlsym` finds it all the same.
#[test]
fn example_that_is_not_position_independent_finds_fusyn_by_dlsym() {
    let source = variant(&example(), "fixed.c", "// flags: -no-pie -fno-pie");
    assert_eq!(output(&source, Mode::Plain), ["by name: no fusyn", "by dlsym: no fusyn"]);
    assert!(output(&source, Mode::FuQueue).contains(&"by dlsym: locked".to_owned()));
}

const REPAIRED: &str = "by name: protocol 1, robust 1, the writer died, repaired";

/// Compiled against the header alone, it links and runs where there is no fusyn, and uses it where it is.
#[test]
fn rwlock_example_runs_with_and_without_fusyn_in_c_and_cxx() {
    for source in [rwlock_example(), variant(&rwlock_example(), "rwlock_cxx.cpp", "")] {
        assert_eq!(
            output(&source, Mode::Plain),
            ["by dlsym: no fusyn", "by name: no fusyn, a plain rwlock"],
            "{}",
            source.display()
        );
        for mode in [Mode::Kernel, Mode::FuQueue, Mode::FuLock] {
            assert_eq!(output(&source, mode), [REPAIRED], "{} {}", source.display(), mode.name());
        }
    }
}

/// Both headers in one program, in either order, strong for a program that is linked with the library.
#[test]
fn headers_together_make_a_linked_program_need_the_library() {
    let shim = shim::find().unwrap_or_else(|e| panic!("{e}"));
    let flags = format!("// flags: -DFUSYN_LINKED {}", shim.display());
    for (name, first) in [("linked.c", "#include <fusyn.h>"), ("linked_cxx.cpp", "")] {
        let source = variant(&rwlock_example(), name, &format!("{flags}\n#define _GNU_SOURCE\n{first}"));
        assert_eq!(output(&source, Mode::Plain), [REPAIRED], "{name}");
    }
    let source = variant(&rwlock_example(), "unlinked.c", "// flags: -DFUSYN_LINKED");
    assert!(compile(&source).is_err(), "strong names link only with the library");
}
