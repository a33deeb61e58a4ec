//! The C library of this machine.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::tool;

/// Its version, as `2.36`; empty when it is not glibc.
#[must_use]
pub fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let output = tool::output(Command::new("getconf").arg("GNU_LIBC_VERSION"));
        let output = output.inspect_err(|missing| eprintln!("glibc's version is not known: {missing}"));
        let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        text.trim().strip_prefix("glibc ").unwrap_or_default().to_owned()
    })
}

/// File name of the library that has all its functions, since 2.34 those of threads too.
pub const FILE: &str = "libc.so.6";

/// Where it lies: the one that this process runs on.
///
/// # Errors
/// That it is not mapped into this process.
pub fn find() -> Result<PathBuf, String> {
    let maps = fs::read_to_string("/proc/self/maps").map_err(|e| format!("/proc/self/maps: {e}"))?;
    let mut paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5)).map(PathBuf::from);
    paths.find(|path| path.ends_with(FILE)).ok_or_else(|| format!("{FILE} is not mapped"))
}
