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

/// Adds one to a number of the calling thread's own and returns what it was: one instruction, so that a
/// handler in between sees it done or not begun.
///
/// # Safety
/// `number` is valid, and other threads do not touch it.
#[inline]
pub(crate) unsafe fn draw(number: *mut u32) -> u32 {
    use core::sync::atomic::{AtomicU32, Ordering};
    // Relaxed: nobody else looks.
    // SAFETY: valid by the caller's contract; handlers of this thread run to their end before it goes on.
    unsafe { AtomicU32::from_ptr(number) }.fetch_add(1, Ordering::Relaxed)
}
