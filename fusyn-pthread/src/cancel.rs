//! Cancellation points, with the C library's own machinery.
//!
//! A cancelled thread is unwound through our frames by the C library: such frames are `C-unwind` or plain
//! Rust, hold nothing that has a destructor, and the library is built with `panic = "unwind"`. What must
//! be undone stands in a cleanup buffer on the stack, run when the frame that holds it is left.
//!
//! Only around the system call that sleeps is the thread cancellable at any instruction.

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;

/// What runs when a cancelled thread leaves the frame of a [`CleanupBuffer`].
pub(crate) type Routine = unsafe extern "C-unwind" fn(*mut c_void);

/// `struct _pthread_cleanup_buffer`.
#[repr(C)]
pub(crate) struct CleanupBuffer {
    routine: Routine,
    arg: *mut c_void,
    cancel_type: c_int,
    prev: *mut CleanupBuffer,
}

unsafe extern "C-unwind" {
    fn _pthread_cleanup_push(buffer: *mut CleanupBuffer, routine: Routine, arg: *mut c_void);
    fn _pthread_cleanup_pop(buffer: *mut CleanupBuffer, execute: c_int);
    fn pthread_setcanceltype(new: c_int, old: *mut c_int) -> c_int;
    fn pthread_testcancel();
}

const ASYNCHRONOUS: c_int = 1;

/// Acts on a cancellation that is pending.
#[inline]
pub(crate) fn test() {
    // SAFETY: may unwind, through frames without destructors.
    unsafe { pthread_testcancel() };
}

/// Has `routine(arg)` run if the thread is cancelled before [`pop`].
///
/// # Safety
/// `buffer` must lie in a frame that is not left before [`pop`]; `arg` must stay valid as long.
#[inline]
pub(crate) unsafe fn push(buffer: &mut MaybeUninit<CleanupBuffer>, routine: Routine, arg: *mut c_void) {
    // SAFETY: forwarded from the caller; the C library fills the buffer in.
    unsafe { _pthread_cleanup_push(buffer.as_mut_ptr(), routine, arg) };
}

/// Takes the newest buffer out again, without running its routine.
///
/// # Safety
/// `buffer` must be the newest that was pushed.
#[inline]
pub(crate) unsafe fn pop(buffer: &mut MaybeUninit<CleanupBuffer>) {
    // SAFETY: forwarded from the caller.
    unsafe { _pthread_cleanup_pop(buffer.as_mut_ptr(), 0) };
}

/// Runs one system call during which the thread may be cancelled at any instruction.
///
/// # Safety
/// `call` may do nothing but the system call: what it has stored may be lost.
#[inline]
pub(crate) unsafe fn with_async_cancel<T: Copy>(call: impl FnOnce() -> T) -> T {
    let mut old = 0;
    // SAFETY: acts on a pending cancellation at once, through frames without destructors.
    unsafe { pthread_setcanceltype(ASYNCHRONOUS, &raw mut old) };
    let result = call();
    // SAFETY: as above.
    unsafe { pthread_setcanceltype(old, &raw mut old) };
    result
}
