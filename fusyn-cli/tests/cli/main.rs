//! The program, driven as a user drives it.

mod common;
mod killed;
mod measure;
mod run;
