//! The program, driven as a user drives it.

mod common;
mod measure;
mod run;
