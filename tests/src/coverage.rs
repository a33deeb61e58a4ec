//! `docs/pthread-coverage.md`: its rows for symbols and for differences.

use crate::document::{self, Table, code};
use crate::paths;

/// What the shim does with a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has a function of this name.
    Interposed,
    /// It leaves it to the C library.
    PassedThrough,
    /// It has it, and the C library does not.
    Own,
}

/// A function's row.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// The heading of its table.
    pub family: String,
    /// The versions, with their marks (`@@2.34`, `@2.2.5`), the newest first.
    pub versions: Vec<String>,
    /// What the shim does with it.
    pub state: State,
    /// Who says what it does.
    pub source: String,
    /// Folders and programs below `tests/c`.
    pub tests: Vec<String>,
}

/// An entry about differences.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The heading of its table.
    pub kind: String,
    /// The clause of POSIX.
    pub clause: String,
    /// Suites' programs, `conformance/pthread_mutex_lock/1-1`.
    pub programs: Vec<String>,
}

/// The document.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// A row per function.
    pub symbols: Vec<Symbol>,
    /// An entry per group of differences.
    pub differences: Vec<Difference>,
}

/// The glibc whose symbols and results the document has.
pub const GLIBC: &str = "2.36";

impl Coverage {
    /// Reads the document.
    ///
    /// # Panics
    /// When it cannot be read, or a row is damaged.
    #[must_use]
    pub fn read() -> Self {
        let path = paths::docs().join("pthread-coverage.md");
        let tables = document::tables(&path).unwrap_or_else(|e| panic!("{e}"));
        let mut all = Self { symbols: Vec::new(), differences: Vec::new() };
        for table in &tables {
            for row in &table.rows {
                match row.as_slice() {
                    [symbol, versions, state, source, tests] => {
                        all.symbols.push(read_symbol(table, [symbol, versions, state, source, tests]));
                    }
                    [_, clause, _, programs] => all.differences.push(Difference {
                        kind: table.heading.clone(),
                        clause: clause.clone(),
                        programs: owned(code(programs)),
                    }),
                    _ => panic!("{}: no table of {} columns is known: {row:?}", path.display(), row.len()),
                }
            }
        }
        all
    }
}

fn read_symbol(table: &Table, [symbol, versions, state, source, tests]: [&str; 5]) -> Symbol {
    let [name] = code(symbol)[..] else { panic!("{symbol:?} is no symbol") };
    Symbol {
        name: name.to_owned(),
        family: table.heading.clone(),
        versions: versions.split_whitespace().filter(|v| v.starts_with('@')).map(str::to_owned).collect(),
        state: match state {
            "interposed" => State::Interposed,
            "passed through" => State::PassedThrough,
            "own" => State::Own,
            other => panic!("{name}: {other:?} is neither interposed, passed through nor own"),
        },
        source: source.to_owned(),
        tests: owned(code(tests)),
    }
}

fn owned(words: Vec<&str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// Whether a name is of a family that the document covers.
#[must_use]
pub fn is_covered(name: &str) -> bool {
    const PREFIXES: [&str; 15] = [
        "pthread_mutex_",
        "pthread_mutexattr_",
        "pthread_cond_",
        "pthread_condattr_",
        "pthread_rwlock_",
        "pthread_rwlockattr_",
        "pthread_barrier_",
        "pthread_barrierattr_",
        "pthread_spin_",
        "pthread_getsched",
        "pthread_setsched",
        "sched_",
        "sem_",
        "mtx_",
        "cnd_",
    ];
    let plain = name.strip_prefix("__").unwrap_or(name);
    PREFIXES.iter().any(|prefix| plain.starts_with(prefix))
        || ["pthread_once", "call_once", "dlsym", "dlvsym"].contains(&plain)
}
