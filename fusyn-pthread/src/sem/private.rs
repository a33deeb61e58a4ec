//! Semaphores of one process: the core's, with cancellation.

use core::ffi::{c_int, c_void};

use fusyn_core::kernel::Linux;
use fusyn_core::semaphore::{Begun, Settled, Waiting};
use fusyn_core::sync::AtomicU64;
use fusyn_sys::Deadline;

use crate::abi::Sem;
use crate::cancel::{self, Park};

/// What a cancelled wait's cleanup needs.
struct Context {
    waiting: *mut Waiting,
    word: *const AtomicU64,
}

/// Waits for a token: 0, `ETIMEDOUT` or `EINTR`. A cancellation point.
///
/// No value with a destructor may live in this frame: a cancellation unwinds it from inside `park`.
///
/// # Safety
/// `s` is a live semaphore of this family.
pub(super) unsafe extern "C-unwind" fn wait(s: *mut Sem, deadline: Option<&Deadline>) -> c_int {
    // SAFETY: `waiting` and the cleanup buffer stay in this frame until the wait is settled.
    unsafe {
        let word = &raw const (*s).data;
        let mut waiting = Waiting::new::<Linux>();
        let this = &raw mut waiting;
        let mut context = Context { waiting: this, word };
        loop {
            match Waiting::queue::<Linux>(this, word) {
                Begun::Taken => return 0,
                Begun::Refused => return libc::EINTR,
                Begun::Queued => {}
            }
            let mut buffer = cancel::CleanupBuffer::new();
            cancel::push(&raw mut buffer, cancelled, (&raw mut context).cast());
            let ended = Waiting::park::<Park>(this, deadline);
            cancel::pop(&raw mut buffer);
            match Waiting::settle::<Linux>(this, word, ended) {
                Settled::Taken => {
                    Waiting::ask_for_next::<Linux>(this);
                    return 0;
                }
                Settled::Again => {}
                Settled::TimedOut => return libc::ETIMEDOUT,
                Settled::Interrupted => return libc::EINTR,
            }
        }
    }
}

/// A cancelled wait takes nothing: a wake that it had consumed goes to another (R10).
unsafe extern "C-unwind" fn cancelled(context: *mut c_void) {
    // SAFETY: the context of `wait`, whose frame is alive while it is unwound.
    unsafe {
        let context = context.cast::<Context>();
        Waiting::cancel::<Linux>((*context).waiting, (*context).word);
    }
}
