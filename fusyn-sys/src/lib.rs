//! The kernel boundary of fusyn: one function per kernel operation.
//!
//! * Every call is a raw system call: `errno` is never read or written, and the C library's symbol
//!   `syscall` is never used (a preloaded library may have taken it over, even ourselves).
//! * Nothing here allocates, locks or panics; all of it is async-signal-safe.
//! * 64-bit Linux only: the kernel's 64-bit timespec and glibc's 64-bit layouts are taken for granted.
//! * Addresses are raw pointers: a wake may name memory that is no longer there (rule R5), so no
//!   reference may be formed.
//! * What is special to x86-64 stands in [`arch`]`/x86_64.rs`; `arch/portable.rs` beside it serves
//!   every other target, and x86-64 too under `--cfg fusyn_portable`.

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
compile_error!("fusyn needs a 64-bit Linux target");

pub mod arch;
pub mod clock;
pub mod errno;
pub mod fork_page;
pub mod futex;
pub mod futex_pi;
pub mod io;
pub mod mem;
pub mod probe;
pub mod process;
pub mod robust;
pub mod sched;
pub mod signal;
pub mod thread_id;

pub use clock::{Clock, Deadline};
pub use errno::Errno;
