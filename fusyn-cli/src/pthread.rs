//! The C library's threads, mutexes and condition variables, called as a C program calls them.
//!
//! Rust's own locks do not go through these symbols, so the shim would not be seen by them.
//! An object must stay where it is once it is shared: callers keep them in statics, boxes or arrays.

use std::cell::UnsafeCell;
use std::ffi::{CStr, c_int, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::ptr::{null, null_mut};
use std::time::Duration;

/// Exit status of a job whose lock call failed.
pub(crate) const STATUS_CALL_FAILED: i32 = 3;

/// Ends the process: other threads of a job may be blocked, so nothing is unwound or joined.
#[cold]
pub(crate) fn die(message: &str) -> ! {
    eprintln!("{message}");
    // SAFETY: _exit has no preconditions.
    unsafe { libc::_exit(STATUS_CALL_FAILED) }
}

#[cold]
fn call_failed(call: &str, errno: c_int) -> ! {
    die(&format!("{call} failed: {}", io::Error::from_raw_os_error(errno)))
}

#[inline]
fn must(call: &str, result: c_int) {
    if result != 0 {
        call_failed(call, result);
    }
}

/// A `pthread_mutex_t` on cache lines of its own, and what it protects.
#[repr(align(64))]
pub(crate) struct Mutex<T> {
    raw: UnsafeCell<libc::pthread_mutex_t>,
    data: UnsafeCell<T>,
}

// SAFETY: `data` is reached through a guard only, hence by one thread at a time; `raw` is made for sharing.
unsafe impl<T: Send> Sync for Mutex<T> {}
// SAFETY: a mutex that nobody can hold may move with its data; holders borrow it.
unsafe impl<T: Send> Send for Mutex<T> {}

impl<T> Mutex<T> {
    /// A normal, private mutex.
    pub(crate) const fn new(data: T) -> Self {
        Self { raw: UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER), data: UnsafeCell::new(data) }
    }

    /// Locks; a failing call ends the process.
    #[inline]
    pub(crate) fn lock(&self) -> Guard<'_, T> {
        // SAFETY: `raw` was initialised at construction and does not move while borrowed.
        must("pthread_mutex_lock", unsafe { libc::pthread_mutex_lock(self.raw.get()) });
        Guard { mutex: self }
    }
}

/// The mutex is held by this thread.
pub(crate) struct Guard<'a, T> {
    mutex: &'a Mutex<T>,
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: a guard means that this thread holds the mutex.
        unsafe { &*self.mutex.data.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: a guard means that this thread holds the mutex, and it is borrowed mutably.
        unsafe { &mut *self.mutex.data.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the guard's thread holds the mutex.
        must("pthread_mutex_unlock", unsafe { libc::pthread_mutex_unlock(self.mutex.raw.get()) });
    }
}

/// A `pthread_cond_t` on a cache line of its own.
#[repr(align(64))]
pub(crate) struct Cond {
    raw: UnsafeCell<libc::pthread_cond_t>,
}

// SAFETY: a condition variable is made for use by several threads.
unsafe impl Sync for Cond {}
// SAFETY: one without waiters may move; waiters borrow it.
unsafe impl Send for Cond {}

impl Cond {
    /// A private condition variable on the realtime clock.
    pub(crate) const fn new() -> Self {
        Self { raw: UnsafeCell::new(libc::PTHREAD_COND_INITIALIZER) }
    }

    /// Waits until `deadline` on the realtime clock; false when it passed.
    #[inline]
    pub(crate) fn wait_until<T>(&self, guard: &mut Guard<'_, T>, deadline: &libc::timespec) -> bool {
        // SAFETY: both objects are initialised and stay in place; the guard's thread holds the mutex.
        let result = unsafe { libc::pthread_cond_timedwait(self.raw.get(), guard.mutex.raw.get(), deadline) };
        if result == libc::ETIMEDOUT {
            return false;
        }
        must("pthread_cond_timedwait", result);
        true
    }

    /// Wakes all waiters.
    #[inline]
    pub(crate) fn broadcast(&self) {
        // SAFETY: initialised at construction.
        must("pthread_cond_broadcast", unsafe { libc::pthread_cond_broadcast(self.raw.get()) });
    }
}

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

/// The instant `after` from now, on the realtime clock.
pub(crate) fn realtime_deadline(after: Duration) -> libc::timespec {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a valid place for the result.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut now) };
    let nsec = now.tv_nsec + i64::from(after.subsec_nanos());
    libc::timespec {
        tv_sec: now.tv_sec + i64::try_from(after.as_secs()).unwrap_or(i64::MAX / 2) + nsec / 1_000_000_000,
        tv_nsec: nsec % 1_000_000_000,
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
