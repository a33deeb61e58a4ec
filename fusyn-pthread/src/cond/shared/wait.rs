//! Waiting on a condvar on kernel futexes.

use core::ffi::{c_int, c_void};

use fusyn_core::sync::Ordering;
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Deadline, Errno};

use super::{MAY_WAIT, hint, section};
use crate::abi::{Cond, Mutex};
use crate::{cancel, mutex, time};

/// What a cancelled waiter needs to know.
struct Waiter {
    /// Address of the sequence; the object may be gone.
    word: *const u32,
    sequence: u32,
    scope: Scope,
    mutex: *mut Mutex,
    kind: i32,
}

/// Waits until a signal, a broadcast or the deadline; a cancellation point.
///
/// # Safety
/// `c` must point to a condvar of this scope, `m` be null or point to a mutex.
#[inline(never)]
pub(crate) unsafe fn wait(c: *mut Cond, m: *mut Mutex, deadline: Option<&Deadline>, scope: Scope) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let kind = mutex::kind_of(m);
        if !mutex::may_wait_with(m, kind) {
            return libc::EPERM;
        }
        let sequence = match begin(c, scope) {
            Ok(sequence) => sequence,
            Err(error) => return error,
        };
        let unlocked = mutex::unlock_for_wait(m, kind);
        if unlocked != 0 {
            return unlocked;
        }
        let mut waiter = Waiter { word: (&raw const (*c).word).cast(), sequence, scope, mutex: m, kind };
        let mut buffer = cancel::CleanupBuffer::new();
        cancel::push(&raw mut buffer, cancelled, (&raw mut waiter).cast());
        let is_woken = sleep(&waiter, deadline);
        cancel::pop(&raw mut buffer);
        match mutex::relock_after_wait(m, kind) {
            0 if is_woken => 0,
            0 => libc::ETIMEDOUT,
            error => error,
        }
    }
}

/// Sets the hint and reads the sequence.
unsafe fn begin(c: *mut Cond, scope: Scope) -> Result<u32, c_int> {
    // SAFETY: forwarded from the caller.
    unsafe {
        let section = section::enter(c, scope)?;
        // Relaxed: ordered by the section, and for signallers by the mutex that is still held.
        hint(c).store(MAY_WAIT, Ordering::Relaxed);
        let sequence = (*c).word.load(Ordering::Relaxed);
        section::leave(c, scope, section);
        Ok(sequence)
    }
}

/// Sleeps while the word holds the sequence; false if the deadline came first.
///
/// Shared waits are cut into slices: after each the kernel compares the word again, so that a signal whose
/// woken waiter was killed at once is seen by the others.
unsafe fn sleep(waiter: &Waiter, deadline: Option<&Deadline>) -> bool {
    loop {
        let (slice, end) = match waiter.scope {
            Scope::Private => (None, deadline),
            Scope::Shared => (Some(time::slice(deadline)), None),
        };
        let end = slice.as_ref().map_or(end, |slice| Some(&slice.end));
        let is_last = slice.as_ref().is_none_or(|slice| slice.is_last);
        // SAFETY: nothing but the system call.
        let slept = unsafe {
            cancel::with_async_cancel(|| futex::wait(waiter.word, waiter.sequence, waiter.scope, end))
        };
        match slept {
            Err(Errno::EINTR) => {}
            Err(Errno::ETIMEDOUT) if is_last => return false,
            Err(Errno::ETIMEDOUT) => {}
            // Woken, or the word has changed, or there is no such memory any more.
            _ => return true,
        }
    }
}

/// A cancelled waiter locks the mutex for its caller's cleanup, and passes on a signal that it may have
/// taken (R10).
unsafe extern "C-unwind" fn cancelled(waiter: *mut c_void) {
    // SAFETY: `wait` pushed it with its own waiter, in a frame that is being left just now.
    unsafe {
        let waiter = waiter.cast::<Waiter>();
        pass_on(&*waiter);
        mutex::relock_after_wait((*waiter).mutex, (*waiter).kind);
    }
}

/// Wakes another waiter if a signal was sent since this one began to wait.
unsafe fn pass_on(waiter: &Waiter) {
    let nowhere = 0u32;
    // The kernel compares, as the object may be gone: a requeue of nobody.
    // SAFETY: the kernel checks both addresses.
    unsafe {
        let compared =
            futex::cmp_requeue(waiter.word, waiter.sequence, &raw const nowhere, 0, 0, waiter.scope);
        if compared == Err(Errno::EAGAIN) {
            // Only the address counts (R5): a spurious wake at worst.
            let _ = futex::wake(waiter.word, 1, waiter.scope);
        }
    }
}
