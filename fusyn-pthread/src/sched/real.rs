//! The C library's own functions, behind ours.

use core::ffi::{CStr, c_int, c_void};
use core::ptr;

use fusyn_core::sync::{AtomicPtr, Ordering};

/// One function of the C library, looked up at its first use.
pub(crate) struct Real {
    name: &'static CStr,
    address: AtomicPtr<c_void>,
}

impl Real {
    pub(crate) const fn new(name: &'static CStr) -> Real {
        Real { name, address: AtomicPtr::new(ptr::null_mut()) }
    }

    /// The address, null if there is no such function behind ours.
    pub(crate) fn get(&self) -> *mut c_void {
        // Relaxed: every thread finds the same address, of code that is there already.
        let known = self.address.load(Ordering::Relaxed);
        if !known.is_null() {
            return known;
        }
        // SAFETY: the name is a C string.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        self.address.store(found, Ordering::Relaxed);
        found
    }
}

/// Runs a call of the C library's that returns its error, and puts `errno` back as it was: the C library's
/// own setters leave the kernel's error there.
pub(super) fn keeping_errno(call: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: the calling thread's `errno` lives as long as the thread.
    unsafe {
        let errno = libc::__errno_location();
        let before = *errno;
        let result = call();
        *errno = before;
        result
    }
}

/// The kernel's id of a live thread.
pub(super) fn tid_of(thread: libc::pthread_t) -> Option<u32> {
    let mut clock: c_int = 0;
    // SAFETY: the result is writable; the thread handle is as valid as the caller's.
    if unsafe { libc::pthread_getcpuclockid(thread, &raw mut clock) } != 0 {
        return None;
    }
    // The clock's id is the complement of the thread's id, above three bits of clock kind.
    Some(!(clock >> 3) as u32)
}
