//! Runs the programs of a folder in each mode and compares with the folder's table.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::compile::{Program, compile};
use crate::launch::{Launch, Outcome, Verdict};
use crate::mode::Mode;
use crate::table::{Row, Table};
use crate::{glibc, late, paths};

/// A folder of `tests/c` with an `expected.txt`, which may have sub-folders with the programs.
#[derive(Debug)]
pub struct Suite {
    root: PathBuf,
    table: Table,
    modes: Vec<Mode>,
    only: Option<String>,
    alone: bool,
}

impl Suite {
    /// Opens `tests/c/NAME`.
    ///
    /// # Panics
    /// When its table is missing or damaged.
    #[must_use]
    pub fn open(name: &str) -> Self {
        let root = paths::sources().join(name);
        let table = Table::read(&root.join("expected.txt")).unwrap_or_else(|e| panic!("{e}"));
        Self {
            root,
            table,
            modes: Mode::selected(),
            only: std::env::var("FUSYN_TEST_ONLY").ok(),
            alone: false,
        }
    }

    /// Its programs measure time or occupy a CPU: they run one at a time.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.alone = true;
        self
    }

    /// Runs a group: the programs of a sub-folder, or one program that stands in no sub-folder.
    ///
    /// # Panics
    /// When a result differs from the table; the message has every difference.
    pub fn run(&self, group: &str) {
        let _turn = self.alone.then(take_turn);
        let mut wrong = Vec::new();
        let mut count = 0;
        for test in self.programs().iter().filter(|test| test.group() == group) {
            if self.only.as_ref().is_some_and(|only| !test.name.contains(only.as_str())) {
                continue;
            }
            count += 1;
            wrong.extend(self.run_test(test));
        }
        assert!(count > 0 || self.only.is_some(), "no program in {group:?}");
        if let Some(only) = self.only.as_ref().filter(|_| count == 0) {
            assert!(is_known(only), "FUSYN_TEST_ONLY={only}: no program of any suite has this in its name");
        }
        assert!(wrong.is_empty(), "{} wrong results\n\n{}", wrong.len(), wrong.join("\n\n"));
    }

    /// Checks that the table has a row for each program, a program for each row, and that `groups`
    /// are all groups.
    ///
    /// # Panics
    /// When something is missing on either side.
    pub fn check_complete(&self, groups: &[&str]) {
        let programs = self.programs();
        let names: BTreeSet<&str> = programs.iter().map(|test| test.name.as_str()).collect();
        let rows: BTreeSet<&str> = self.table.rows.keys().map(String::as_str).collect();
        let no_row: Vec<_> = names.difference(&rows).collect();
        let no_program: Vec<_> = rows.difference(&names).collect();
        assert!(no_row.is_empty(), "programs without a row: {no_row:?}");
        assert!(no_program.is_empty(), "rows without a program: {no_program:?}");
        let used: BTreeSet<&str> = programs.iter().map(Test::group).collect();
        let listed: BTreeSet<&str> = groups.iter().copied().collect();
        assert_eq!(used, listed, "the groups and the Rust tests differ");
    }

    fn programs(&self) -> Vec<Test> {
        let mut found = Vec::new();
        collect(&self.root, "", &mut found);
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    fn run_test(&self, test: &Test) -> Vec<String> {
        let Some(row) = self.table.rows.get(&test.name) else {
            return vec![format!("{}: no row in expected.txt", test.name)];
        };
        let program = match compile(&test.source) {
            Ok(program) => program,
            Err(e) => return vec![format!("{}: {e}", test.name)],
        };
        self.modes.iter().filter_map(|mode| self.run_mode(&test.name, &program, row, *mode).err()).collect()
    }

    fn run_mode(&self, name: &str, program: &Program, row: &Row, mode: Mode) -> Result<(), String> {
        let expected = row.expected(mode);
        if expected.is_unused() {
            return Ok(());
        }
        let mut launch = Launch::new(&program.exe, mode, program.limit);
        if expected.accepts(Verdict::Hang) {
            launch = launch.quiet_hang();
        }
        let outcome = late::run(&launch).map_err(|e| format!("{name} ({}): {e}", mode.name()))?;
        println!("{name:36} {:8} {:5} {:6} ms", mode.name(), outcome.verdict, outcome.took.as_millis());
        let is_right = match outcome.verdict {
            Verdict::Skip => {
                println!("SKIP: {name}: {}", outcome.stderr.trim());
                !skip_is_failure()
            }
            verdict => expected.accepts(verdict) || (mode == Mode::Plain && !self.is_known_glibc()),
        };
        if is_right { Ok(()) } else { Err(difference(name, mode, row, &outcome)) }
    }

    /// The first column is about one version of glibc; with another one it is only printed.
    fn is_known_glibc(&self) -> bool {
        glibc::version() == self.table.glibc
    }
}

/// Whether the table of some suite has a program with this in its name.
fn is_known(part: &str) -> bool {
    let folders = std::fs::read_dir(paths::sources()).expect("tests/c").filter_map(Result::ok);
    let mut tables = folders.filter_map(|folder| Table::read(&folder.path().join("expected.txt")).ok());
    tables.any(|table| table.rows.keys().any(|name| name.contains(part)))
}

/// One suite's turn, among those of this test binary.
fn take_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a skipped test counts as failed: `FUSYN_NO_SKIP=1`, or `CI=true`.
#[must_use]
pub fn skip_is_failure() -> bool {
    let is = |key: &str, value: &str| std::env::var(key).is_ok_and(|v| v == value);
    is("FUSYN_NO_SKIP", "1") || is("CI", "true")
}

#[derive(Debug)]
struct Test {
    name: String,
    source: PathBuf,
}

impl Test {
    fn group(&self) -> &str {
        self.name.split_once('/').map_or(&self.name, |(folder, _)| folder)
    }
}

/// A Rust test per group of a suite, and one that checks that none is left out:
/// `suite!("traps": early_use, fork_raw);`, or `suite!("rt", alone: ...)` for [`Suite::alone`].
#[macro_export]
macro_rules! suite {
    ($suite:literal: $($group:ident),* $(,)?) => {
        $crate::suite!(@ $crate::suite::Suite::open($suite); $($group),*);
    };
    ($suite:literal, alone: $($group:ident),* $(,)?) => {
        $crate::suite!(@ $crate::suite::Suite::open($suite).alone(); $($group),*);
    };
    (@ $open:expr; $($group:ident),*) => {
        $(
            #[test]
            #[allow(non_snake_case)]
            fn $group() {
                $open.run(stringify!($group));
            }
        )*

        #[test]
        fn table_and_programs_agree() {
            $open.check_complete(&[$(stringify!($group)),*]);
        }
    };
}

/// Adds the programs below `folder`; sources of shared libraries (`x.so.c`) are not programs.
fn collect(folder: &Path, prefix: &str, found: &mut Vec<Test>) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let source = entry.path();
        let file = entry.file_name().to_string_lossy().into_owned();
        if source.is_dir() {
            collect(&source, &format!("{prefix}{file}/"), found);
        } else if let Some((stem, "c" | "cpp")) = file.rsplit_once('.')
            && !stem.ends_with(".so")
        {
            found.push(Test { name: format!("{prefix}{stem}"), source });
        }
    }
}

fn difference(name: &str, mode: Mode, row: &Row, outcome: &Outcome) -> String {
    format!(
        "{name} ({}): {} ({}), expected {} after {} ms [{}: {}]\n{}{}",
        mode.name(),
        outcome.verdict,
        outcome.status,
        row.expected(mode).text(),
        outcome.took.as_millis(),
        row.clause,
        row.note,
        outcome.stdout,
        outcome.stderr,
    )
}
