//! Threads with small stacks.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use super::must;

/// Attributes of threads: the size of their stacks.
pub(crate) struct ThreadAttr {
    raw: libc::pthread_attr_t,
}

// SAFETY: only read after construction.
unsafe impl Sync for ThreadAttr {}
// SAFETY: plain data of the C library, bound to no thread.
unsafe impl Send for ThreadAttr {}

impl ThreadAttr {
    /// Stacks of `bytes`, or of the least that this C library allows, in whole pages.
    pub(crate) fn with_stack(bytes: usize) -> Self {
        // SAFETY: sysconf has no preconditions.
        let (least, page) =
            unsafe { (libc::sysconf(libc::_SC_THREAD_STACK_MIN), libc::sysconf(libc::_SC_PAGESIZE)) };
        let page = usize::try_from(page).unwrap_or(4096).max(1);
        let stack = bytes.max(usize::try_from(least).unwrap_or(0)).next_multiple_of(page);
        let mut raw = MaybeUninit::uninit();
        // SAFETY: init writes the whole object.
        must("pthread_attr_init", unsafe { libc::pthread_attr_init(raw.as_mut_ptr()) });
        // SAFETY: initialised by the call above, which did not fail.
        must("pthread_attr_setstacksize", unsafe {
            libc::pthread_attr_setstacksize(raw.as_mut_ptr(), stack)
        });
        // SAFETY: as above.
        Self { raw: unsafe { raw.assume_init() } }
    }
}

/// What a thread does with the object it is given.
pub(crate) trait Task: Sync + 'static {
    /// Runs in the new thread. A panic ends the process.
    fn run(&'static self);
}

extern "C" fn enter<T: Task>(arg: *mut c_void) -> *mut c_void {
    // SAFETY: `spawn` passed a `&'static T`.
    let task: &'static T = unsafe { &*arg.cast_const().cast::<T>() };
    task.run();
    null_mut()
}

/// Starts a thread; the error number when that fails.
pub(crate) fn spawn<T: Task>(attr: &ThreadAttr, task: &'static T) -> Result<libc::pthread_t, c_int> {
    let mut thread = MaybeUninit::uninit();
    // SAFETY: `attr` is initialised; `enter::<T>` gets the shared reference it expects.
    let result = unsafe {
        libc::pthread_create(thread.as_mut_ptr(), &attr.raw, enter::<T>, (&raw const *task).cast_mut().cast())
    };
    // SAFETY: written by the call when it returns 0.
    if result == 0 { Ok(unsafe { thread.assume_init() }) } else { Err(result) }
}

/// Waits for a thread's end.
///
/// # Safety
/// `thread` came from [`spawn`] and is joined once.
pub(crate) unsafe fn join(thread: libc::pthread_t) {
    // SAFETY: by the caller's promise.
    must("pthread_join", unsafe { libc::pthread_join(thread, null_mut()) });
}
