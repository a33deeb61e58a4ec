//! Condvars of one process: the core's, with cancellation.

use core::ffi::c_void;

use fusyn_core::condvar::{self, MutexRef, Parked, Unsignalled, Waiting};
use fusyn_core::kernel::Linux;
use fusyn_core::sync::Ordering;
use fusyn_sys::Deadline;

use crate::abi::{Cond, KIND_TYPE, Mutex, TYPE_RECURSIVE};
use crate::cancel::{self, Park};
use crate::mutex;

/// What a cancelled wait's cleanup needs.
#[repr(C)]
struct Context {
    waiting: *mut Waiting,
    cond: *mut Cond,
    mutex: *mut Mutex,
    kind: i32,
}

/// `pthread_cond_wait`, or with a deadline one of the timed forms. A cancellation point.
///
/// No value with a destructor may live in this frame: a cancellation unwinds it from inside `park`.
///
/// # Safety
/// `c` is a live private condvar, `m` a live mutex.
pub(crate) unsafe extern "C-unwind" fn wait(c: *mut Cond, m: *mut Mutex, deadline: Option<&Deadline>) -> i32 {
    // SAFETY: `waiting` and the cleanup buffer stay in this frame until the wait is settled.
    unsafe {
        let kind = (*m).kind.load(Ordering::Relaxed);
        if !mutex::may_wait_with(m, kind) {
            return libc::EPERM; // before it queues: a signal would be lost with it (C-h)
        }
        let mut waiting = Waiting::new::<Linux>();
        let this = &raw mut waiting;
        Waiting::queue::<Linux>(this, &raw const (*c).word, mutex_ref(m, kind));
        let refused = mutex::unlock_for_wait(m, kind);
        if refused != 0 {
            let state = Waiting::cancel::<Linux>(this);
            pass_on(this, c, state.signalled);
            return refused;
        }
        let mut context = Context { waiting: this, cond: c, mutex: m, kind };
        let mut buffer = cancel::CleanupBuffer::new();
        cancel::push(&raw mut buffer, cancelled, (&raw mut context).cast());
        let parked = Waiting::park::<Park>(this, deadline);
        cancel::pop(&raw mut buffer);
        let state = Waiting::settle::<Linux>(this, parked);
        let locked = lock_again(m, kind, state.owns_mutex);
        condvar::carry::<Linux>(this);
        match locked {
            0 if !state.signalled && parked == Parked::Unsignalled(Unsignalled::TimedOut) => libc::ETIMEDOUT,
            other => other,
        }
    }
}

/// What a signal may do with the mutex (R7). A recursive mutex held more than once stays held during the
/// wait, as with the C library: its waiter must not be moved behind itself.
///
/// # Safety
/// `m` is a live mutex of this kind, owned by the caller.
unsafe fn mutex_ref(m: *mut Mutex, kind: i32) -> MutexRef {
    // SAFETY: forwarded from the caller; `count` is the owner's (Relaxed for that reason).
    unsafe {
        let held_deeper = kind & KIND_TYPE == TYPE_RECURSIVE && (*m).count.load(Ordering::Relaxed) > 1;
        if mutex::is_private(kind) && !held_deeper {
            MutexRef::movable(&raw const (*m).lock, mutex::private::policy(kind))
        } else {
            MutexRef::FIXED
        }
    }
}

/// # Safety
/// As [`mutex_ref`], but that the caller owns the mutex only if `owned`.
unsafe fn lock_again(m: *mut Mutex, kind: i32, owned: bool) -> i32 {
    // SAFETY: forwarded from the caller.
    unsafe {
        if owned {
            mutex::private::claim(m, kind);
            return 0;
        }
        mutex::relock_after_wait(m, kind)
    }
}

/// A cancelled wait: the program's cleanup handlers find the mutex locked, and a signal that this waiter
/// had consumed goes to another (R10).
unsafe extern "C-unwind" fn cancelled(context: *mut c_void) {
    // SAFETY: the context of `wait`, whose frame is alive while it is unwound.
    unsafe {
        let Context { waiting, cond, mutex, kind } = *context.cast::<Context>();
        let state = Waiting::cancel::<Linux>(waiting);
        let _ = lock_again(mutex, kind, state.owns_mutex);
        pass_on(waiting, cond, state.signalled);
    }
}

/// # Safety
/// After `waiting` was cancelled; the address of `c` alone is used.
unsafe fn pass_on(waiting: *mut Waiting, c: *mut Cond, signalled: bool) {
    // SAFETY: forwarded from the caller.
    unsafe { condvar::carry::<Linux>(waiting) };
    if signalled {
        // By address: a condvar that nobody waits for may be gone.
        condvar::signal_address::<Linux>(c as usize);
    }
}

/// `pthread_cond_signal`.
///
/// # Safety
/// `c` is a live private condvar.
#[inline]
pub(crate) unsafe fn signal(c: *mut Cond) {
    // SAFETY: forwarded from the caller.
    unsafe { condvar::signal::<Linux>(&raw const (*c).word) };
}

/// `pthread_cond_broadcast`.
///
/// # Safety
/// `c` is a live private condvar.
#[inline]
pub(crate) unsafe fn broadcast(c: *mut Cond) {
    // SAFETY: forwarded from the caller.
    unsafe { condvar::broadcast::<Linux>(&raw const (*c).word) };
}
