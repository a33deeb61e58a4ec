//! The pthread-compatible shim, `libfusyn_pthread.so`: preloaded, it takes over the C library's mutexes,
//! read-write locks, condition variables, semaphores, barriers and scheduling setters.
//!
//! * Works at any time: before constructors, inside `malloc`, in a forked child. No path of a lock
//!   allocates, panics or changes `errno`.
//! * Objects have the C library's layouts ([`abi`]); a static initialiser needs no call.
//! * `config` has the modes. Objects shared between processes never depend on them.
//! * Families are taken over whole: one file per C function, named after it.

pub mod abi;

mod barrier;
mod barrierattr;
mod c11;
mod cancel;
mod cond;
mod condattr;
mod config;
#[cfg(all(target_arch = "x86_64", not(fusyn_portable)))]
mod dlvsym;
mod environment;
mod init;
mod kernel_hash;
mod me;
mod mutex;
mod mutexattr;
mod report;
mod robust_list;
mod rwlock;
mod rwlockattr;
mod sched;
mod sem;
mod time;
