//! The C library's function `syscall` is never used: a preloaded library may have taken it over.

mod common;

use core::ffi::c_long;
use core::sync::atomic::{AtomicU32, Ordering};

use common::everything::OPERATIONS;
use common::within;
use syscalls::raw::{syscall0, syscall6};

/// The thread that runs an operation just now, and what it called meanwhile.
static WATCHED: AtomicU32 = AtomicU32::new(0);
static CALLS: AtomicU32 = AtomicU32::new(0);

fn gettid() -> u32 {
    // SAFETY: no arguments.
    unsafe { syscall0(libc::SYS_gettid as usize) as u32 }
}

/// Takes the place of the C library's `syscall` in this program, as a preloaded library would.
///
/// # Safety
/// As syscall(2).
#[unsafe(no_mangle)]
unsafe extern "C" fn syscall(
    number: c_long,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
) -> c_long {
    if WATCHED.load(Ordering::SeqCst) == gettid() {
        CALLS.fetch_add(1, Ordering::SeqCst);
    }
    // SAFETY: forwarded from the caller.
    let ret = unsafe { syscall6(number as usize, a, b, c, d, e, f) }.cast_signed() as c_long;
    if !(-4095..0).contains(&ret) {
        return ret;
    }
    // SAFETY: the calling thread's own.
    unsafe { *libc::__errno_location() = -ret as i32 };
    -1
}

/// How often `operation` uses the function `syscall`.
fn calls_of(operation: impl FnOnce()) -> u32 {
    CALLS.store(0, Ordering::SeqCst);
    WATCHED.store(gettid(), Ordering::SeqCst);
    operation();
    WATCHED.store(0, Ordering::SeqCst);
    CALLS.load(Ordering::SeqCst)
}

#[test]
fn no_operation_uses_the_function_syscall() {
    within(20, || {
        let seen = calls_of(|| {
            // SAFETY: no arguments.
            unsafe { libc::syscall(libc::SYS_gettid) };
        });
        assert_eq!(seen, 1, "our `syscall` is in place");
        for (name, operation) in OPERATIONS {
            assert_eq!(calls_of(operation), 0, "{name}");
        }
    });
}

/// Not in builds with link-time optimisation, where the library holds no machine code yet.
#[cfg(debug_assertions)]
#[test]
fn library_imports_neither_syscall_nor_errno() {
    within(20, || {
        let undefined = undefined_symbols(&newest_library());
        assert!(undefined.len() > 3, "nm shows something: {undefined:?}");
        let mut forbidden = vec!["syscall", "__errno_location", "clock_gettime", "malloc"];
        if cfg!(not(fusyn_portable)) {
            // May allocate: why x86-64 has thread-local blocks of its own.
            forbidden.push("__tls_get_addr");
        }
        for name in forbidden {
            assert!(!undefined.iter().any(|symbol| symbol == name), "imports {name}");
        }
    });
}

/// The library that cargo has just built for this test.
#[cfg(debug_assertions)]
fn newest_library() -> std::path::PathBuf {
    let me = std::env::current_exe().expect("the test's own path");
    let beside = me.parent().expect("a directory");
    let is_ours = |path: &std::path::PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        name.is_some_and(|name| name.starts_with("libfusyn_sys-") && name.ends_with(".rlib"))
    };
    let files = beside.read_dir().expect("the directory").flatten();
    let libraries = files.map(|file| file.path()).filter(is_ours);
    let built = |path: &std::path::PathBuf| path.metadata().and_then(|meta| meta.modified()).ok();
    libraries.max_by_key(built).expect("the library")
}

#[cfg(debug_assertions)]
fn undefined_symbols(library: &std::path::Path) -> Vec<String> {
    let output = std::process::Command::new("nm").arg("-u").arg(library).output();
    let output = output.unwrap_or_else(|e| panic!("cannot run nm: {e} (Debian: apt-get install binutils)"));
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("U "));
    names.map(|name| name.split('@').next().unwrap_or(name).to_owned()).collect()
}
