//! Objects at odd addresses: `tests/c/modes/misaligned.c`. Only with the release build of the shim: a debug
//! build ends the process at the first look at such a word. glibc waits for one in an endless loop.

use std::time::Duration;

use fusyn_tests::compile::compile;
use fusyn_tests::launch::{Launch, Verdict};
use fusyn_tests::mode::Mode;
use fusyn_tests::paths;

#[test]
#[cfg_attr(debug_assertions, ignore = "a debug build checks the alignment of pointers")]
fn odd_addresses_work_or_are_refused() {
    let source = paths::sources().join("modes/misaligned.c");
    let program = compile(&source).unwrap_or_else(|e| panic!("{e}"));
    for mode in Mode::selected().into_iter().filter(|mode| mode.is_preloaded()) {
        let launch = Launch::new(&program.exe, mode, Duration::from_secs(30));
        let outcome = launch.run().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(outcome.verdict, Verdict::Pass, "{}: {}", mode.name(), outcome.stderr);
    }
}
