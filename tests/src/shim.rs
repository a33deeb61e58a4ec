//! Finds the shared library that belongs to this build.

use std::env;
use std::path::PathBuf;

use crate::paths;

/// File name of the shim.
pub const FILE: &str = "libfusyn_pthread.so";

/// The shim of the profile of the running test, or of `FUSYN_SHIM` when set.
///
/// # Errors
/// A message that names the command that builds it.
pub fn find() -> Result<PathBuf, String> {
    let path = match env::var_os("FUSYN_SHIM") {
        Some(path) => PathBuf::from(path),
        None => paths::deps().join(FILE),
    };
    if path.is_file() {
        return Ok(path);
    }
    let flag = if cfg!(debug_assertions) { "" } else { " --release" };
    Err(format!(
        "{} does not exist. Build it with: cargo build -p fusyn-pthread{flag}, or run the tests by \
         cargo test -p fusyn-tests{flag}, which builds it first",
        path.display()
    ))
}
