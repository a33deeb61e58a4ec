//! `expected.txt`: what each program of a folder must give on glibc and in each mode of the shim.
//!
//! One line per program, columns separated by `|`:
//!
//! ```text
//! # glibc 2.36
//! # test | glibc | kernel | fuqueue | fulock | clause | note
//! pthread_mutex_lock/1-1 | pass | pass | pass | pass | pthread_mutex_lock |
//! ```
//!
//! A result is `pass`, `fail`, `crash`, `hang` or `-` (not run); `pass/fail` accepts both, for what
//! depends on timing there. Where a result is not `pass` the note must say why. What a program asserts
//! stands in its first comment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::launch::Verdict;
use crate::mode::Mode;

/// What may come out in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected(Vec<Verdict>);

impl Expected {
    /// Nothing is run in this mode.
    #[must_use]
    pub fn is_unused(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `verdict` is right.
    #[must_use]
    pub fn accepts(&self, verdict: Verdict) -> bool {
        self.0.contains(&verdict)
    }

    /// Column text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
    }

    fn parse(text: &str) -> Result<Self, String> {
        if text == "-" {
            return Ok(Self(Vec::new()));
        }
        let verdict = |word: &str| match word {
            "pass" => Ok(Verdict::Pass),
            "fail" => Ok(Verdict::Fail),
            "crash" => Ok(Verdict::Crash),
            "hang" => Ok(Verdict::Hang),
            _ => Err(format!("no result is called {word:?}")),
        };
        text.split('/').map(verdict).collect::<Result<_, _>>().map(Self)
    }
}

/// One program's line.
#[derive(Clone, Debug)]
pub struct Row {
    expected: Vec<Expected>,
    /// The clause of POSIX or the rule of fusyn that it tests.
    pub clause: String,
    /// The reason for each result that is not `pass`.
    pub note: String,
}

impl Row {
    /// What must come out in `mode`.
    #[must_use]
    pub fn expected(&self, mode: Mode) -> &Expected {
        &self.expected[mode as usize]
    }

    fn parse(line: &str) -> Result<(String, Self), String> {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [test, results @ .., clause, note] = columns.as_slice() else {
            return Err("too few columns".to_owned());
        };
        if results.len() != Mode::ALL.len() {
            return Err(format!("{} results, not {}", results.len(), Mode::ALL.len()));
        }
        let expected = results.iter().map(|text| Expected::parse(text)).collect::<Result<Vec<_>, _>>()?;
        if clause.is_empty() {
            return Err("the clause is missing".to_owned());
        }
        if note.is_empty() && results.iter().any(|text| text != &"pass") {
            return Err("a result is not pass, and the note does not say why".to_owned());
        }
        Ok(((*test).to_owned(), Self { expected, clause: (*clause).to_owned(), note: (*note).to_owned() }))
    }
}

/// The rows of an `expected.txt`, by test name (folder and file name without extension).
#[derive(Debug)]
pub struct Table {
    /// Line per program.
    pub rows: BTreeMap<String, Row>,
    /// The glibc whose results the first column has.
    pub glibc: String,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// The file and line that is wrong.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut table = Self { rows: BTreeMap::new(), glibc: String::new() };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(version) = line.strip_prefix("# glibc ") {
                version.trim().clone_into(&mut table.glibc);
            }
            if line.starts_with('#') {
                continue;
            }
            let at = |e| format!("{}:{}: {e}", path.display(), number + 1);
            let (test, row) = Row::parse(line).map_err(at)?;
            if table.rows.insert(test.clone(), row).is_some() {
                return Err(at(format!("{test} stands here twice")));
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_with_all_columns_is_read() {
        let (test, row) = Row::parse("a/1-1 | fail/hang | - | pass | pass | XSH | why").unwrap();
        assert_eq!(test, "a/1-1");
        assert!(row.expected(Mode::Plain).accepts(Verdict::Hang));
        assert!(!row.expected(Mode::Plain).accepts(Verdict::Pass));
        assert!(row.expected(Mode::Kernel).is_unused());
        assert_eq!(row.expected(Mode::FuLock).text(), "pass");
    }

    #[test]
    fn bad_rows_are_refused() {
        assert!(Row::parse("a | pass | pass | pass | XSH | why").is_err());
        assert!(Row::parse("a | pass | pass | pass | good | XSH | why").is_err());
        assert!(Row::parse("a | pass | pass | pass | pass | XSH |").is_ok());
        assert!(Row::parse("a | fail | pass | pass | pass | XSH |").is_err());
        assert!(Row::parse("a | pass | pass | pass | pass | | why").is_err());
    }
}
