//! Raw system calls and thread-local blocks, by target.
//!
//! A *thread-local block* is a zeroed `#[repr(C)]` struct, one per thread, that can be reached before
//! any constructor has run, inside `malloc` and in a signal handler: no lazy set-up, no destructor.
//! The macro [`thread_block!`](crate::thread_block) defines one.

#[cfg(all(target_arch = "x86_64", not(fusyn_portable)))]
mod x86_64;
#[cfg(all(target_arch = "x86_64", not(fusyn_portable)))]
pub(crate) use x86_64::{fork_page, fork_page_word};

// Builds and is tested on x86-64 too, with `--cfg fusyn_portable`.
#[cfg(not(all(target_arch = "x86_64", not(fusyn_portable))))]
mod portable;
#[cfg(not(all(target_arch = "x86_64", not(fusyn_portable))))]
pub(crate) use portable::{fork_page, fork_page_word};

pub(crate) use syscalls::raw::{syscall0, syscall1, syscall2, syscall3, syscall4, syscall5, syscall6};
