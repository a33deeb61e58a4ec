//! What the contract tests share: time limits, threads that can be watched, child processes.
#![allow(dead_code, unused_imports, unreachable_pub, reason = "every test file uses its own part of this")]

pub mod child;
pub mod everything;
pub mod limit;
pub mod needs;
pub mod proc;
pub mod refuse;
pub mod signal;
pub mod thread;

pub use limit::{until, within};
pub use thread::{Helper, spawn};

use core::sync::atomic::AtomicU32;

/// A word that outlives every thread, also one that a failed test leaves behind.
pub fn word(value: u32) -> &'static AtomicU32 {
    Box::leak(Box::new(AtomicU32::new(value)))
}

/// A word that child processes share, in memory of its own.
pub fn shared_word() -> &'static AtomicU32 {
    let prot = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping.
    let page = unsafe { libc::mmap(core::ptr::null_mut(), 4096, prot, flags, -1, 0) };
    assert_ne!(page, libc::MAP_FAILED, "mmap");
    // SAFETY: a zeroed page that is never unmapped.
    unsafe { &*page.cast::<AtomicU32>() }
}

/// The calling thread's id, asked from the kernel without the code under test.
pub fn gettid() -> u32 {
    // SAFETY: no arguments.
    unsafe { libc::gettid() }.cast_unsigned()
}
