//! `fusyn run`: puts the shim under a program and becomes that program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::{AccessFlags, access};

use crate::args::RunArgs;
use crate::elf::{self, Kind};
use crate::error::{Failure, STATUS_CANNOT_RUN, STATUS_NOT_FOUND, tell};
use crate::shim;

/// The kernel follows no longer chain of script interpreters.
const MAX_SCRIPTS: usize = 5;
const SETUID: u32 = 0o4000;
const SETGID_AND_GROUP_EXEC: u32 = 0o2010;

/// Replaces this process by the program; returns only if that fails.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    let (name, rest) = args.command.split_first().ok_or_else(|| Failure::own("no program given"))?;
    let lib = shim::find(args.lib.as_deref())?;
    let program = locate(name)?;
    refuse_unless_preloadable(&program)?;
    let mut command = Command::new(&program);
    command.arg0(name).args(rest).env("LD_PRELOAD", shim::run_preload(&lib));
    for (setting, value) in args.settings() {
        command.env(setting, value);
    }
    if args.verbose {
        announce(&lib, &program, args);
    }
    let error = command.exec();
    Err(exec_failure(&program, &error))
}

fn announce(lib: &Path, program: &Path, args: &RunArgs) {
    let settings: Vec<String> =
        args.settings().into_iter().map(|(name, value)| format!(" {name}={value}")).collect();
    let (lib, program) = (lib.display(), program.display());
    tell(&format!("fusyn: LD_PRELOAD={lib}{} {program}\n", settings.concat()));
}

fn exec_failure(program: &Path, error: &io::Error) -> Failure {
    let status = if error.kind() == io::ErrorKind::NotFound { STATUS_NOT_FOUND } else { STATUS_CANNOT_RUN };
    Failure::new(status, format!("cannot run {}: {error}", program.display()))
}

/// The program's file: as named if there is a slash in it, else by `PATH`, as a shell does.
fn locate(name: &OsStr) -> Result<PathBuf, Failure> {
    if name.is_empty() {
        // Joined to a folder of `PATH`, it would name that folder. `env` and `nice` give this status too.
        return Err(Failure::new(STATUS_NOT_FOUND, "cannot run '': a program's name cannot be empty"));
    }
    if name.as_encoded_bytes().contains(&b'/') {
        let path = PathBuf::from(name);
        return match path.metadata() {
            Ok(meta) => executable(&path, &meta).map(|()| path),
            Err(e) => Err(exec_failure(&path, &e)),
        };
    }
    let path = env::var_os("PATH").unwrap_or_else(|| OsString::from("/bin:/usr/bin"));
    let mut unusable = None;
    for dir in env::split_paths(&path) {
        let file = if dir.as_os_str().is_empty() { Path::new(".").join(name) } else { dir.join(name) };
        let Ok(meta) = file.metadata() else { continue };
        match executable(&file, &meta) {
            Ok(()) => return Ok(file),
            Err(failure) => unusable = unusable.or(Some(failure)),
        }
    }
    Err(unusable.unwrap_or_else(|| {
        Failure::new(STATUS_NOT_FOUND, format!("{}: not found in PATH", Path::new(name).display()))
    }))
}

fn executable(path: &Path, meta: &Metadata) -> Result<(), Failure> {
    let refuse =
        |why: &str| Err(Failure::new(STATUS_CANNOT_RUN, format!("cannot run {}: {why}", path.display())));
    if meta.is_dir() {
        return refuse("it is a directory");
    }
    match access(path, AccessFlags::X_OK) {
        Ok(()) => Ok(()),
        Err(e) => refuse(&format!("{} (see chmod +x)", e.desc())),
    }
}

/// Refuses a program on which the loader would ignore the shim, rather than run it without.
fn refuse_unless_preloadable(program: &Path) -> Result<(), Failure> {
    let mut file = program.to_path_buf();
    for _ in 0..MAX_SCRIPTS {
        let kind = match elf::inspect(&file) {
            Ok(kind) => kind,
            // Executable but not readable: the kernel may still run it; nothing to judge by.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => return privileges(&file),
            Err(e) if file != program => {
                let why = format!("names the interpreter {}: {e}", file.display());
                return Err(Failure::new(
                    STATUS_NOT_FOUND,
                    format!("cannot run {}: it {why}", program.display()),
                ));
            }
            Err(e) => return Err(exec_failure(&file, &e)),
        };
        match kind {
            Kind::Elf(found) => {
                privileges(&file)?;
                let machine = shim::own_machine().unwrap_or(found.machine);
                return elf::obstacle(&found, machine).map_or(Ok(()), |why| Err(refusal(&file, &why)));
            }
            // Set-id bits of scripts are ignored by Linux.
            Kind::Script(interpreter) => file = interpreter,
            Kind::Other => return Ok(()),
        }
    }
    Err(refusal(program, "names script interpreters in too long a chain"))
}

fn refusal(file: &Path, why: &str) -> Failure {
    Failure::new(STATUS_CANNOT_RUN, format!("cannot run on fusyn: {} {why}", file.display()))
}

/// Refuses files with privileges of their own: the loader ignores `LD_PRELOAD` there.
fn privileges(file: &Path) -> Result<(), Failure> {
    let mode = file.metadata().map_err(|e| exec_failure(file, &e))?.mode();
    let what = if mode & SETUID != 0 {
        "is setuid"
    } else if mode & SETGID_AND_GROUP_EXEC == SETGID_AND_GROUP_EXEC {
        "is setgid"
    } else if has_capabilities(file) {
        "has file capabilities"
    } else {
        return Ok(());
    };
    Err(refusal(
        file,
        &format!(
            "{what}: the dynamic loader ignores LD_PRELOAD in programs that gain privileges; \
             run a copy without that (a plain cp drops it)"
        ),
    ))
}

fn has_capabilities(file: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(file.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: both names are NUL-terminated; a null buffer of length 0 asks for the size only.
    let size =
        unsafe { libc::getxattr(path.as_ptr(), c"security.capability".as_ptr(), std::ptr::null_mut(), 0) };
    size > 0
}
