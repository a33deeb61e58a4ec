//! Cancellation points, with the C library's own machinery.
//!
//! A cancelled thread is unwound through our frames by the C library: such frames are `C-unwind` or plain
//! Rust, hold nothing that has a destructor, and the library is built with `panic = "unwind"`. What must
//! be undone stands in a cleanup buffer on the stack, run when the frame that holds it is left.
//!
//! Only around the system call that sleeps is the thread cancellable at any instruction.

use core::ffi::{c_int, c_void};
use core::ptr;

use fusyn_core::kernel::{Kernel, Linux};
use fusyn_core::local::Local;
use fusyn_core::prio::Prio;
use fusyn_core::sync::AtomicU32;
use fusyn_core::table::Table;
use fusyn_sys::{Deadline, Errno};

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

const DEFERRED: c_int = 0;
const ASYNCHRONOUS: c_int = 1;

/// Acts on a cancellation that is pending.
#[inline]
pub(crate) fn test() {
    // SAFETY: may unwind, through frames without destructors.
    unsafe { pthread_testcancel() };
}

impl CleanupBuffer {
    /// A buffer for [`push`] to fill in.
    pub(crate) fn new() -> CleanupBuffer {
        CleanupBuffer { routine: nothing, arg: ptr::null_mut(), cancel_type: 0, prev: ptr::null_mut() }
    }
}

extern "C-unwind" fn nothing(_: *mut c_void) {}

/// Has `routine(arg)` run if the thread is cancelled before [`pop`].
///
/// # Safety
/// `buffer` must lie in a frame that is not left before [`pop`]; `arg` must stay valid as long.
#[inline]
pub(crate) unsafe fn push(buffer: *mut CleanupBuffer, routine: Routine, arg: *mut c_void) {
    // SAFETY: forwarded from the caller; the C library fills the buffer in.
    unsafe { _pthread_cleanup_push(buffer, routine, arg) };
}

/// Takes the newest buffer out again, without running its routine.
///
/// # Safety
/// `buffer` must be the newest that was pushed.
#[inline]
pub(crate) unsafe fn pop(buffer: *mut CleanupBuffer) {
    // SAFETY: forwarded from the caller.
    unsafe { _pthread_cleanup_pop(buffer, 0) };
}

/// Runs one system call during which the thread may be cancelled at any instruction.
///
/// A function of its own, without landing pads: the unwinder ends the process where it finds an instruction
/// that, by a frame's table, cannot unwind.
///
/// # Safety
/// `call` may do nothing but the system call: what it has stored may be lost.
#[inline(never)]
pub(crate) unsafe fn with_async_cancel<T: Copy>(call: impl FnOnce() -> T) -> T {
    let mut old = 0;
    let window = window::ptr();
    // SAFETY: this thread's own number. The rest acts on a pending cancellation at once, through frames
    // without destructors; a window that is never closed costs a cancelled thread's signals some time.
    unsafe {
        window.write_volatile(window.read_volatile() + 1);
        pthread_setcanceltype(ASYNCHRONOUS, &raw mut old);
        let result = call();
        pthread_setcanceltype(old, &raw mut old);
        window.write_volatile(window.read_volatile() - 1);
        result
    }
}

fusyn_sys::thread_block! {
    /// How many [`with_async_cancel`] the calling thread is in: more than one if a handler waits too.
    mod window: u32 = "fusyn_cancel_window"
}

/// Runs what must not be left half-done. A signal handler may have interrupted [`with_async_cancel`], where
/// a cancellation would throw the thread out of a bucket. Just before and after, it still can: the frames up
/// to the program's must be `C-unwind`, without destructors.
#[inline(always)]
pub(crate) fn whole<T: Copy>(call: impl FnOnce() -> T) -> T {
    // A plain read, the first of its frame: a volatile one has a frame of its own in a debug build, which ends
    // the process when it is thrown out of.
    // SAFETY: this thread's own number.
    if unsafe { *window::ptr() } == 0 {
        return call();
    }
    let mut old = 0;
    // SAFETY: as in `with_async_cancel`; nothing has begun, or all is done.
    unsafe {
        pthread_setcanceltype(DEFERRED, &raw mut old);
        let result = call();
        pthread_setcanceltype(old, &raw mut old);
        result
    }
}

/// The real kernel, whose waits on a condvar are cancellation points.
pub(crate) struct Park;

// SAFETY: the real kernel's; a cancelled wait sleeps under the same condition.
unsafe impl Kernel for Park {
    #[inline(always)]
    fn tid() -> u32 {
        Linux::tid()
    }
    #[inline(always)]
    fn epoch() -> u32 {
        Linux::epoch()
    }
    fn is_ancestor(tid: u32) -> bool {
        Linux::is_ancestor(tid)
    }
    fn prio() -> Prio {
        Linux::prio()
    }
    #[inline(always)]
    fn local() -> *mut Local {
        Linux::local()
    }
    #[inline(always)]
    fn table() -> &'static Table {
        Linux::table()
    }
    #[inline(always)]
    fn spins() -> u32 {
        Linux::spins()
    }
    #[inline(always)]
    fn bucket_looks() -> u32 {
        Linux::bucket_looks()
    }
    #[inline(always)]
    fn offers() -> u32 {
        Linux::offers()
    }
    fn is_interrupting_handled() -> bool {
        Linux::is_interrupting_handled()
    }
    fn nanos() -> u64 {
        Linux::nanos()
    }
    #[inline(always)]
    fn pause() {
        Linux::pause();
    }
    fn has_passed(deadline: &Deadline) -> bool {
        Linux::has_passed(deadline)
    }
    fn yield_now() {
        Linux::yield_now();
    }
    #[inline]
    unsafe fn wait(word: *const AtomicU32, expected: u32, deadline: Option<&Deadline>) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { Linux::wait(word, expected, deadline) }
    }
    // Never inlined: a cancellation unwinds from the system call itself, which the compiler takes to be
    // unable to; in a frame that has destructors the unwinder would end the process there.
    #[inline(never)]
    unsafe fn wait_cancellable(
        word: *const AtomicU32,
        expected: u32,
        deadline: Option<&Deadline>,
    ) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller; nothing but the system call.
        unsafe { with_async_cancel(|| Linux::wait(word, expected, deadline)) }
    }
    #[inline]
    fn wake(word: *const AtomicU32) {
        Linux::wake(word);
    }
    #[inline]
    unsafe fn wait_bits(word: *const AtomicU32, expected: u32, bits: u32) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { Linux::wait_bits(word, expected, bits) }
    }
    #[inline]
    fn wake_all(word: *const AtomicU32, bits: u32) {
        Linux::wake_all(word, bits);
    }
    #[inline]
    unsafe fn lock_pi(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { Linux::lock_pi(word, deadline) }
    }
    fn is_living(tid: u32) -> bool {
        Linux::is_living(tid)
    }
    #[inline]
    unsafe fn unlock_pi(word: *const AtomicU32) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { Linux::unlock_pi(word) }
    }
}
