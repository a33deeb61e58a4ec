//! Posting, and waking by key.

use super::{MAX, OVERTAKEN_LIMIT, WAITERS, is_waited_for, try_wait, value};
use crate::kernel::Kernel;
use crate::local::{self, What};
use crate::park::Wakes;
use crate::sync::{AtomicU64, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{HANDED, Kind, POPPED, Waiter};

/// The value was [`MAX`] already; it has not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

/// Waiters that one section releases at most, so that a bucket is never held for long.
const PER_SECTION: usize = 16;

/// Raises the value by one if nobody waits; false: nothing was done.
///
/// # Safety
/// `word` is a live semaphore's.
#[inline]
#[must_use]
pub unsafe fn post_fast(word: *const AtomicU64) -> bool {
    // SAFETY: alive by the caller's contract.
    let word = unsafe { &*word };
    // Relaxed: the exchange decides.
    let now = word.load(Ordering::Relaxed);
    now < MAX as u64
        // Release: pairs with the Acquire in `try_wait`. The last touch.
        && word.compare_exchange(now, now + 1, Ordering::Release, Ordering::Relaxed).is_ok()
}

/// Raises the value by one, or gives the token to the top waiter.
///
/// # Blocking
/// Takes the bucket's lock for a moment if somebody waits.
/// # Errors
/// [`Overflow`].
/// # Signal safety
/// Async-signal-safe: from a handler that interrupted fusyn, the wake is made when the interrupted
/// operation leaves its bucket.
///
/// # Safety
/// `word` is a live semaphore's. It may be gone as soon as a waiter can know of the post.
#[inline]
pub unsafe fn post<K: Kernel>(word: *const AtomicU64) -> Result<(), Overflow> {
    // SAFETY: forwarded from the caller.
    unsafe { if post_fast(word) { Ok(()) } else { post_slow::<K>(word) } }
}

#[cold]
#[inline(never)]
unsafe fn post_slow<K: Kernel>(word: *const AtomicU64) -> Result<(), Overflow> {
    // SAFETY: forwarded from the caller.
    unsafe {
        let in_handler = local::must_defer::<K>();
        // Without waiters, or where their bucket may not be entered: the value alone.
        match raise(word, |now| in_handler || !is_waited_for(now), |now| now + 1)? {
            Raised::To(before) if in_handler && is_waited_for(before) => {
                local::defer::<K>(What::Post, word as usize);
                Ok(())
            }
            Raised::To(_) => Ok(()),
            Raised::Not => post_to_queue::<K>(word),
        }
    }
}

enum Raised {
    /// From this word.
    To(u64),
    /// `may` said no.
    Not,
}

/// Raises the value by one, in a word that `may` accepts. The exchange is the last touch.
unsafe fn raise(
    word: *const AtomicU64,
    may: impl Fn(u64) -> bool,
    next: impl Fn(u64) -> u64,
) -> Result<Raised, Overflow> {
    // SAFETY: alive by the caller's contract.
    let word = unsafe { &*word };
    // Relaxed: the exchange decides.
    let mut now = word.load(Ordering::Relaxed);
    loop {
        if !may(now) {
            return Ok(Raised::Not);
        }
        if value(now) >= MAX {
            return Err(Overflow);
        }
        // Release: as in `post_fast`.
        match word.compare_exchange_weak(now, next(now), Ordering::Release, Ordering::Relaxed) {
            Ok(before) => return Ok(Raised::To(before)),
            Err(other) => now = other,
        }
    }
}

/// The post of a semaphore that somebody waits for, or did.
unsafe fn post_to_queue<K: Kernel>(word: *const AtomicU64) -> Result<(), Overflow> {
    let key = word as usize;
    let mut wakes = Wakes::<1>::none();
    let section = Section::<K>::of_key(key);
    // SAFETY: under the bucket lock; members are valid (I1) and keep the semaphore alive (I4).
    unsafe {
        let top = section.find(Kind::Semaphore, key);
        if top.is_null() {
            // The hint was false: cleared in the same step, which is the last touch.
            raise(word, |_| true, |now| value(now).wrapping_add(1).into())?;
            end_own_wait::<K>(key);
            return Ok(());
        }
        let state = if is_handed_to(top) {
            HANDED
        } else {
            raise(word, |_| true, |now| now + 1)?;
            POPPED
        };
        take_out(&section, key, top);
        wakes.mark(top, state);
    }
    drop(section);
    wakes.make::<K>();
    Ok(())
}

/// In a child of a handler that forked, and posts: its own thread's wait, which that handler interrupted, stands
/// in no queue, and the kernel may restart its sleep.
///
/// # Safety
/// The caller's waiter, if its block names one, is alive: its frame is below the caller's.
unsafe fn end_own_wait<K: Kernel>(key: usize) {
    // SAFETY: the caller's own block and waiter.
    unsafe {
        let (me, since) = ((*K::local()).at_semaphore, (*K::local()).at_semaphore_since);
        // Relaxed: the thread's own, in a process that shares no stack with the parent.
        if !me.is_null() && since != K::epoch() && (*me).key.load(Ordering::Relaxed) == key {
            (*me).park.store(POPPED, Ordering::Relaxed);
        }
    }
}

/// Whether a token is given to this waiter, or it is woken to compete for it.
///
/// # Safety
/// The waiter's bucket is held.
unsafe fn is_handed_to(waiter: *mut Waiter) -> bool {
    // SAFETY: under the bucket lock; members are valid (I1).
    unsafe { (*waiter).node.prio.is_real_time() || (*waiter).overtaken >= OVERTAKEN_LIMIT }
}

/// Unlinks a waiter, and clears the hint if it was the last.
///
/// # Safety
/// The bucket of `key` is held; the waiter is queued there, and not yet marked (I4).
pub(super) unsafe fn take_out(bucket: &Bucket, key: usize, waiter: *mut Waiter) {
    // SAFETY: under the bucket lock; members are valid (I1).
    unsafe {
        Bucket::remove(waiter);
        if bucket.find(Kind::Semaphore, key).is_null() {
            // Relaxed: a hint, under the bucket lock.
            (*(key as *const AtomicU64)).fetch_and(!WAITERS, Ordering::Relaxed);
        }
    }
}

/// Wakes as many waiters as the value allows: for posts that handlers noted, and for a wake that a
/// cancelled waiter passes on (R10). Touches the semaphore only while a waiter proves it alive (I4).
pub(crate) fn wake_key<K: Kernel>(key: usize) {
    if local::must_defer::<K>() {
        return local::defer::<K>(What::Post, key);
    }
    // What is posted from now on is woken by its poster.
    let mut budget = None;
    loop {
        let mut wakes = Wakes::<PER_SECTION>::none();
        let section = Section::<K>::of_key(key);
        // SAFETY: under the bucket lock.
        let left = unsafe { release(&section, key, &mut budget, PER_SECTION, &mut wakes) };
        drop(section);
        wakes.make::<K>();
        if left > 0 {
            return;
        }
    }
}

/// Releases up to `most` waiters, and `budget`, which is the value at first; returns what is left of
/// `most`.
///
/// # Safety
/// The bucket of `key` is held.
unsafe fn release(
    bucket: &Bucket,
    key: usize,
    budget: &mut Option<u32>,
    most: usize,
    wakes: &mut Wakes<PER_SECTION>,
) -> usize {
    let word = key as *const AtomicU64;
    for left in (1..=most).rev() {
        // SAFETY: under the bucket lock; members are valid (I1) and keep the semaphore alive (I4).
        unsafe {
            let top = bucket.find(Kind::Semaphore, key);
            if top.is_null() {
                return left;
            }
            // Relaxed: an exchange decides, here or in the woken waiter.
            let rest = budget.get_or_insert_with(|| value((*word).load(Ordering::Relaxed)));
            if *rest == 0 {
                return left;
            }
            *rest -= 1;
            let state = if !is_handed_to(top) {
                POPPED
            } else if try_wait(word) {
                HANDED
            } else {
                return left;
            };
            take_out(bucket, key, top);
            wakes.mark(top, state);
        }
    }
    0
}

/// Wakes what the values allow in each queue of a bucket: after more handlers' posts than could be noted.
pub(crate) fn wake_all_in<K: Kernel>(bucket: &'static Bucket) {
    loop {
        let mut wakes = Wakes::<PER_SECTION>::none();
        let mut left = PER_SECTION;
        let section = Section::<K>::of(bucket);
        // SAFETY: under the bucket lock; members are valid (I1). The next queue's top stays what it is.
        unsafe {
            let mut top = section.first();
            while !top.is_null() && left > 0 {
                let next = (*top).header.next;
                if (*top).header.kind == Kind::Semaphore {
                    left = release(&section, (*top).header.id, &mut None, left, &mut wakes);
                }
                top = next;
            }
        }
        drop(section);
        wakes.make::<K>();
        if left > 0 {
            return;
        }
    }
}
