//! What a robust rwlock needs of the calling thread, its robust list and the kernel: real, or a model.

use fusyn_sys::{Deadline, Errno};

use crate::sync::{AtomicU32, Ordering};
use crate::word;

/// A word that threads share: an atomic, or a model's.
pub trait Word {
    /// Reads.
    fn load(&self, order: Ordering) -> u32;
    /// Writes `new` if it is `current`; the value that was there, as an error if it was another.
    ///
    /// # Errors
    /// The value, if it was not `current`: nothing is written.
    fn compare_exchange(&self, current: u32, new: u32, done: Ordering, failed: Ordering) -> Result<u32, u32>;
    /// Sets bits; the value before.
    fn fetch_or(&self, bits: u32, order: Ordering) -> u32;
    /// Keeps these bits only; the value before.
    fn fetch_and(&self, bits: u32, order: Ordering) -> u32;
    /// Adds; the value before.
    fn fetch_add(&self, value: u32, order: Ordering) -> u32;
    /// Subtracts; the value before.
    fn fetch_sub(&self, value: u32, order: Ordering) -> u32;
}

impl Word for AtomicU32 {
    #[inline(always)]
    fn load(&self, order: Ordering) -> u32 {
        AtomicU32::load(self, order)
    }
    #[inline(always)]
    fn compare_exchange(&self, current: u32, new: u32, done: Ordering, failed: Ordering) -> Result<u32, u32> {
        AtomicU32::compare_exchange(self, current, new, done, failed)
    }
    #[inline(always)]
    fn fetch_or(&self, bits: u32, order: Ordering) -> u32 {
        AtomicU32::fetch_or(self, bits, order)
    }
    #[inline(always)]
    fn fetch_and(&self, bits: u32, order: Ordering) -> u32 {
        AtomicU32::fetch_and(self, bits, order)
    }
    #[inline(always)]
    fn fetch_add(&self, value: u32, order: Ordering) -> u32 {
        AtomicU32::fetch_add(self, value, order)
    }
    #[inline(always)]
    fn fetch_sub(&self, value: u32, order: Ordering) -> u32 {
        AtomicU32::fetch_sub(self, value, order)
    }
}

/// The calling thread, with its robust list, and what it asks of the kernel. All words are inheriting ones, on
/// the shared key.
///
/// # Safety
/// An implementation must behave as the kernel contract says (docs/kernel-contract.md): `tid` is unique among
/// living threads and never 0; a word that is announced or in the list when its owner dies gets `OWNER_DIED`;
/// `lock_pi` and `trylock_pi` grant exclusively and answer `ESRCH` only for an owner that is gone.
pub unsafe trait Caller: Copy {
    /// The words.
    type Word: Word;
    /// What stood in the pending slot before an announcement.
    type Outer: Copy;

    /// The calling thread's id.
    fn tid(self) -> u32;
    /// Whether its list has no room for another lock.
    fn is_list_full(self) -> bool;

    /// Announces an operation on a word, until [`Caller::end`].
    ///
    /// # Safety
    /// The word stays mapped until the end.
    unsafe fn announce(self, word: *const Self::Word) -> Self::Outer;
    /// Ends an announced operation.
    ///
    /// # Safety
    /// `outer` is from the matching [`Caller::announce`].
    unsafe fn end(self, outer: Self::Outer);
    /// Puts a word that was just taken into the list.
    ///
    /// # Safety
    /// It is announced, and in no list.
    unsafe fn link(self, word: *const Self::Word);
    /// Takes a word that is about to be released out of the list.
    ///
    /// # Safety
    /// It is announced, and in the list.
    unsafe fn unlink(self, word: *const Self::Word);

    /// As `fusyn_sys::futex_pi::lock_pi`.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Safety
    /// The word is alive and follows the PI protocol.
    unsafe fn lock_pi(self, word: *const Self::Word, deadline: Option<&Deadline>) -> Result<(), Errno>;
    /// As `fusyn_sys::futex_pi::trylock_pi`.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Safety
    /// As [`Caller::lock_pi`].
    unsafe fn trylock_pi(self, word: *const Self::Word) -> Result<(), Errno>;
    /// As `fusyn_sys::futex_pi::unlock_pi`.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Safety
    /// As [`Caller::lock_pi`].
    unsafe fn unlock_pi(self, word: *const Self::Word) -> Result<(), Errno>;
    /// Lets other threads run, after an error that passes by itself (`ENOMEM`).
    fn yield_now(self);

    /// In how many slots of robust rwlocks the calling thread has written its id, and has not been taken out:
    /// 0 in a new thread. It may be too high, never too low.
    fn reads(self) -> u32;
    /// Changes that number.
    fn set_reads(self, reads: u32);
}

/// Releases a word that the caller owns: to its waiter, if there is one.
///
/// # Safety
/// The word is alive, until it is released, and the caller's.
#[inline]
pub(super) unsafe fn release<C: Caller>(caller: C, word: *const C::Word) {
    // SAFETY: alive, by the caller. Release: pairs with who takes it next, or finds a slot empty.
    let is_done =
        unsafe { (*word).compare_exchange(caller.tid(), 0, Ordering::Release, Ordering::Relaxed) }.is_ok();
    if !is_done {
        // SAFETY: it was not released.
        unsafe { release_by_kernel(caller, word) };
    }
}

/// # Safety
/// As [`release`].
#[cold]
unsafe fn release_by_kernel<C: Caller>(caller: C, word: *const C::Word) {
    // SAFETY: forwarded from the caller.
    while let Err(Errno::EAGAIN | Errno::EINTR) = unsafe { caller.unlock_pi(word) } {}
}

/// Whether a word's owner is `tid`.
#[inline(always)]
pub(super) fn is_owned_by(now: u32, tid: u32) -> bool {
    word::owner(now) == tid
}
