//! Semaphores in glibc's layout, by its protocol on kernel futexes, so that processes without fusyn may
//! share them: a post adds 1 to the value and wakes one sleeper if the high half counts any; a waiter
//! counts itself there, sleeps while the value is 0, and takes a token and its count off in one step.
//!
//! A waiter that is killed leaves the count too high: each later post makes one needless system call. One
//! that is killed after it was woken takes the wake with it: shared waits are cut into slices, after each
//! of which the kernel compares the value again.

use core::ffi::{c_int, c_void};

use fusyn_core::semaphore::{self, is_waited_for, value};
use fusyn_core::sync::{AtomicU64, Ordering};
use fusyn_sys::futex::{self, Scope, WaitEntry};
use fusyn_sys::{Deadline, Errno};

use crate::abi::Sem;
use crate::{cancel, time};

/// One in the count of waiters.
const WAITER: u64 = 1 << 32;

/// The half of the word that is the value: what is slept on.
fn value_word(word: *const AtomicU64) -> *const u32 {
    word.cast::<u32>().wrapping_add(usize::from(cfg!(target_endian = "big")))
}

/// `sem_post`: 0 or `EOVERFLOW`. Async-signal-safe.
///
/// # Safety
/// `s` is a live semaphore of this scope; it may be gone as soon as the value can be seen.
pub(super) unsafe fn post(s: *mut Sem, scope: Scope) -> c_int {
    // SAFETY: live until the exchange, after which only the address is used.
    unsafe {
        let word = &raw const (*s).data;
        // Relaxed: the exchange decides.
        let mut now = (*word).load(Ordering::Relaxed);
        loop {
            if value(now) >= semaphore::MAX {
                return libc::EOVERFLOW;
            }
            // Release: pairs with the Acquire of who takes the token.
            match (*word).compare_exchange_weak(now, now + 1, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => break,
                Err(other) => now = other,
            }
        }
        if is_waited_for(now) {
            let _ = futex::wake(value_word(word), 1, scope);
        }
        0
    }
}

/// What a cancelled wait's cleanup needs.
struct Context {
    word: *const AtomicU64,
    scope: Scope,
}

/// Waits for a token: 0, `ETIMEDOUT` or `EINTR`. A cancellation point.
///
/// # Safety
/// `s` is a live semaphore of this scope.
pub(super) unsafe fn wait(s: *mut Sem, deadline: Option<&Deadline>, scope: Scope) -> c_int {
    // SAFETY: the cleanup buffer stays in this frame; nothing here has a destructor.
    unsafe {
        let word = &raw const (*s).data;
        // Relaxed: a post's exchange of the same word sees it, or has made the value non-zero before.
        (*word).fetch_add(WAITER, Ordering::Relaxed);
        let mut context = Context { word, scope };
        let mut buffer = cancel::CleanupBuffer::new();
        cancel::push(&raw mut buffer, cancelled, (&raw mut context).cast());
        let error = loop {
            if take(word) {
                break 0;
            }
            let slept = sleep(value_word(word), deadline, scope);
            if slept != 0 {
                // Relaxed: only a count.
                (*word).fetch_sub(WAITER, Ordering::Relaxed);
                break slept;
            }
        };
        cancel::pop(&raw mut buffer);
        error
    }
}

/// Takes a token and the caller's own count off, if the value is above 0.
unsafe fn take(word: *const AtomicU64) -> bool {
    // SAFETY: a live word, by the caller.
    let word = unsafe { &*word };
    // Relaxed: the exchange decides.
    let mut now = word.load(Ordering::Relaxed);
    while value(now) > 0 {
        // Acquire: pairs with the Release of the post.
        match word.compare_exchange_weak(
            now,
            now.wrapping_sub(WAITER + 1),
            Ordering::Acquire,
            Ordering::Relaxed,
        ) {
            Ok(_) => return true,
            Err(other) => now = other,
        }
    }
    false
}

/// Sleeps while the value is 0; 0 if it is to be looked at again.
unsafe fn sleep(word: *const u32, deadline: Option<&Deadline>, scope: Scope) -> c_int {
    let slice = (scope == Scope::Shared).then(|| time::slice(deadline));
    // SAFETY: nothing but the system call.
    let slept = unsafe {
        match &slice {
            None => cancel::with_async_cancel(|| futex::wait(word, 0, scope, deadline)),
            Some(slice) if deadline.is_some() => {
                cancel::with_async_cancel(|| futex::wait(word, 0, scope, Some(&slice.end)))
            }
            Some(slice) => sleep_untimed(word, scope, &slice.end),
        }
    };
    match slept {
        Ok(()) | Err(Errno::EAGAIN) => 0,
        Err(Errno::ETIMEDOUT) if slice.is_none_or(|slice| slice.is_last) => libc::ETIMEDOUT,
        Err(Errno::ETIMEDOUT) => 0,
        Err(Errno::EINTR) => libc::EINTR,
        Err(_) => libc::EINVAL,
    }
}

/// One slice of a wait without a deadline. By `futex_waitv`, which the kernel restarts after a handler that
/// was installed with `SA_RESTART`, as it does the wait without a time limit; that one on older kernels.
unsafe fn sleep_untimed(word: *const u32, scope: Scope, end: &Deadline) -> Result<(), Errno> {
    let entries = [WaitEntry::new(word, 0, scope)];
    // SAFETY: nothing but the system call.
    unsafe {
        match cancel::with_async_cancel(|| futex::waitv(&entries, Some(end))) {
            // Not known to the kernel, or to a seccomp filter.
            Err(Errno::ENOSYS | Errno::EPERM) => {
                cancel::with_async_cancel(|| futex::wait(word, 0, scope, None))
            }
            other => other.map(drop),
        }
    }
}

/// A cancelled wait takes nothing: a wake that it may have consumed goes to another (R10).
unsafe extern "C-unwind" fn cancelled(context: *mut c_void) {
    // SAFETY: the context of `wait`, whose frame is alive while it is unwound; so is the semaphore.
    unsafe {
        let context = context.cast::<Context>();
        let (word, scope) = ((*context).word, (*context).scope);
        // Relaxed: only a count; the woken thread looks for itself.
        let now = (*word).fetch_sub(WAITER, Ordering::Relaxed).wrapping_sub(WAITER);
        if value(now) > 0 && is_waited_for(now) {
            let _ = futex::wake(value_word(word), 1, scope);
        }
    }
}
