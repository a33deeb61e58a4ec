//! `fusyn run`: what it starts, what it refuses, and with which exit status.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use crate::common::{Dir, fusyn, limited, output, parts, run, set_mode, skip};

/// The program is refused with this status, and told why in these words.
fn refused(program: &Path, status: i32, words: &str) {
    let (code, out, err) = run(&["run", "--", program.to_str().unwrap()]);
    assert_eq!(code, Some(status), "{err}");
    assert!(err.contains(words), "{err}");
    assert_eq!(out, "");
}

#[test]
fn exit_status_is_the_programs() {
    assert_eq!(run(&["run", "--", "true"]).0, Some(0));
    assert_eq!(run(&["run", "--", "sh", "-c", "exit 7"]).0, Some(7));
    assert_eq!(run(&["run", "sh", "-c", "exit 8"]).0, Some(8));
}

#[test]
fn death_by_signal_is_the_programs() {
    let ended = output(fusyn(&["run", "--", "sh", "-c", "kill -TERM $$"]));
    assert_eq!(ended.status.signal(), Some(libc::SIGTERM));
}

#[test]
fn missing_program_is_127_and_unusable_is_126() {
    let dir = Dir::new("unusable");
    refused(Path::new("no-such-program-anywhere"), 127, "not found");
    refused(&dir.file("nothing"), 127, "No such file");
    refused(Path::new(""), 127, "name cannot be empty");
    refused(&dir.file("."), 126, "directory");
    let file = dir.file("plain");
    std::fs::write(&file, "text").unwrap();
    refused(&file, 126, "chmod +x");
}

#[test]
fn shim_is_loaded_and_settings_are_passed() {
    let sizes = ["--buckets", "1024", "--hash-slots", "kernel"];
    let command =
        [&["run", "--backend", "fulock", "--protocol", "inherit", "--robust"], &sizes[..], &["--"]].concat();
    let script = "grep -c libfusyn_pthread.so /proc/self/maps; env | grep ^FUSYN_ | sort";
    let args = [&command[..], &["sh", "-c", script]].concat();
    let (code, out, err) = run(&args);
    assert_eq!(code, Some(0), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert_ne!(lines[0], "0", "the shim is not mapped");
    let settings = [
        "FUSYN_BACKEND=fulock",
        "FUSYN_BUCKETS=1024",
        "FUSYN_HASH_SLOTS=kernel",
        "FUSYN_PROTOCOL=inherit",
        "FUSYN_ROBUST=recover",
    ];
    assert_eq!(lines[1..], settings);
}

#[test]
fn verbose_says_how_large_the_table_is() {
    let buckets = |command: Command| {
        let (code, _, err) = parts(&output(command));
        assert_eq!(code, Some(0), "{err}");
        let last = err.lines().last().unwrap_or_default().to_owned();
        last.split_once(", buckets ").map(|(_, size)| size.to_owned()).unwrap_or_else(|| panic!("{err}"))
    };
    assert_eq!(buckets(fusyn(&["run", "-v", "--buckets", "1024", "--", "true"])), "1024");
    let by_cpus: usize = buckets(fusyn(&["run", "-v", "--", "true"])).parse().unwrap();
    assert!(by_cpus.is_power_of_two() && by_cpus >= 256, "{by_cpus}");
    // A gigabyte in three quarters of one: the spare table serves.
    let large = ["run", "-v", "--buckets", "16777216", "--", "true"];
    assert_eq!(buckets(limited("ulimit -v 768000", &large)), "64 (no memory for 16777216)");
    let (_, _, err) = run(&["run", "-v", "--backend", "kernel", "--", "true"]);
    assert!(err.contains("backend kernel") && !err.contains(", buckets "), "nothing waits in it: {err}");
}

#[test]
fn other_preloaded_libraries_stay() {
    let mut command = fusyn(&["run", "--", "sh", "-c", "echo $LD_PRELOAD"]);
    // The loader warns of the missing library and goes on, as without fusyn.
    command.env("LD_PRELOAD", "/nowhere/other.so:/nowhere/libfusyn_pthread.so");
    let (_, out, _) = parts(&output(command));
    let libraries: Vec<&str> = out.trim().split(':').collect();
    assert_eq!(libraries.len(), 2, "{out}");
    assert!(libraries[0].ends_with("/libfusyn_pthread.so") && !libraries[0].starts_with("/nowhere"), "{out}");
    assert_eq!(libraries[1], "/nowhere/other.so");
}

#[test]
fn static_program_is_refused() {
    let dir = Dir::new("static");
    let source = dir.file("a.c");
    std::fs::write(&source, "int main(void) { return 0; }").unwrap();
    for how in ["-static", "-static-pie"] {
        let program = dir.file("a");
        let built = Command::new("gcc").arg(how).arg(&source).arg("-o").arg(&program).status();
        match built {
            Ok(status) if status.success() => refused(&program, 126, "statically linked"),
            other => skip(&format!("gcc {how}: {other:?} (Debian: apt-get install gcc libc6-dev)")),
        }
    }
}

#[test]
fn setuid_and_setgid_programs_are_refused() {
    let dir = Dir::new("setid");
    let program = dir.changed_true("t", 0, b"\x7fELF");
    set_mode(&program, 0o4755);
    refused(&program, 126, "setuid");
    set_mode(&program, 0o2755);
    refused(&program, 126, "setgid");
    set_mode(&program, 0o755);
    assert_eq!(run(&["run", "--", program.to_str().unwrap()]).0, Some(0));
}

#[test]
fn program_with_file_capabilities_is_refused() {
    let dir = Dir::new("capabilities");
    let program = dir.changed_true("t", 0, b"\x7fELF");
    // struct vfs_cap_data, version 2, effective: CAP_SYS_NICE (23) permitted.
    let mut value = [0_u8; 20];
    value[..4].copy_from_slice(&0x0200_0001_u32.to_le_bytes());
    value[4..8].copy_from_slice(&(1_u32 << 23).to_le_bytes());
    let path = CString::new(program.as_os_str().as_bytes()).unwrap();
    // SAFETY: the names are NUL-terminated, and the value is as long as told.
    let set = unsafe {
        let name = c"security.capability".as_ptr();
        libc::setxattr(path.as_ptr(), name, value.as_ptr().cast(), value.len(), 0)
    };
    if set == 0 {
        refused(&program, 126, "file capabilities");
    } else {
        skip(&format!("setxattr: {}", std::io::Error::last_os_error()));
    }
}

#[test]
fn programs_for_other_machines_are_refused() {
    let dir = Dir::new("machines");
    // e_ident[EI_CLASS], e_ident[EI_DATA], e_machine.
    refused(&dir.changed_true("small", 4, &[1]), 126, "32-bit");
    refused(&dir.changed_true("order", 5, &[2]), 126, "byte order");
    refused(&dir.changed_true("other", 18, &[0xff, 0x7f]), 126, "another architecture");
}

#[test]
fn musl_program_is_refused() {
    let dir = Dir::new("musl");
    let bytes = std::fs::read("/bin/true").unwrap();
    let at = bytes.windows(7).position(|w| w == b"/ld-lin").unwrap();
    refused(&dir.changed_true("m", at, b"/ld-musl-x.so.1\0"), 126, "musl");
}

#[test]
fn script_is_judged_by_its_interpreter() {
    let dir = Dir::new("script");
    let interpreter = dir.changed_true("t", 0, b"\x7fELF");
    set_mode(&interpreter, 0o4755);
    let script = dir.file("s");
    std::fs::write(&script, format!("#!{} -x\n", interpreter.display())).unwrap();
    set_mode(&script, 0o755);
    refused(&script, 126, "setuid");
    std::fs::write(&script, "#!/nowhere/sh\n").unwrap();
    let (code, _, err) = run(&["run", "--", script.to_str().unwrap()]);
    assert_eq!(code, Some(127), "{err}");
    assert!(err.contains(script.to_str().unwrap()) && err.contains("the interpreter /nowhere/sh"), "{err}");
    std::fs::write(&script, "#!/bin/sh\nexit 9\n").unwrap();
    assert_eq!(run(&["run", "--", script.to_str().unwrap()]).0, Some(9));
    std::fs::write(&script, "exit 10\n").unwrap();
    assert_eq!(run(&["run", "--", script.to_str().unwrap()]).0, Some(10), "no #! line: a shell runs it");
}

#[test]
fn wrong_library_is_an_error_of_fusyn() {
    let (code, _, err) = run(&["run", "--lib", "/nowhere/x.so", "--", "true"]);
    assert_eq!(code, Some(125), "{err}");
    assert!(err.contains("--lib"), "{err}");
    let (code, _, err) = run(&["run", "--lib", "/etc/passwd", "--", "true"]);
    assert_eq!(code, Some(125), "{err}");
    assert!(err.contains("not a shared library"), "{err}");
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let libc = maps.lines().find(|line| line.ends_with("/libc.so.6")).expect("the C library");
    let (code, out, err) = run(&["run", "--lib", &libc[libc.find('/').unwrap()..], "--", "echo", "ran"]);
    assert_eq!((code, out.as_str()), (Some(125), ""), "{err}");
    assert!(err.contains("is not fusyn's library"), "{err}");
}
