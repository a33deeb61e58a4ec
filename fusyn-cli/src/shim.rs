//! The shim, `libfusyn_pthread.so`: where it lies, and the environment that puts it under a program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::elf;
use crate::error::Failure;

/// File name of the shim.
pub(crate) const FILE: &str = "libfusyn_pthread.so";
/// Names the shim's file, before the usual places.
pub(crate) const ENV_LIB: &str = "FUSYN_LIB";
/// A name that the shim alone exports, as it stands among its symbols.
const MARK: &[u8] = b"\0fusyn_mutex_notrecoverable\0";
const PRELOAD: &str = "LD_PRELOAD";

/// Finds the shim: `given` (`--lib`), `FUSYN_LIB`, beside this program (or in `deps` there, where
/// cargo puts it; of these two the newer), `../lib`.
pub(crate) fn find(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(path) = given {
        return named(path, "--lib");
    }
    if let Some(path) = env::var_os(ENV_LIB).filter(|v| !v.is_empty()) {
        return named(Path::new(&path), ENV_LIB);
    }
    let exe =
        env::current_exe().map_err(|e| Failure::own(format!("cannot tell where this program lies: {e}")))?;
    let dir = exe.parent().unwrap_or(Path::new("/"));
    let beside = [dir.join(FILE), dir.join("deps").join(FILE)];
    let newest = beside.iter().filter(|p| p.is_file()).max_by_key(|p| changed(p));
    let found = newest.cloned().or_else(|| Some(dir.join("../lib").join(FILE)).filter(|p| p.is_file()));
    match found {
        Some(path) => checked(&path),
        None => Err(Failure::own(format!(
            "{FILE} is neither beside {exe} nor in {dir}/deps nor in {dir}/../lib: build it with \
             `cargo build --release -p fusyn-pthread`, or name it by --lib or {ENV_LIB}",
            exe = exe.display(),
            dir = dir.display()
        ))),
    }
}

fn changed(path: &Path) -> SystemTime {
    path.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

fn named(path: &Path, by: &str) -> Result<PathBuf, Failure> {
    if path.is_file() {
        return checked(path);
    }
    Err(Failure::own(format!("{by} names {}, which is not a file", path.display())))
}

/// The absolute path, if the loader can preload it: it would otherwise warn and go on without.
fn checked(path: &Path) -> Result<PathBuf, Failure> {
    let path = path.canonicalize().map_err(|e| Failure::own(format!("{}: {e}", path.display())))?;
    if path.as_os_str().as_bytes().iter().any(|b| matches!(b, b' ' | b':' | b'$')) {
        return Err(Failure::own(format!(
            "LD_PRELOAD cannot hold a path with a space, colon or dollar sign: copy {} elsewhere and name it by --lib",
            path.display()
        )));
    }
    match elf::inspect(&path) {
        Ok(elf::Kind::Elf(lib)) if Some(lib.machine) == own_machine() => has_mark(path),
        Ok(_) => Err(Failure::own(format!("{} is not a shared library for this machine", path.display()))),
        Err(e) => Err(Failure::own(format!("cannot read {}: {e}", path.display()))),
    }
}

/// A library without our functions would be preloaded, and the program run on other locks unnoticed.
fn has_mark(path: PathBuf) -> Result<PathBuf, Failure> {
    let bytes = fs::read(&path).map_err(|e| Failure::own(format!("cannot read {}: {e}", path.display())))?;
    if bytes.windows(MARK.len()).any(|window| window == MARK) {
        return Ok(path);
    }
    Err(Failure::own(format!(
        "{} is not fusyn's library: name {FILE}, or build it with `cargo build --release -p fusyn-pthread`",
        path.display()
    )))
}

/// ELF machine number of this program, hence of the shim built with it.
pub(crate) fn own_machine() -> Option<u16> {
    match elf::inspect(Path::new("/proc/self/exe")) {
        Ok(elf::Kind::Elf(own)) => Some(own.machine),
        _ => None,
    }
}

/// `LD_PRELOAD` with `lib` before what `old` already preloads.
pub(crate) fn prepend(lib: &Path, old: Option<&OsStr>) -> OsString {
    let mut value = lib.as_os_str().to_owned();
    if let Some(old) = old.filter(|o| !o.is_empty()) {
        value.push(":");
        value.push(old);
    }
    value
}

/// `LD_PRELOAD` without any shim of ours; none if nothing is left.
fn without_shim(old: &OsStr) -> Option<OsString> {
    let keep: Vec<&[u8]> = old
        .as_bytes()
        .split(|b| matches!(b, b' ' | b':'))
        .filter(|entry| !entry.is_empty() && !entry.ends_with(FILE.as_bytes()))
        .collect();
    (!keep.is_empty()).then(|| OsStr::from_bytes(&keep.join(&b':')).to_owned())
}

/// Changes to a child's environment: `Some` sets, `None` removes.
pub(crate) type Changes = Vec<(OsString, Option<OsString>)>;

/// The environment of a child that runs on the plain C library: no shim, no `FUSYN_*`.
pub(crate) fn plain_changes() -> Changes {
    let mut changes: Changes = env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.as_bytes().starts_with(b"FUSYN_"))
        .map(|name| (name, None))
        .collect();
    changes.push((PRELOAD.into(), env::var_os(PRELOAD).and_then(|old| without_shim(&old))));
    changes
}

/// The environment of a child that runs on the shim, with these `FUSYN_*` settings and no others.
pub(crate) fn shim_changes(lib: &Path, settings: &[(&str, &str)]) -> Changes {
    let mut changes = plain_changes();
    let rest = changes.pop().and_then(|(_, value)| value);
    changes.push((PRELOAD.into(), Some(prepend(lib, rest.as_deref()))));
    changes.extend(settings.iter().map(|(name, value)| ((*name).into(), Some((*value).into()))));
    changes
}

/// `LD_PRELOAD` for `fusyn run`: the shim once, first, then the caller's other libraries.
pub(crate) fn run_preload(lib: &Path) -> OsString {
    let rest = env::var_os(PRELOAD).and_then(|old| without_shim(&old));
    prepend(lib, rest.as_deref())
}

/// Did a job's lock calls go where they should: to `expected`, or else to the C library? The loader
/// only warns when it cannot preload a library, and a shim linked into this program would take the
/// calls unseen: such a run would measure nothing.
pub(crate) fn check_origin(expected: Option<&Path>, from: Option<&Path>) -> Result<(), String> {
    let wanted = expected.map_or("the C library".into(), |lib| lib.display().to_string());
    let Some(from) = from else {
        return Err(format!("the locks came from an unknown file and not from {wanted}"));
    };
    let right = match expected {
        Some(lib) => from == lib,
        None => from.file_name().is_some_and(|name| {
            let name = name.as_bytes();
            name.starts_with(b"libc.") || name.starts_with(b"libpthread.")
        }),
    };
    if right { Ok(()) } else { Err(format!("the locks came from {} and not from {wanted}", from.display())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prepend_keeps_what_was_preloaded() {
        let lib = Path::new("/x/libfusyn_pthread.so");
        assert_eq!(prepend(lib, None), "/x/libfusyn_pthread.so");
        assert_eq!(prepend(lib, Some(OsStr::new(""))), "/x/libfusyn_pthread.so");
        assert_eq!(prepend(lib, Some(OsStr::new("/a.so /b.so"))), "/x/libfusyn_pthread.so:/a.so /b.so");
    }

    #[test]
    fn without_shim_drops_only_ours() {
        let left = without_shim(OsStr::new("/a.so:/t/libfusyn_pthread.so /b.so"));
        assert_eq!(left.as_deref(), Some(OsStr::new("/a.so:/b.so")));
        assert_eq!(without_shim(OsStr::new("/t/libfusyn_pthread.so")), None);
        assert_eq!(without_shim(OsStr::new("")), None);
    }

    #[test]
    fn shim_changes_set_preload_and_settings() {
        let changes = shim_changes(Path::new("/x/libfusyn_pthread.so"), &[("FUSYN_BACKEND", "fulock")]);
        let set = |name: &str| changes.iter().rev().find(|(n, _)| n == name).and_then(|(_, v)| v.clone());
        assert!(set("LD_PRELOAD").unwrap().as_bytes().starts_with(b"/x/libfusyn_pthread.so"));
        assert_eq!(set("FUSYN_BACKEND").unwrap(), "fulock");
    }

    #[test]
    fn locks_from_elsewhere_are_noticed() {
        let (shim, libc) = (Path::new("/x/libfusyn_pthread.so"), Path::new("/lib/libc.so.6"));
        assert_eq!(check_origin(Some(shim), Some(shim)), Ok(()));
        assert_eq!(check_origin(None, Some(libc)), Ok(()));
        assert!(check_origin(Some(shim), Some(libc)).is_err());
        assert!(check_origin(Some(shim), None).is_err());
        assert!(check_origin(None, Some(shim)).is_err());
        assert!(check_origin(None, Some(Path::new("/usr/bin/fusyn"))).is_err());
    }
}
