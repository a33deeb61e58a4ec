//! Waiting in the kernel, as a ghost: R2, R3, R8 and settle.

use fusyn_sys::{Deadline, Errno};

use super::lock::{LockError, Outcome, wait_as_owner_never};
use super::{OVERTAKEN_LIMIT, Policy, adopt};
use crate::kernel::Kernel;
use crate::park::{Wakes, nap};
use crate::plist;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{CONVERT, Kind, POPPED, Waiter};
use crate::word;

/// How often in a row `EINVAL` must come without a hand-over that could explain it, before the word is wrong.
const PATIENCE: u32 = 1000;
/// How long is slept before it is asked again, in ns.
const NAP: u64 = 1_000_000;

/// What LOCK_PI said, as far as a lock can be waited for.
enum Verdict {
    Owned,
    /// Not now: queue again.
    Retry,
    /// Never, by any waiting.
    Never,
    Failed(LockError),
}

/// Calls LOCK_PI for a waiter that stands in the queue as a ghost, and takes the ghost out again (R3).
///
/// # Safety
/// `me` is the caller's own waiter, queued as a ghost at its lock's word.
pub(super) unsafe fn lock_in_kernel<K: Kernel>(
    me: *mut Waiter,
    deadline: Option<&Deadline>,
) -> Result<Outcome, LockError> {
    // SAFETY: the word is alive while somebody waits for it (I4).
    unsafe {
        let word = (*me).lock;
        let answer = lock_pi::<K>(word, deadline);
        back_from_kernel::<K>(me);
        match judge::<K>(word, (*me).policy, answer) {
            Verdict::Owned => Ok(Outcome::Acquired),
            Verdict::Retry => Ok(Outcome::Again),
            Verdict::Never if (*me).policy.has(Policy::FOREIGN_UNLOCK) => {
                // Nobody can be boosted, but somebody else may unlock, as with a plain mutex.
                (*me).boosts_nobody = true;
                Ok(Outcome::Again)
            }
            Verdict::Never => Err(wait_as_owner_never::<K>(deadline)),
            Verdict::Failed(error) => Err(error),
        }
    }
}

/// LOCK_PI; called again while a dead owner's lock is on its way to its heir, however long that one is kept from
/// running. The caller's ghost stays queued.
///
/// # Safety
/// As [`lock_in_kernel`], whose word this is.
unsafe fn lock_pi<K: Kernel>(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), Errno> {
    let mut patience = PATIENCE;
    loop {
        // SAFETY: alive by the caller's contract.
        let answer = unsafe { K::lock_pi(word, deadline) };
        if answer != Err(Errno::EINVAL) || !word.is_aligned() {
            return answer;
        }
        // SAFETY: as above. Relaxed: a look; one that comes after the hand-over costs a little patience.
        let now = unsafe { (*word).load(Ordering::Relaxed) };
        // K13: the dead owner's id, and the waiters' bit, stand there until the heir has run.
        let is_owned = word::is_contended(now) && !word::is_free(now);
        let is_handed_on = is_owned && !K::is_living(word::owner(now));
        patience = if is_handed_on { PATIENCE } else { patience - 1 };
        if patience == 0 {
            return answer;
        }
        if deadline.is_some_and(K::has_passed) {
            return Err(Errno::ETIMEDOUT);
        }
        nap::<K>(NAP);
    }
}

/// # Safety
/// `word` is a live lock word.
unsafe fn judge<K: Kernel>(word: *const AtomicU32, policy: Policy, answer: Result<(), Errno>) -> Verdict {
    match answer {
        Ok(()) => Verdict::Owned,
        Err(Errno::ETIMEDOUT) => Verdict::Failed(LockError::TimedOut),
        Err(Errno::EAGAIN | Errno::EINTR) => Verdict::Retry,
        Err(Errno::ENOMEM) => {
            K::yield_now();
            Verdict::Retry
        }
        // K8: the owner is gone and the lock is not robust; POSIX lets nobody notice (P13).
        Err(Errno::ESRCH) => Verdict::Never,
        Err(Errno::EDEADLK) if policy.has(Policy::ERROR_CHECK) => Verdict::Failed(LockError::WouldDeadlock),
        Err(Errno::EDEADLK) => Verdict::Never,
        Err(Errno::EPERM) => {
            // K8, R12: a child, and a word of its parent's: ours if the forking thread held it.
            // SAFETY: alive by the caller's contract.
            unsafe { adopt::<K>(word) };
            // SAFETY: as above. Relaxed: only our own id is looked for.
            let owner = word::owner(unsafe { (*word).load(Ordering::Relaxed) });
            if owner == 0 || owner == K::tid() { Verdict::Retry } else { Verdict::Never }
        }
        Err(_) => Verdict::Failed(LockError::Corrupt),
    }
}

/// R3: a thread back from the kernel, with any result, removes its ghost; if it owns the lock and others
/// remain it sets WAITERS (K1 and K4 drop it), else it settles. One section.
///
/// Returns whether it owns the lock: by the word, never by a result that may have been lost (C-e).
///
/// # Safety
/// `me` is the caller's own waiter, queued as a ghost (or a forked child's, in no queue).
pub(crate) unsafe fn back_from_kernel<K: Kernel>(me: *mut Waiter) -> bool {
    let mut wakes = Wakes::<1>::none();
    // SAFETY: the word is alive: the caller owns the lock or waits for it.
    unsafe {
        let word = (*me).lock;
        let key = word as usize;
        let section = Section::<K>::of_key(key);
        if (*me).epoch == K::epoch() {
            Bucket::remove(me);
        }
        // Relaxed: the kernel's hand-over was ordered by the system call.
        let now = (*word).load(Ordering::Relaxed);
        let owned = word::owner(now) == K::tid();
        if owned {
            if now & word::OWNER_DIED != 0 {
                // P13: a non-robust lock whose owner died and which the kernel gave us.
                (*word).fetch_and(!word::OWNER_DIED, Ordering::Relaxed);
            }
            let top = section.find(Kind::Mutex, key);
            if !top.is_null() {
                // Relaxed: a hint, published by the bucket lock (R1).
                (*word).fetch_or(word::WAITERS, Ordering::Relaxed);
                convert_overtaken(top, &mut wakes);
            }
        } else {
            settle_locked(&section, key, &mut wakes);
        }
        drop(section);
        wakes.make::<K>();
        owned
    }
}

/// R8 (b): a kernel waiter has just overtaken the top lazy one; after enough of that, that one goes on in
/// the kernel, where it has a place of its own.
///
/// # Safety
/// The caller holds the bucket of the queue of `top`.
unsafe fn convert_overtaken(top: *mut Waiter, wakes: &mut Wakes<1>) {
    // SAFETY: members are valid (I1), under the bucket lock (I2).
    unsafe {
        // All lazy waiters of an inheriting lock are of the lowest priority, behind every ghost.
        let lazy: *mut Waiter = plist::lowest_leader(top.cast()).cast();
        if (*lazy).ghost || !(*lazy).policy.has(Policy::INHERIT) {
            return;
        }
        (*lazy).overtaken += 1;
        if (*lazy).overtaken > OVERTAKEN_LIMIT {
            Bucket::remove(lazy);
            wakes.mark(lazy, CONVERT);
        }
    }
}

/// settle(key): if lazy waiters and no ghost stand there, sets WAITERS and, if the lock is free, pops the
/// top one. The word may be read there, and only there (I4).
///
/// # Safety
/// The section holds the key's bucket.
unsafe fn settle_locked<K: Kernel>(section: &Section<K>, key: usize, wakes: &mut Wakes<1>) {
    // SAFETY: forwarded from the caller.
    unsafe {
        let top = section.find(Kind::Mutex, key);
        if !top.is_null() {
            settle_top(top, wakes);
        }
    }
}

/// # Safety
/// `top` is the top of a mutex's queue, its bucket held; `wakes` has room.
unsafe fn settle_top<const N: usize>(top: *mut Waiter, wakes: &mut Wakes<N>) {
    // SAFETY: members are valid (I1), and prove that the word is alive (I4).
    unsafe {
        if (*top).ghost {
            return;
        }
        // Relaxed: a hint, published by the bucket lock.
        let was = (*(*top).lock).fetch_or(word::WAITERS, Ordering::Relaxed);
        if word::is_free(was) {
            Bucket::remove(top);
            wakes.mark(top, POPPED);
        }
    }
}

/// Settles a key, by its address only: R2, after UNLOCK_PI.
pub(crate) fn settle_key<K: Kernel>(key: usize) {
    let mut wakes = Wakes::<1>::none();
    let section = Section::<K>::of_key(key);
    // SAFETY: the section holds the bucket.
    unsafe { settle_locked(&section, key, &mut wakes) };
    drop(section);
    wakes.make::<K>();
}

/// Settles every mutex of a bucket. Some may be settled twice, and wake one waiter too many, who queues again.
pub(crate) fn settle_all_in<K: Kernel>(bucket: &'static Bucket) {
    loop {
        let mut wakes = Wakes::<8>::none();
        let section = Section::<K>::of(bucket);
        // SAFETY: under the bucket lock; tops are valid (I1).
        unsafe {
            let mut top = section.first();
            while !top.is_null() && !wakes.is_full() {
                let next = (*top).header.next;
                if (*top).header.kind == Kind::Mutex {
                    settle_top(top, &mut wakes);
                }
                top = next;
            }
        }
        let more = wakes.is_full();
        drop(section);
        wakes.make::<K>();
        if !more {
            return;
        }
    }
}
