//! Runs C and C++ programs on the C library's locks and on fusyn, and compares with a table.
//!
//! A *suite* is a folder of `tests/c`: its programs, and a file `expected.txt` that states for each
//! program what must come out on plain glibc and in each mode of the shim. The integration tests in
//! `tests/tests` have one Rust test per folder.
//!
//! * [`compile`] makes a program of a source file, cached by content;
//! * [`launch`] runs a program in one mode with a time limit;
//! * [`late`] repeats a run that a busy machine made too long;
//! * [`hang`] tells where a program stands that ran out of time;
//! * [`table`] reads `expected.txt`;
//! * [`mod@suite`] puts it all together.
//!
//! [`coverage`] and [`snippet`] are about `docs/pthread-coverage.md`, with what [`document`], [`symbols`] and
//! [`glibc`] read; [`tool`] runs other programs; [`explorer`] is apart from that: an exhaustive check of protocols.
//!
//! The test process itself never loads the shim: it is the judge.

pub mod compile;
pub mod coverage;
pub mod document;
pub mod explorer;
pub mod glibc;
pub mod hang;
pub mod late;
pub mod launch;
pub mod mode;
pub mod paths;
pub mod shim;
pub mod snippet;
pub mod suite;
pub mod symbols;
pub mod table;
pub mod tool;
