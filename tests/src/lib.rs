//! Runs C and C++ programs on the C library's locks and on fusyn, and compares with a table.
//!
//! A *suite* is a folder of `tests/c`: its programs, and a file `expected.txt` that states for each
//! program what must come out on plain glibc and in each mode of the shim. The integration tests in
//! `tests/tests` have one Rust test per folder.
//!
//! * [`compile`] makes a program of a source file, cached by content;
//! * [`launch`] runs a program in one mode with a time limit;
//! * [`hang`] tells where a program stands that ran out of time;
//! * [`table`] reads `expected.txt`;
//! * [`mod@suite`] puts it all together.
//!
//! [`explorer`] is apart from that: an exhaustive check of the waiting protocols, as a model.
//!
//! The test process itself never loads the shim: it is the judge.

pub mod compile;
pub mod explorer;
pub mod hang;
pub mod launch;
pub mod mode;
pub mod paths;
pub mod shim;
pub mod suite;
pub mod table;
