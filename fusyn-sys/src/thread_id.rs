//! The calling thread's kernel id, cached, and right after every kind of fork (rule R11).
//!
//! A cached id counts only while the thread's epoch equals the [fork page](crate::fork_page)'s: a child
//! finds the page zeroed. In a child, the ids that its forking ancestors had are remembered: private
//! lock words that name one of them belong to the child's first thread (rule R12).
//!
//! # Invariants
//! 1. `epoch` is 0, [`fork_page::NEVER`], or an epoch in which `tid` was this thread's id.
//! 2. While `epoch` is 0, `tid` is 0: a page that reads 0 matches a block that was never filled, and
//!    the id read then is 0, "ask the kernel".
//! 3. Both hold for `plain_epoch` too.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::Errno;
use crate::arch::{syscall0, syscall3};
use crate::fork_page;

/// What a thread remembers of itself; zero in a new thread.
#[repr(C)]
#[derive(Debug)]
pub struct IdBlock {
    tid: u32,
    /// Epoch in which `tid` was read.
    epoch: u32,
    /// As `epoch`, but [`fork_page::NEVER`] while [`set_plain_fast`]`(false)` holds: one comparison
    /// answers both "is the id valid" and "may plain locks take the shortest path".
    plain_epoch: u32,
    /// The id at the last look, valid or not: a child finds its ancestor's here.
    last_seen: u32,
}

crate::thread_block! {
    /// The calling thread's [`IdBlock`].
    pub mod id_block: IdBlock = "fusyn_sys_id_block"
}

static PLAIN_SLOW: AtomicU32 = AtomicU32::new(0);

/// The cached id, or 0 if it must be asked for: then call [`current`].
///
/// # Signal safety
/// Async-signal-safe, as everything here.
#[inline(always)]
#[must_use]
pub fn cached() -> u32 {
    let (tid, epoch) = id_block::read_pair::<{ offset_of!(IdBlock, tid) }, { offset_of!(IdBlock, epoch) }>();
    if epoch == fork_page::epoch() { tid } else { 0 }
}

/// [`cached`], and always 0 after [`set_plain_fast`]`(false)`.
#[inline(always)]
#[must_use]
pub fn cached_plain() -> u32 {
    let (tid, epoch) =
        id_block::read_pair::<{ offset_of!(IdBlock, tid) }, { offset_of!(IdBlock, plain_epoch) }>();
    if epoch == fork_page::epoch() { tid } else { 0 }
}

/// Makes [`cached_plain`] answer 0 in threads that have not used it yet; call it before the first lock.
pub fn set_plain_fast(on: bool) {
    // Relaxed: set before the first lock of the process, by the thread that takes it.
    PLAIN_SLOW.store(u32::from(!on), Ordering::Relaxed);
}

/// The calling thread's id, never 0.
///
/// # Signal safety
/// Async-signal-safe. A handler that forks may return into an interrupted `current`, which then gives
/// the child its parent's id, once.
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
    // The epoch first: if a signal handler forks in between, the child's id is kept under an epoch
    // that is over, never the parent's id under the child's epoch.
    let epoch = fork_page::refresh();
    let tid = by_kernel();
    forget_ancestor(tid);
    let block = id_block::ptr();
    // SAFETY: the block is this thread's own, and no reference to it exists.
    let old = unsafe { (*block).last_seen };
    if old != 0 && old != tid {
        remember_ancestor(old, tid);
    }
    // SAFETY: as above; a signal handler in between writes the same values.
    unsafe { (*block).last_seen = tid };
    if epoch != 0 {
        keep(block, tid, epoch);
    }
    tid
}

/// Fills the block in an order that is right for a signal handler, also one that forks, at any point.
fn keep(block: *mut IdBlock, tid: u32, epoch: u32) {
    // Relaxed: see `set_plain_fast`.
    let plain_slow = PLAIN_SLOW.load(Ordering::Relaxed) != 0;
    let plain_epoch = if plain_slow { fork_page::NEVER } else { epoch };
    // SAFETY: `block` is the calling thread's own, and no reference to it exists. Volatile stores stay
    // in this order: while `tid` changes, neither epoch equals any page's.
    unsafe {
        (&raw mut (*block).epoch).write_volatile(fork_page::NEVER);
        (&raw mut (*block).plain_epoch).write_volatile(fork_page::NEVER);
        (&raw mut (*block).tid).write_volatile(tid);
        (&raw mut (*block).epoch).write_volatile(epoch);
        (&raw mut (*block).plain_epoch).write_volatile(plain_epoch);
    }
}

const ANCESTORS: usize = 8;
static ANCESTOR_IDS: [AtomicU32; ANCESTORS] = [const { AtomicU32::new(0) }; ANCESTORS];
static NEXT_ANCESTOR: AtomicU32 = AtomicU32::new(0);
/// Whose ancestors they are: this process's first thread; 0 in a process that no fork made.
static HEIR: AtomicU32 = AtomicU32::new(0);

/// Whether the caller is this process's first thread, and `tid` what that was called before a fork made
/// it, as far back as eight forks; known once it has called [`current`] in the child.
#[must_use]
pub fn is_ancestor(tid: u32) -> bool {
    // Relaxed: single words; the first thread, which owns the words in question, wrote them itself.
    let heir = HEIR.load(Ordering::Relaxed);
    heir != 0
        && tid != 0
        && ANCESTOR_IDS.iter().any(|id| id.load(Ordering::Relaxed) == tid)
        && current() == heir
}

/// Whether this process was made by a fork, and `tid` is no thread of it: one that the fork left behind, as
/// long as it has called [`current`] in the child.
#[must_use]
pub fn is_left_behind(tid: u32) -> bool {
    // Relaxed: a single word, written before any other thread of the child was made.
    if HEIR.load(Ordering::Relaxed) == 0 || tid == 0 {
        return false;
    }
    // SAFETY: signal 0 is only asked about.
    let ret = unsafe {
        let process = syscall0(libc::SYS_getpid as usize);
        syscall3(libc::SYS_tgkill as usize, process, tid as usize, 0)
    };
    Errno::check(ret) == Err(Errno::ESRCH)
}

/// In a child: its first thread, now `heir`, was called `tid` before.
fn remember_ancestor(tid: u32, heir: u32) {
    // Relaxed: only a child's first thread comes here, once per fork.
    if HEIR.load(Ordering::Relaxed) != tid {
        // Forked by another thread than the first: what that had locked is nobody's here.
        for id in &ANCESTOR_IDS {
            id.store(0, Ordering::Relaxed);
        }
    }
    HEIR.store(heir, Ordering::Relaxed);
    if ANCESTOR_IDS.iter().any(|id| id.load(Ordering::Relaxed) == tid) {
        return;
    }
    let slot = NEXT_ANCESTOR.fetch_add(1, Ordering::Relaxed) as usize % ANCESTORS;
    ANCESTOR_IDS[slot].store(tid, Ordering::Relaxed);
}

/// A live thread's id is nobody's old one: the kernel has given it out again.
fn forget_ancestor(tid: u32) {
    for id in &ANCESTOR_IDS {
        // Relaxed: single words; the load keeps the line shared between new threads.
        if id.load(Ordering::Relaxed) == tid {
            let _ = id.compare_exchange(tid, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}
