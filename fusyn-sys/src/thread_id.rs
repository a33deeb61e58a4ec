//! The calling thread's kernel id, cached, and right after every kind of fork (rule R11).
//!
//! A cached id counts only while the thread's epoch equals the [fork page](crate::fork_page)'s: a child
//! finds the page zeroed. In a child, the ids that its forking ancestors had are remembered: private
//! lock words that name one of them belong to the child's first thread (rule R12).

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::arch::syscall0;
use crate::fork_page;

/// What a thread remembers of itself; zero in a new thread.
#[repr(C)]
#[derive(Debug)]
pub struct IdBlock {
    tid: u32,
    /// Epoch in which `tid` was read.
    epoch: u32,
    /// Equals `epoch`, or 0 while [`set_plain_fast`]`(false)` holds: one comparison answers both
    /// "is the id valid" and "may plain locks take the shortest path".
    plain_epoch: u32,
    padding: u32,
}

crate::thread_block! {
    /// The calling thread's [`IdBlock`].
    pub mod id_block: IdBlock = "fusyn_sys_id_block"
}

static PLAIN_SLOW: AtomicU32 = AtomicU32::new(0);

/// The cached id, or 0 if it must be asked for: then call [`current`].
#[inline(always)]
#[must_use]
pub fn cached() -> u32 {
    let valid = id_block::read_u32::<{ offset_of!(IdBlock, epoch) }>() == fork_page::epoch();
    if valid { id_block::read_u32::<{ offset_of!(IdBlock, tid) }>() } else { 0 }
}

/// [`cached`], and always 0 after [`set_plain_fast`]`(false)`.
#[inline(always)]
#[must_use]
pub fn cached_plain() -> u32 {
    let valid = id_block::read_u32::<{ offset_of!(IdBlock, plain_epoch) }>() == fork_page::epoch();
    if valid { id_block::read_u32::<{ offset_of!(IdBlock, tid) }>() } else { 0 }
}

/// Makes [`cached_plain`] answer 0 in threads that have not used it yet; call it before the first lock.
pub fn set_plain_fast(on: bool) {
    // Relaxed: set before the first lock of the process, by the thread that takes it.
    PLAIN_SLOW.store(u32::from(!on), Ordering::Relaxed);
}

/// The calling thread's id, never 0.
///
/// # Signal safety
/// Async-signal-safe.
#[inline(always)]
#[must_use]
pub fn current() -> u32 {
    match cached() {
        0 => refresh(),
        tid => tid,
    }
}

/// `gettid(2)`, by system call.
#[must_use]
pub fn by_kernel() -> u32 {
    // SAFETY: no arguments, always succeeds.
    unsafe { syscall0(libc::SYS_gettid as usize) as u32 }
}

#[cold]
#[inline(never)]
fn refresh() -> u32 {
    let tid = by_kernel();
    let epoch = match fork_page::epoch() {
        0 => fork_page::refresh(),
        epoch => epoch,
    };
    forget_ancestor(tid);
    let block = id_block::ptr();
    // SAFETY: the block is this thread's own; a signal handler in between writes the same values.
    unsafe {
        let old = (*block).tid;
        if old != 0 && old != tid {
            remember_ancestor(old);
        }
        (*block).tid = tid;
        if epoch != 0 {
            (*block).epoch = epoch;
            // Relaxed: see `set_plain_fast`.
            (*block).plain_epoch = if PLAIN_SLOW.load(Ordering::Relaxed) == 0 { epoch } else { 0 };
        }
    }
    tid
}

const ANCESTORS: usize = 8;
static ANCESTOR_IDS: [AtomicU32; ANCESTORS] = [const { AtomicU32::new(0) }; ANCESTORS];
static NEXT_ANCESTOR: AtomicU32 = AtomicU32::new(0);

/// Whether `tid` is what this process's first thread was called before a fork made it.
#[must_use]
pub fn is_ancestor(tid: u32) -> bool {
    // Relaxed: written by the child's first thread before any other thread of the child exists.
    let has_any = NEXT_ANCESTOR.load(Ordering::Relaxed) != 0;
    has_any && tid != 0 && ANCESTOR_IDS.iter().any(|id| id.load(Ordering::Relaxed) == tid)
}

fn remember_ancestor(tid: u32) {
    let slot = NEXT_ANCESTOR.fetch_add(1, Ordering::Relaxed) as usize % ANCESTORS;
    ANCESTOR_IDS[slot].store(tid, Ordering::Relaxed);
}

/// A live thread's id is nobody's old one: the kernel has given it out again.
fn forget_ancestor(tid: u32) {
    for id in &ANCESTOR_IDS {
        // Relaxed: single words.
        let _ = id.compare_exchange(tid, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
