//! The calling thread's robust list: the C library's own, shared with it (rule P12).
//!
//! The kernel walks the list when the thread dies. It reads `first`, each entry's `next` and `pending`
//! in memory as this thread left them, at any instruction: so the steps of an operation are kept apart
//! by compiler fences, and no more is needed, since the observer is this very thread's exit.
//!
//! ```text
//! head.prev   head.first ─► entry A ─► entry B ─► head      (pointers to `list_next`; bit 0: a PI lock)
//!     └───────────────────────────────────┘
//! ```
//!
//! An entry is the address of a mutex's `list_next`; the `prev` pointer lies one word before it, in the
//! head as well. That is glibc's layout, so that its unlock can take out what our lock has put in.

use core::mem::{offset_of, size_of};
use core::ptr;

use fusyn_core::sync::{AtomicU32, Ordering, compiler_fence};
use fusyn_sys::robust::{self, GLIBC_FUTEX_OFFSET, LIST_LIMIT, RobustListHead};
use fusyn_sys::{fork_page, thread_id};

use crate::{config, report};

/// What a thread remembers of its list; zero in a new thread.
#[repr(C)]
struct ListBlock {
    head: *mut RobustListHead,
    tid: u32,
    /// Complement of the epoch in which the two above were read: never matches while zero.
    not_epoch: u32,
    /// How many locks fusyn has put into the list.
    held: u32,
    /// In how many slots of robust rwlocks the thread's id stands because it put it there.
    reads: u32,
}

fusyn_sys::thread_block! {
    /// The calling thread's [`ListBlock`].
    mod list_block: ListBlock = "fusyn_list_block"
}

/// The calling thread's list and id.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Own(*mut ListBlock);

impl Own {
    #[inline(always)]
    fn head(self) -> *mut RobustListHead {
        // SAFETY: the block is this thread's own.
        unsafe { (*self.0).head }
    }

    /// The calling thread's id.
    #[inline(always)]
    pub(crate) fn tid(self) -> u32 {
        // SAFETY: the block is this thread's own.
        unsafe { (*self.0).tid }
    }
}

/// The kernel walks no more entries than this: a lock beyond them would be lost with its owner.
const LIMIT: u32 = LIST_LIMIT as u32;

impl Own {
    /// Whether the list has no room for another lock.
    #[inline(always)]
    pub(crate) fn is_full(self) -> bool {
        // SAFETY: the block is this thread's own.
        unsafe { (*self.0).held >= LIMIT }
    }

    /// In how many slots of robust rwlocks the thread has put its id.
    #[inline(always)]
    pub(crate) fn reads(self) -> u32 {
        // SAFETY: the block is this thread's own.
        unsafe { (*self.0).reads }
    }

    /// Changes that number.
    #[inline(always)]
    pub(crate) fn set_reads(self, reads: u32) {
        // SAFETY: the block is this thread's own.
        unsafe { (*self.0).reads = reads };
    }
}

/// The calling thread's list, if it has been found since the last fork.
#[inline(always)]
pub(crate) fn known() -> Option<Own> {
    let block = list_block::ptr();
    // SAFETY: the block is this thread's own.
    let not_epoch = unsafe { (*block).not_epoch };
    (not_epoch == !fork_page::epoch()).then_some(Own(block))
}

/// The calling thread's list, or `None` if it has none that fusyn may use.
#[inline]
pub(crate) fn own() -> Option<Own> {
    known().or_else(find)
}

/// Bytes from the thread's descriptor to its list's head, plus 1, once one thread has found it.
static HEAD_OFFSET: AtomicU32 = AtomicU32::new(0);
/// A head further from the descriptor than this is not the C library's.
const DESCRIPTOR: usize = 4096;

#[cold]
#[inline(never)]
fn find() -> Option<Own> {
    config::latch();
    let tid = thread_id::current();
    // SAFETY: no arguments; answers before any constructor has run as well.
    let descriptor = unsafe { libc::pthread_self() } as usize;
    let mut head = robust::current().unwrap_or(ptr::null_mut());
    if head.is_null() {
        // SAFETY: the head's place in this thread's descriptor.
        head = unsafe { restore(descriptor) };
    }
    let offset = (head as usize).wrapping_sub(descriptor);
    // SAFETY: a head inside the descriptor is readable.
    if head.is_null() || offset >= DESCRIPTOR || unsafe { (*head).futex_offset } != GLIBC_FUTEX_OFFSET {
        refuse();
        return None;
    }
    // Relaxed: the same number from every thread.
    HEAD_OFFSET.store(offset as u32 + 1, Ordering::Relaxed);
    let block = list_block::ptr();
    // SAFETY: the block is this thread's own; a handler in between writes the same values.
    unsafe {
        if (*block).tid != tid {
            // A new thread, or a forked child, whose list the C library has emptied.
            (*block).held = 0;
            (*block).reads = 0;
        }
        (*block).head = head;
        (*block).tid = tid;
        (*block).not_epoch = match fork_page::epoch() {
            0 => 0,
            epoch => !epoch,
        };
    }
    Some(Own(block))
}

/// After a raw `clone` the kernel has forgotten the list: registers it again, empty.
///
/// # Safety
/// `descriptor` must be the calling thread's.
unsafe fn restore(descriptor: usize) -> *mut RobustListHead {
    // Relaxed: as above.
    let offset = HEAD_OFFSET.load(Ordering::Relaxed);
    if offset == 0 {
        return ptr::null_mut();
    }
    let head = (descriptor + offset as usize - 1) as *mut RobustListHead;
    // SAFETY: every descriptor has its head at the same offset; the locks that it names are the
    // parent's, so the list starts empty; and the head lives as long as the thread.
    unsafe {
        (*head).first = head.cast();
        (*head).pending = ptr::null_mut();
        prev_of(head.cast()).write(head.cast());
        if robust::register(head).is_ok() { head } else { ptr::null_mut() }
    }
}

/// Remembers where the C library keeps the head, so that a raw `clone`'s child can find it.
pub(crate) fn learn() {
    let _ = own();
}

static REFUSED: AtomicU32 = AtomicU32::new(0);

fn refuse() {
    // Relaxed: only whether the line has been written.
    if REFUSED.swap(1, Ordering::Relaxed) == 0 {
        report::line("no robust list of the C library in this thread: robust mutexes give ENOTSUP");
    }
}

/// Bit 0 of a list pointer: the entry is a PI lock.
const PI_ENTRY: usize = 1;

/// The list entry of a lock word: where `list_next` would be, 32 bytes behind it.
#[inline(always)]
pub(crate) fn entry_of(word: *const AtomicU32) -> *mut u8 {
    word.cast_mut().cast::<u8>().wrapping_offset(-GLIBC_FUTEX_OFFSET)
}

#[inline(always)]
fn tagged(entry: *mut u8, pi: bool) -> *mut u8 {
    entry.map_addr(|address| address | usize::from(pi))
}

#[inline(always)]
fn untagged(entry: *mut u8) -> *mut u8 {
    entry.map_addr(|address| address & !PI_ENTRY)
}

#[inline(always)]
fn next_of(entry: *mut u8) -> *mut *mut u8 {
    entry.cast()
}

#[inline(always)]
fn prev_of(entry: *mut u8) -> *mut *mut u8 {
    entry.wrapping_sub(size_of::<*mut u8>()).cast()
}

const _: () = assert!(offset_of!(RobustListHead, first) == 0);

/// What stood in the pending slot before an operation: an outer one that a handler interrupted.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Outer(*mut u8);

/// Announces an operation on the lock of `entry` to the kernel; ends with [`end`].
///
/// # Safety
/// `own` must be the calling thread's; the word of `entry` must stay mapped until [`end`].
#[inline(always)]
pub(crate) unsafe fn begin(own: Own, entry: *mut u8, pi: bool) -> Outer {
    // SAFETY: the head is this thread's own.
    unsafe {
        let head = own.head();
        let outer = (*head).pending;
        (*head).pending = tagged(entry, pi);
        // The kernel, at this thread's death, must see the announcement before any later step.
        compiler_fence(Ordering::SeqCst);
        Outer(outer)
    }
}

/// Ends an operation.
///
/// # Safety
/// `own` must be the calling thread's, `outer` from the matching [`begin`].
#[inline(always)]
pub(crate) unsafe fn end(own: Own, outer: Outer) {
    // The kernel must see every step before the announcement goes.
    compiler_fence(Ordering::SeqCst);
    // SAFETY: the head is this thread's own.
    unsafe { (*own.head()).pending = outer.0 };
}

/// Puts the lock of `entry`, just acquired, at the head of the list.
///
/// # Safety
/// Between [`begin`] and [`end`] of `entry`, which must be in no list.
#[inline(always)]
pub(crate) unsafe fn link(own: Own, entry: *mut u8, pi: bool) {
    let head = own.head();
    // SAFETY: the list belongs to this thread; its first entry is the head or a lock that it owns.
    unsafe {
        let first = (*head).first;
        next_of(entry).write(first);
        prev_of(entry).write(head.cast());
        prev_of(untagged(first)).write(entry);
        // The entry must lead on before it is reached.
        compiler_fence(Ordering::SeqCst);
        (*head).first = tagged(entry, pi);
        (*own.0).held = (*own.0).held.wrapping_add(1);
    }
}

/// Takes the lock of `entry`, about to be released, out of the list.
///
/// # Safety
/// Between [`begin`] and [`end`] of `entry`, which must be in the calling thread's list.
#[inline(always)]
pub(crate) unsafe fn unlink(own: Own, entry: *mut u8) {
    // SAFETY: both neighbours are the head or locks that this thread owns.
    unsafe {
        let next = next_of(entry).read();
        let prev = prev_of(entry).read();
        prev_of(untagged(next)).write(prev);
        next_of(untagged(prev)).write(next);
        (*own.0).held = (*own.0).held.saturating_sub(1);
    }
}
