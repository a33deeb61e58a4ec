//! The C library's threads, mutexes, condition variables, semaphores and barriers, called as a C program calls them.
//!
//! Rust's own locks do not go through these symbols, so the shim would not be seen by them.
//! An object must stay where it is once it is shared: callers keep them in statics, boxes or arrays.

mod cond;
mod die;
mod mutex;
mod rwlock;
mod sem;
mod thread;

use std::ffi::{CStr, c_int};
use std::path::PathBuf;
use std::ptr::{null, null_mut};

use nix::errno::Errno;

pub(crate) use cond::{Cond, realtime_deadline};
pub(crate) use die::die;
pub(crate) use mutex::{Guard, Kind, Mutex};
pub(crate) use rwlock::RwLock;
pub(crate) use sem::{Barrier, Sem};
pub(crate) use thread::{Task, ThreadAttr, join, spawn};

#[cold]
fn call_failed(call: &str, errno: c_int) -> ! {
    die(format_args!("{call} failed: {}", Errno::from_raw(errno)))
}

#[inline]
fn must(call: &str, result: c_int) {
    if result != 0 {
        call_failed(call, result);
    }
}

/// The file whose `pthread_mutex_lock` this process calls: the C library or the shim.
pub(crate) fn locks_from() -> Option<PathBuf> {
    // SAFETY: the name is NUL-terminated.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"pthread_mutex_lock".as_ptr()) };
    let mut info =
        libc::Dl_info { dli_fname: null(), dli_fbase: null_mut(), dli_sname: null(), dli_saddr: null_mut() };
    // SAFETY: `info` is a valid place for the result; any address may be asked about.
    let found = unsafe { libc::dladdr(symbol, &mut info) };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader keeps the names of loaded files.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(PathBuf::from(name.to_string_lossy().into_owned()))
}
