//! What each thread remembers: whether it is inside a bucket, how many inheriting locks it holds, and
//! which wakes wait for the end of the section.
//!
//! **Deferral.** A signal handler may have interrupted its own thread inside a bucket; taking a bucket
//! lock then would deadlock. So `in_section` says "inside", and a wake that finds it set is noted here
//! and done when the section ends. Nothing is ordered for other
//! threads: only the thread itself and its handlers look.

use crate::kernel::Kernel;
use crate::rwlock::Reads;
use crate::sync::{Ordering, compiler_fence, draw};
use crate::waiter::Waiter;
use crate::watch::Habit;

/// A thread's block; zero in a new thread.
#[derive(Debug)]
#[repr(C)]
pub struct Local {
    /// Depth of bucket sections; handlers look at it.
    pub(crate) in_section: u32,
    /// Inheriting locks that the thread holds; errs upwards (P4).
    pub held: u32,
    pending: u32,
    overflow: u32,
    draining: u32,
    padding: u32,
    /// Whether watching before sleeping pays.
    pub(crate) habit: Habit,
    slots: [Deferred; SLOTS],
    /// The thread's own waiter, while it queues at a semaphore.
    pub(crate) at_semaphore: *mut Waiter,
    /// In which epoch it queued.
    pub(crate) at_semaphore_since: u32,
    /// Read locks that the thread holds.
    pub(crate) reads: Reads,
}

const SLOTS: usize = 8;

#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Deferred {
    what: What,
    key: usize,
}

/// What a handler wanted done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum What {
    /// Settle the mutex at the key (it has been released).
    Settle = 0,
    /// Signal the condvar at the key.
    Signal = 1,
    /// Broadcast the condvar at the key.
    Broadcast = 2,
    /// Wake what the value of the semaphore at the key allows; it has been raised already, so one note
    /// stands for any number of posts.
    Post = 3,
    /// Serve the waiters of the rwlock at the key.
    Serve = 4,
}

#[cfg(not(loom))]
fusyn_sys::thread_block! {
    /// The calling thread's [`Local`].
    pub mod block: Local = "fusyn_core_local"
}

impl Local {
    /// A new thread's block, for the model.
    #[cfg(loom)]
    pub(crate) fn new() -> Local {
        let slot = Deferred { what: What::Settle, key: 0 };
        Local {
            in_section: 0,
            held: 0,
            pending: 0,
            overflow: 0,
            draining: 0,
            padding: 0,
            habit: Habit::NONE,
            slots: [slot; SLOTS],
            at_semaphore: core::ptr::null_mut(),
            at_semaphore_since: 0,
            reads: Reads::NONE,
        }
    }
}

/// Counts an inheriting lock in or out of the caller's held ones: one instruction where the target has one.
#[cfg(not(loom))]
#[inline(always)]
pub fn add_held(by: i32) {
    block::add_u32::<{ core::mem::offset_of!(Local, held) }>(by);
}

/// Whether the caller is a handler that interrupted its own thread inside a bucket.
#[inline]
pub(crate) fn must_defer<K: Kernel>() -> bool {
    // SAFETY: the block is the calling thread's own.
    unsafe { (&raw const (*K::local()).in_section).read_volatile() != 0 }
}

/// Notes a wake for the end of the interrupted section.
#[cold]
pub(crate) fn defer<K: Kernel>(what: What, key: usize) {
    let local = K::local();
    // SAFETY: the block is ours; the interrupted section touches `pending` and `slots` only after it ended.
    unsafe {
        // In one instruction: another handler may interrupt this one.
        let n = draw(&raw mut (*local).pending) as usize;
        if n < SLOTS {
            (*local).slots[n] = Deferred { what, key };
        } else {
            // Everything is woken or settled instead: a spurious wake each, at worst.
            (*local).overflow = 1;
        }
    }
}

/// Marks the start of a section.
#[inline(always)]
pub(crate) fn enter(local: *mut Local) {
    // SAFETY: the caller's own block.
    unsafe { (*local).in_section += 1 };
    compiler_fence(Ordering::SeqCst); // the other observer is a handler of this thread
}

/// Marks the end of a section, and does what handlers noted meanwhile.
#[inline(always)]
pub(crate) fn leave<K: Kernel>(local: *mut Local) {
    compiler_fence(Ordering::SeqCst); // as in `enter`
    // SAFETY: the caller's own block; volatile, since a handler may have written.
    unsafe {
        (*local).in_section -= 1;
        let noted =
            (&raw const (*local).pending).read_volatile() | (&raw const (*local).overflow).read_volatile();
        if noted != 0 && (*local).in_section == 0 {
            drain::<K>(local);
        }
    }
}

#[cold]
#[inline(never)]
fn drain<K: Kernel>(local: *mut Local) {
    // SAFETY: the caller's own block. Handlers write it only while `in_section` is set, that is, inside the
    // sections that `perform` enters, never between the lines here.
    unsafe {
        if (*local).draining != 0 {
            return; // the outer call goes on until nothing is left
        }
        (*local).draining = 1;
        loop {
            let n = (&raw const (*local).pending).read_volatile().min(SLOTS as u32); // more: `overflow`
            if n > 0 {
                let Deferred { what, key } = (*local).slots[n as usize - 1];
                (*local).pending = n - 1;
                crate::deferred::perform::<K>(what, key);
            } else if (&raw const (*local).overflow).read_volatile() != 0 {
                (*local).overflow = 0;
                crate::deferred::perform_all::<K>();
            } else {
                break;
            }
        }
        (*local).draining = 0;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::thread;

    use super::*;
    use crate::kernel::Linux;
    use crate::limit::within;
    use crate::sync::AtomicU32;

    /// Notes that the handler made.
    static BY_HANDLER: AtomicU32 = AtomicU32::new(0);

    extern "C" fn handler(_: i32) {
        // SAFETY: the block is this thread's own.
        if unsafe { (&raw const (*Linux::local()).in_section).read_volatile() } != 0 {
            defer::<Linux>(What::Settle, 0);
            // Relaxed: only this thread looks while it counts.
            BY_HANDLER.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many notes there are, as the thread would find them at the section's end; forgets them.
    fn take_notes(local: *mut Local) -> u32 {
        // SAFETY: the caller's own block; handlers write `pending` inside a section only.
        unsafe {
            let pending = &raw mut (*local).pending;
            let noted = pending.read_volatile();
            pending.write_volatile(0);
            (*local).overflow = 0;
            noted
        }
    }

    /// A handler that interrupts another one's note (here: its thread's) takes a slot of its own.
    #[test]
    fn interrupted_note_keeps_its_slot() {
        within(60, || {
            // SAFETY: a handler that touches its own thread's block alone.
            let mine = unsafe {
                libc::signal(libc::SIGUSR2, handler as *const () as libc::sighandler_t);
                libc::pthread_self()
            };
            let stop = AtomicU32::new(0);
            thread::scope(|scope| {
                scope.spawn(|| {
                    while stop.load(Ordering::Relaxed) == 0 {
                        // SAFETY: the thread waits for this one.
                        unsafe { libc::pthread_kill(mine, libc::SIGUSR2) };
                    }
                });
                let local = Linux::local();
                let (mut handled, mut lost) = (0, 0);
                while handled < 20_000 && lost == 0 {
                    BY_HANDLER.store(0, Ordering::Relaxed);
                    enter(local);
                    (0..200).for_each(|_| defer::<Linux>(What::Settle, 0));
                    // SAFETY: our own block. The section ends without the notes' being done.
                    unsafe { (*local).in_section -= 1 };
                    compiler_fence(Ordering::SeqCst); // as in `leave`
                    let by_handler = BY_HANDLER.load(Ordering::Relaxed);
                    lost = 200 + by_handler - take_notes(local);
                    handled += by_handler;
                }
                stop.store(1, Ordering::Relaxed);
                assert_eq!(lost, 0, "a handler took a slot that was being taken");
            });
        });
    }
}
