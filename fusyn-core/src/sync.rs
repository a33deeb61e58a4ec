//! Atomics and cells, in one place so that loom can replace them: the only file that names them.
#![allow(clippy::disallowed_types)]

#[cfg(not(loom))]
pub use core::sync::atomic::{
    AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, compiler_fence, fence,
};

#[cfg(loom)]
pub use core::sync::atomic::compiler_fence;
#[cfg(loom)]
pub use loom::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
