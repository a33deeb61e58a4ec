//! `docs/pthread-coverage.md` against the C library, the shim and the tests; and every snippet.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use fusyn_tests::coverage::{Coverage, Difference, GLIBC, State, Symbol, is_covered};
use fusyn_tests::launch::Verdict;
use fusyn_tests::mode::Mode;
use fusyn_tests::symbols::{Exports, exports};
use fusyn_tests::table::{Row, Table};
use fusyn_tests::{glibc, paths, shim, snippet};

fn libc_exports() -> Exports {
    let library = glibc::find().and_then(|path| exports(&path)).unwrap_or_else(|e| panic!("{e}"));
    library.into_iter().filter(|(name, _)| is_covered(name)).collect()
}

fn shim_exports() -> Exports {
    shim::find().and_then(|path| exports(&path)).unwrap_or_else(|e| panic!("{e}"))
}

fn symbols() -> Vec<Symbol> {
    Coverage::read().symbols
}

/// The names of those in a state.
fn names(symbols: &[Symbol], states: &[State]) -> BTreeSet<String> {
    symbols.iter().filter(|s| states.contains(&s.state)).map(|s| s.name.clone()).collect()
}

fn missing<'a>(wanted: impl IntoIterator<Item = &'a String>, present: &BTreeSet<String>) -> Vec<&'a String> {
    wanted.into_iter().filter(|name| !present.contains(*name)).collect()
}

#[test]
fn every_symbol_of_the_c_library_has_one_row() {
    let symbols = symbols();
    let all = names(&symbols, &[State::Interposed, State::PassedThrough, State::Own]);
    assert_eq!(all.len(), symbols.len(), "a symbol has two rows");
    let library = libc_exports();
    let unlisted = missing(library.keys(), &all);
    assert!(unlisted.is_empty(), "no row for {unlisted:?}");
    if glibc::version() != GLIBC {
        return;
    }
    for symbol in symbols.iter().filter(|s| s.state != State::Own) {
        let mut listed = symbol.versions.clone();
        let mut exported = library.get(&symbol.name).cloned().unwrap_or_default();
        listed.sort();
        exported.sort();
        assert_eq!(listed, exported, "versions of {}", symbol.name);
    }
}

#[test]
fn rows_tell_what_the_shim_exports() {
    let symbols = symbols();
    let claimed = names(&symbols, &[State::Interposed, State::Own]);
    let exported: BTreeSet<String> = shim_exports().into_keys().collect();
    let lost = missing(&claimed, &exported);
    let unlisted = missing(&exported, &claimed);
    assert!(lost.is_empty(), "rows that claim what the shim does not export: {lost:?}");
    assert!(unlisted.is_empty(), "exported by the shim, without a row that says so: {unlisted:?}");
    let library: BTreeSet<String> = libc_exports().into_keys().collect();
    let own = names(&symbols, &[State::Own]);
    let known: Vec<_> = own.intersection(&library).collect();
    assert!(known.is_empty() || glibc::version() != GLIBC, "the C library has them too: {known:?}");
}

#[test]
fn every_row_has_a_source_and_what_is_ours_has_tests() {
    for symbol in symbols() {
        let name = &symbol.name;
        assert!(
            ["POSIX `", "ISO C ", "Linux ", "glibc: another name of `", "fusyn: "]
                .iter()
                .any(|start| symbol.source.starts_with(start)),
            "{name}: {:?} is no source",
            symbol.source
        );
        assert!(symbol.state == State::PassedThrough || !symbol.tests.is_empty(), "{name} has no test");
        for test in &symbol.tests {
            let path = paths::sources().join(test);
            let is_there = path.is_dir() || ["c", "cpp"].iter().any(|e| path.with_extension(e).is_file());
            assert!(is_there, "{name}: there is no {test}");
        }
    }
}

#[test]
fn every_symbol_has_a_snippet_and_every_snippet_a_symbol() {
    let listed = names(&symbols(), &[State::Interposed, State::PassedThrough]);
    let entries = fs::read_dir(paths::snippets()).expect("tests/preload/snippets");
    let snippets: BTreeSet<String> = entries
        .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".c").map(str::to_owned))
        .collect();
    let none = missing(&listed, &snippets);
    let unlisted = missing(&snippets, &listed);
    assert!(none.is_empty() && unlisted.is_empty(), "no snippet: {none:?}; no row: {unlisted:?}");
    for name in &listed {
        let text = fs::read_to_string(snippet::source(name)).expect("a snippet");
        let named = [format!("SYMBOL({name})"), format!("#define OTHER_NAME {name}")];
        assert!(named.iter().any(|line| text.lines().any(|l| l == line)), "{name}.c is about another symbol");
    }
}

/// The snippets of a table's functions.
fn run_snippets(family: &str) {
    let of_family: Vec<_> =
        symbols().into_iter().filter(|s| s.family == family && s.state != State::Own).collect();
    assert!(!of_family.is_empty(), "no table {family:?}");
    let modes = Mode::selected();
    let wrong: Vec<_> = of_family.iter().filter_map(|symbol| snippet::run(symbol, &modes).err()).collect();
    assert!(wrong.is_empty(), "{} snippets\n\n{}", wrong.len(), wrong.join("\n\n"));
}

macro_rules! snippets {
    ($($test:ident: $family:literal),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                run_snippets($family);
            }
        )*

        #[test]
        fn every_family_is_run() {
            let listed: BTreeSet<String> =
                symbols().into_iter().filter(|s| s.state != State::Own).map(|s| s.family).collect();
            let run: BTreeSet<String> = [$($family),*].into_iter().map(str::to_owned).collect();
            assert_eq!(listed, run);
        }
    };
}

snippets! {
    snippets_of_mutexes: "Mutexes",
    snippets_of_mutex_attributes: "Mutex attributes",
    snippets_of_condition_variables: "Condition variables",
    snippets_of_condition_variable_attributes: "Condition variable attributes",
    snippets_of_read_write_locks: "Read-write locks",
    snippets_of_read_write_lock_attributes: "Read-write lock attributes",
    snippets_of_barriers: "Barriers",
    snippets_of_semaphores: "Semaphores",
    snippets_of_iso_c_threads: "ISO C threads",
    snippets_of_policies_and_priorities: "Policies and priorities",
    snippets_of_spin_locks: "Spin locks",
    snippets_of_once: "Once",
    snippets_of_look_ups: "Look-ups",
}

/// Every row of every `expected.txt`, by `suite/program`.
fn expected_rows() -> BTreeMap<String, Row> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(paths::sources()).expect("tests/c") {
        let folder = entry.expect("an entry").path();
        let table = folder.join("expected.txt");
        let Some(suite) = folder.file_name().filter(|_| table.is_file()) else { continue };
        let rows = Table::read(&table).unwrap_or_else(|e| panic!("{e}")).rows;
        all.extend(rows.into_iter().map(|(test, row)| (format!("{}/{test}", suite.to_string_lossy()), row)));
    }
    all
}

/// Whether a mode gives something else than `pass` where it is run.
fn differs(row: &Row, mode: Mode) -> bool {
    [Verdict::Fail, Verdict::Crash, Verdict::Hang].iter().any(|v| row.expected(mode).accepts(*v))
}

/// Whether everything that is run passes in every mode.
fn passes(row: &Row, modes: &[Mode]) -> bool {
    modes.iter().all(|mode| row.expected(*mode).text() == "pass")
}

#[test]
fn every_expected_difference_is_listed_once() {
    let rows = expected_rows();
    assert!(rows.len() > 200, "{} rows of expected.txt", rows.len());
    let mut listed: BTreeMap<String, u32> = BTreeMap::new();
    for program in Coverage::read().differences.into_iter().flat_map(|d| d.programs) {
        *listed.entry(program).or_default() += 1;
    }
    let twice: Vec<_> = listed.iter().filter(|(_, count)| **count != 1).collect();
    assert!(twice.is_empty(), "listed more than once: {twice:?}");
    let unlisted: Vec<_> = rows
        .iter()
        .filter(|(_, row)| Mode::ALL.iter().any(|mode| differs(row, *mode)))
        .filter(|(program, _)| !listed.contains_key(*program))
        .map(|(program, row)| format!("{program} [{}: {}]", row.clause, row.note))
        .collect();
    assert!(unlisted.is_empty(), "differences that the document does not list:\n{}", unlisted.join("\n"));
}

/// The page of POSIX that a clause of `expected.txt` begins with, if it does.
fn page(clause: &str) -> Option<&str> {
    let word = clause.split([' ', ',', ':']).next()?;
    let is_page = ["pthread_", "sem_", "sched_", "XSH", "XBD"].iter().any(|start| word.starts_with(start));
    (is_page && !word.contains('*')).then_some(word)
}

fn check(entry: &Difference, program: &str, row: &Row) {
    let mode_differs = entry.kind.starts_with("Where a mode of fusyn");
    let ours = &Mode::ALL[1..];
    let all_pass = ours.iter().all(|mode| row.expected(*mode).is_unused() || passes(row, &[*mode]));
    assert!(!passes(row, &Mode::ALL), "{program} passes everywhere");
    assert!(mode_differs || all_pass, "{program} does not pass in a mode of fusyn: it is in the wrong table");
    assert!(!mode_differs || !passes(row, ours), "{program} passes in all modes: it is in the wrong table");
    if let Some(page) = page(&row.clause) {
        assert!(entry.clause.contains(page), "{program}: the entry's clause does not name {page}");
    }
}

#[test]
fn listed_differences_are_expected_ones() {
    let rows = expected_rows();
    let entries = Coverage::read().differences;
    assert!(!entries.is_empty());
    for entry in &entries {
        assert!(!entry.clause.is_empty() && !entry.programs.is_empty(), "an incomplete entry: {entry:?}");
        for program in &entry.programs {
            let row = rows.get(program).unwrap_or_else(|| panic!("no expected.txt has {program}"));
            check(entry, program, row);
        }
    }
}
