//! A C or C++ source file to a program, cached by content.
//!
//! The first lines of a source may have directives, each in a line comment of its own:
//!
//! ```c
//! // flags: -ldl -fno-omit-frame-pointer
//! // needs: plugin.so.c
//! // limit: 30
//! ```
//!
//! `flags` are added to the compiler's command line; each file of `needs` is compiled to a shared
//! library of its name without `.c`, beside the program; `limit` is the run's time limit in seconds.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use crate::{paths, tool};

/// Time limit of a program without a `limit` directive.
pub const LIMIT: Duration = Duration::from_secs(20);

/// A built program.
#[derive(Debug)]
pub struct Program {
    /// The executable; libraries that it needs lie in the same folder.
    pub exe: PathBuf,
    /// How long it may run.
    pub limit: Duration,
}

#[derive(Debug, Default)]
struct Directives {
    flags: Vec<String>,
    needs: Vec<String>,
    limit: Option<u64>,
}

impl Directives {
    fn read(text: &str) -> Self {
        let mut all = Self::default();
        for line in text.lines().take(30) {
            let Some((key, value)) = line.strip_prefix("// ").and_then(|l| l.split_once(": ")) else {
                continue;
            };
            let mut words = value.split_whitespace().map(str::to_owned);
            match key {
                "flags" => all.flags.extend(words),
                "needs" => all.needs.extend(words),
                "limit" => all.limit = words.next().and_then(|word| word.parse().ok()),
                _ => {}
            }
        }
        all
    }
}

/// Builds `source`, unless the same text was built before with the same headers and compiler.
///
/// # Errors
/// The compiler's messages, or why a file could not be read or written.
pub fn compile(source: &Path) -> Result<Program, String> {
    let text = read(source)?;
    let directives = Directives::read(&text);
    let limit = directives.limit.map_or(LIMIT, Duration::from_secs);
    let folder = paths::built().join(format!("{:016x}", digest(source, &text, &directives)?));
    let exe = folder.join(source.file_stem().ok_or("a source without a name")?);
    if exe.is_file() {
        return Ok(Program { exe, limit });
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for library in &directives.needs {
        let from = source.with_file_name(library);
        let to = folder.join(library.trim_end_matches(".c"));
        build(&from, &to, &["-shared".to_owned(), "-fPIC".to_owned()])?;
    }
    build(source, &exe, &directives.flags)?;
    Ok(Program { exe, limit })
}

/// Hash of all that decides what the program will be.
fn digest(source: &Path, text: &str, directives: &Directives) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    (text, source.extension(), version()).hash(&mut hasher);
    for library in &directives.needs {
        read(&source.with_file_name(library))?.hash(&mut hasher);
    }
    for header in headers(source)? {
        read(&header)?.hash(&mut hasher);
    }
    for included in text.lines().filter_map(included_source) {
        read(&source.with_file_name(included))?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// The other source, beside this one, that a line includes.
fn included_source(line: &str) -> Option<&str> {
    line.strip_prefix("#include \"")?.strip_suffix('"').filter(|name| name.ends_with(".c"))
}

/// The headers in `tests/c`, in the source's folder, and `fusyn.h`.
fn headers(source: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let beside = source.parent().ok_or("a source without a folder")?;
    for folder in [paths::sources().as_path(), beside, paths::include().as_path()] {
        let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let files = entries.filter_map(Result::ok).map(|entry| entry.path());
        found.extend(files.filter(|path| path.extension().is_some_and(|ext| ext == "h")));
    }
    found.sort();
    Ok(found)
}

/// Compiles into a temporary name and renames, so that tests running side by side see whole files.
fn build(source: &Path, to: &Path, flags: &[String]) -> Result<(), String> {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let unique = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let temporary = to.with_extension(format!("{}-{unique}.tmp", std::process::id()));
    let is_cxx = source.extension().is_some_and(|ext| ext == "cpp");
    let mut command = Command::new(if is_cxx { "c++" } else { "cc" });
    command.args([
        "-O2",
        "-g",
        "-pthread",
        "-Wall",
        "-Wextra",
        if is_cxx { "-std=gnu++17" } else { "-std=gnu11" },
    ]);
    command
        .arg("-I")
        .arg(paths::sources())
        .arg("-I")
        .arg(paths::include())
        .arg(source)
        .arg("-o")
        .arg(&temporary)
        .args(flags);
    let output = tool::output(&mut command)?;
    if !output.status.success() {
        return Err(format!("{command:?}\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    if !output.stderr.is_empty() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    }
    fs::rename(&temporary, to).map_err(|e| format!("{}: {e}", to.display()))
}

fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let output = Command::new("cc").arg("--version").output();
        output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default()
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_in_quotes_are_included_sources() {
        assert_eq!(included_source("#include \"sem_wait.c\""), Some("sem_wait.c"));
        assert_eq!(included_source("#include \"t.h\""), None);
        assert_eq!(included_source("#include <sem_wait.c>"), None);
        assert_eq!(included_source("/* #include \"sem_wait.c\" */"), None);
    }
}
