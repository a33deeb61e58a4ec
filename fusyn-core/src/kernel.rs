//! The narrow place where the algorithms meet the operating system: real, or a model under loom.

use fusyn_sys::{Deadline, Errno};

use crate::local::Local;
use crate::prio::Prio;
use crate::sync::AtomicU32;
use crate::table::Table;

/// What the waiting protocols need from the kernel and of the calling thread.
///
/// # Safety
/// An implementation must behave as the kernel contract says (docs/kernel-contract.md): `wait` sleeps
/// only while the word holds the value, `lock_pi` grants exclusively, `tid` is unique among live threads
/// and never 0, `local` is the caller's own, `table` is one per process and never goes away.
pub unsafe trait Kernel {
    /// The calling thread's id.
    fn tid() -> u32;
    /// Changes in a forked child (never back); see `fusyn_sys::fork_page`.
    fn epoch() -> u32;
    /// Whether `tid` was this process's first thread before a fork (R12).
    fn is_ancestor(tid: u32) -> bool;
    /// Whether `tid` was a thread of the process that this one was forked from, and is none of this one.
    fn is_left_behind(_tid: u32) -> bool {
        false
    }
    /// The calling thread's base priority, asked now.
    fn prio() -> Prio;
    /// The calling thread's block.
    fn local() -> *mut Local;
    /// The process's table.
    fn table() -> &'static Table;
    /// How often to look at a lock again before queueing.
    fn spins() -> u32;
    /// How often to look at a bucket's lock again before waiting for it in the kernel.
    fn bucket_looks() -> u32;
    /// How often an ordinary waiter may offer the CPU, looking in between, before it sleeps.
    fn offers() -> u32;
    /// Whether a signal handler could end a sleep of this process (see `fusyn_sys::signal`).
    fn is_interrupting_handled() -> bool;
    /// Nanoseconds on a clock that is never set back.
    fn nanos() -> u64;
    /// One pause of a spin loop.
    fn pause();
    /// Whether a deadline has passed.
    fn has_passed(deadline: &Deadline) -> bool;
    /// Lets other threads run: after an error that passes by itself (`ENOMEM`), or before a sleep.
    fn yield_now();

    /// Sleeps while the word holds `expected`.
    ///
    /// # Errors
    /// As `fusyn_sys::futex::wait`.
    ///
    /// # Safety
    /// The word is alive.
    unsafe fn wait(word: *const AtomicU32, expected: u32, deadline: Option<&Deadline>) -> Result<(), Errno>;

    /// [`Kernel::wait`] at a cancellation point; the same unless the shim replaces it.
    ///
    /// # Errors
    /// As [`Kernel::wait`].
    ///
    /// # Safety
    /// The word is alive, and the caller's frames may be unwound from here.
    #[inline]
    unsafe fn wait_cancellable(
        word: *const AtomicU32,
        expected: u32,
        deadline: Option<&Deadline>,
    ) -> Result<(), Errno> {
        // SAFETY: forwarded from the caller.
        unsafe { Self::wait(word, expected, deadline) }
    }

    /// Wakes one sleeper, if there is one; the address may be stale (R5).
    fn wake(word: *const AtomicU32);

    /// Sleeps while the word holds `expected`; whoever wakes names one of `bits`.
    ///
    /// # Errors
    /// As `fusyn_sys::futex::wait_bitset`.
    ///
    /// # Safety
    /// The word is alive.
    unsafe fn wait_bits(word: *const AtomicU32, expected: u32, bits: u32) -> Result<(), Errno>;

    /// Wakes every sleeper with one of `bits`, highest priority first; the address may be stale (R5).
    fn wake_all(word: *const AtomicU32, bits: u32);

    /// Takes a PI word, waiting in the kernel.
    ///
    /// # Errors
    /// As `fusyn_sys::futex_pi::lock_pi`.
    ///
    /// # Safety
    /// The word is alive and follows the PI protocol.
    unsafe fn lock_pi(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), Errno>;

    /// Whether `tid` is a living thread of this process, which has passed no lock on by its death (K13).
    fn is_living(tid: u32) -> bool;

    /// Releases a PI word, by hand-over if the kernel knows a waiter.
    ///
    /// # Errors
    /// As `fusyn_sys::futex_pi::unlock_pi`.
    ///
    /// # Safety
    /// The word is alive and follows the PI protocol.
    unsafe fn unlock_pi(word: *const AtomicU32) -> Result<(), Errno>;
}

/// The real kernel.
#[cfg(not(loom))]
#[derive(Debug)]
pub struct Linux;

#[cfg(not(loom))]
mod linux {
    use super::{AtomicU32, Deadline, Errno, Kernel, Linux, Local, Prio, Table};
    use fusyn_sys::futex::{self, Scope};
    use fusyn_sys::{Clock, clock, fork_page, futex_pi, sched, signal, thread_id};

    /// None: a short section that two CPUs want is done sooner by one of them, while the other sleeps, than by
    /// both, whose looks take the word's line from each other.
    const SPINS: u32 = 0;
    /// A bucket's section is some fifty instructions.
    const BUCKET_LOOKS: u32 = 32;
    /// On an idle CPU some three times as long as it takes to sleep and be woken.
    const OFFERS: u32 = 24;

    // SAFETY: each function is the system call of that name, or what fusyn-sys caches of one.
    unsafe impl Kernel for Linux {
        #[inline(always)]
        fn tid() -> u32 {
            thread_id::current()
        }
        #[inline(always)]
        fn epoch() -> u32 {
            fork_page::epoch()
        }
        fn is_ancestor(tid: u32) -> bool {
            thread_id::is_ancestor(tid)
        }
        fn is_left_behind(tid: u32) -> bool {
            thread_id::is_left_behind(tid)
        }
        #[inline]
        fn prio() -> Prio {
            super::prio_of(0)
        }
        #[inline(always)]
        fn local() -> *mut Local {
            crate::local::block::ptr()
        }
        #[inline(always)]
        fn table() -> &'static Table {
            crate::table::process_table()
        }
        #[inline(always)]
        fn spins() -> u32 {
            SPINS
        }
        #[inline(always)]
        fn bucket_looks() -> u32 {
            BUCKET_LOOKS
        }
        #[inline(always)]
        fn offers() -> u32 {
            OFFERS
        }
        fn is_interrupting_handled() -> bool {
            signal::is_interrupting_handled()
        }
        fn nanos() -> u64 {
            let now = clock::now(Clock::Monotonic);
            now.sec.cast_unsigned() * 1_000_000_000 + now.nsec.cast_unsigned()
        }
        #[inline(always)]
        fn pause() {
            core::hint::spin_loop();
        }
        fn has_passed(deadline: &Deadline) -> bool {
            deadline.has_passed()
        }
        fn yield_now() {
            sched::yield_now();
        }
        #[inline]
        unsafe fn wait(
            word: *const AtomicU32,
            expected: u32,
            deadline: Option<&Deadline>,
        ) -> Result<(), Errno> {
            // SAFETY: forwarded from the caller.
            unsafe { futex::wait(word.cast(), expected, Scope::Private, deadline) }
        }
        #[inline]
        fn wake(word: *const AtomicU32) {
            // SAFETY: a stale address gives a spurious wake at worst (R5). An error would mean a foreign PI
            // waiter at a reused address, who is not ours to wake.
            let _ = unsafe { futex::wake(word.cast(), 1, Scope::Private) };
        }
        #[inline]
        unsafe fn wait_bits(word: *const AtomicU32, expected: u32, bits: u32) -> Result<(), Errno> {
            // SAFETY: forwarded from the caller.
            unsafe { futex::wait_bitset(word.cast(), expected, Scope::Private, None, bits) }
        }
        #[inline]
        fn wake_all(word: *const AtomicU32, bits: u32) {
            // SAFETY: as in `wake`.
            let _ = unsafe { futex::wake_bitset(word.cast(), u32::MAX, Scope::Private, bits) };
        }
        #[inline]
        unsafe fn lock_pi(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), Errno> {
            // SAFETY: forwarded from the caller.
            unsafe { futex_pi::lock_pi(word.cast(), Scope::Private, deadline) }
        }
        fn is_living(tid: u32) -> bool {
            futex_pi::is_living(tid, Scope::Private)
        }
        #[inline]
        unsafe fn unlock_pi(word: *const AtomicU32) -> Result<(), Errno> {
            // SAFETY: forwarded from the caller.
            unsafe { futex_pi::unlock_pi(word.cast(), Scope::Private) }
        }
    }
}

/// A thread's base priority, asked now; `tid` 0 is the caller. A thread that is gone counts as ordinary.
#[cfg(not(loom))]
#[inline]
#[must_use]
pub fn prio_of(tid: u32) -> Prio {
    use fusyn_sys::sched;
    match sched::policy(tid) {
        Ok(sched::SCHED_FIFO | sched::SCHED_RR) => Prio::real_time(sched::priority(tid).unwrap_or(1)),
        Ok(sched::SCHED_DEADLINE) => Prio::DEADLINE,
        _ => Prio::NORMAL,
    }
}

/// Ends the process with one line: for states in which going on would corrupt memory.
#[cold]
pub(crate) fn fatal(message: &str) -> ! {
    #[cfg(not(loom))]
    fusyn_sys::process::die(message);
    #[cfg(loom)]
    panic!("{message}");
}
