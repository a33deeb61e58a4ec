//! Releasing a lock that the fast path could not.

use fusyn_sys::Errno;

use super::inherit::settle_key;
use super::{OVERTAKEN_LIMIT, Policy, adopt};
use crate::kernel::Kernel;
use crate::local::{self, What};
use crate::park::Wakes;
use crate::plist;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{HANDED, Kind, POPPED, Waiter};
use crate::word;

/// Why a lock was not released; it is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlockError {
    /// The lock is free, or another thread owns it.
    NotOwner,
}

/// Releases a lock with waiters, or by a caller whose id in the word is not the cached one.
///
/// # Errors
/// [`UnlockError::NotOwner`]; a lock with [`Policy::FOREIGN_UNLOCK`] is released for anybody, unless a
/// thread waits for it in the kernel, which would refuse.
///
/// # Safety
/// `word` is a live lock word, used with this policy alone (hand-over apart, see [`Policy`]). Nothing of it is
/// touched after the release.
#[cold]
#[inline(never)]
pub unsafe fn unlock_slow<K: Kernel>(word: *const AtomicU32, policy: Policy) -> Result<(), UnlockError> {
    // SAFETY: alive by the caller's contract, until the release.
    unsafe {
        adopt::<K>(word);
        // Relaxed: only our own id, or a misuse, is looked for.
        let owner = word::owner((*word).load(Ordering::Relaxed));
        let own = owner == K::tid();
        if owner == 0 || !(own || policy.has(Policy::FOREIGN_UNLOCK)) {
            return Err(UnlockError::NotOwner);
        }
        if local::must_defer::<K>() {
            return unlock_in_handler::<K>(word, own);
        }
        match release::<K>(word, policy) {
            Released::Done => Ok(()),
            Released::ByAnother => Err(UnlockError::NotOwner),
            Released::InKernel if own => {
                unlock_in_kernel::<K>(word);
                Ok(())
            }
            Released::InKernel => {
                crate::report::foreign_unlock();
                Err(UnlockError::NotOwner)
            }
        }
    }
}

enum Released {
    Done,
    /// Two threads unlocked at once, and the other was first.
    ByAnother,
    /// A ghost stands there: the kernel must release (K5).
    InKernel,
}

/// In one section: releases in user space if no ghost stands in the queue, and pops the top waiter.
///
/// # Safety
/// As [`unlock_slow`]; the lock is owned.
unsafe fn release<K: Kernel>(word: *const AtomicU32, policy: Policy) -> Released {
    let key = word as usize;
    let mut wakes = Wakes::<1>::none();
    // SAFETY: alive by the caller's contract until the store; members are valid (I1).
    unsafe {
        let section = Section::<K>::of_key(key);
        let top = section.find(Kind::Mutex, key);
        // Relaxed: only a misuse changes it from owned to free before this.
        if word::is_free((*word).load(Ordering::Relaxed)) {
            return Released::ByAnother;
        }
        if top.is_null() {
            // Release: pairs with the Acquire of the next lock. Nobody else writes an owned word without
            // this bucket, and the kernel does only with a ghost.
            (*word).store(0, Ordering::Release);
        } else if (*top).ghost {
            return Released::InKernel;
        } else {
            let remain = !plist::is_alone(top.cast());
            let hand_over = must_hand_over(top, policy);
            let heir = if hand_over { (*top).tid } else { 0 };
            Bucket::remove(top);
            // Release: as above. R1: WAITERS stays while others remain.
            (*word).store(word::owned_by(heir, remain), Ordering::Release);
            wakes.mark(top, if hand_over { HANDED } else { POPPED });
        }
        drop(section);
        wakes.make::<K>();
    }
    Released::Done
}

/// Auto: serial if the top waiter is real-time or was overtaken too often, else parallel.
///
/// # Safety
/// The caller holds the bucket of the queued waiter `top`.
unsafe fn must_hand_over(top: *mut Waiter, policy: Policy) -> bool {
    // SAFETY: valid (I1), under the bucket lock (I2).
    unsafe {
        policy.has(Policy::SERIAL)
            || (*top).overtaken >= OVERTAKEN_LIMIT
            || ((*top).node.prio.is_real_time() && !policy.has(Policy::PARALLEL))
    }
}

/// R2: UNLOCK_PI was decided in the bucket and is made outside; what changed in between is settled.
///
/// # Safety
/// As [`unlock_slow`]; the caller owns the lock.
unsafe fn unlock_in_kernel<K: Kernel>(word: *const AtomicU32) {
    // SAFETY: alive until the call that releases it; EAGAIN means that it was not released.
    while unsafe { K::unlock_pi(word) } == Err(Errno::EAGAIN) {}
    settle_key::<K>(word as usize);
}

/// The caller interrupted its own thread inside a bucket: the kernel releases at once (with a waiter of
/// its own or without, K2), and the lazy waiters are seen to when the section ends.
///
/// # Safety
/// As [`unlock_slow`].
unsafe fn unlock_in_handler<K: Kernel>(word: *const AtomicU32, own: bool) -> Result<(), UnlockError> {
    if !own {
        return Err(UnlockError::NotOwner);
    }
    // SAFETY: as `unlock_in_kernel`.
    while unsafe { K::unlock_pi(word) } == Err(Errno::EAGAIN) {}
    local::defer::<K>(What::Settle, word as usize);
    Ok(())
}
