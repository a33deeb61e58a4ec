//! Sleeping on a waiter's own word, and ending that sleep.

use core::cell::Cell;

use fusyn_sys::{Clock, Deadline, Errno};

use crate::kernel::Kernel;
use crate::sync::{AtomicU32, Ordering};
use crate::waiter::{ASLEEP, PARKED, Waiter};
use crate::watch::{watch_park, watch_park_unless_interrupted};

/// What ended a sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slept {
    /// The state is no longer `PARKED`.
    Changed(u32),
    /// The deadline passed; the state must be looked at under the bucket lock (R4).
    TimedOut,
    /// This is a forked child: the waiter stands in no queue, and nobody knows of it (P9).
    InChild,
}

/// What ended a sleep that signal handlers may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// As any sleep ends.
    Ended(Slept),
    /// A signal handler ran; the state must be looked at under the bucket lock, as after a time-out.
    Interrupted,
}

/// Sleeps for so many ns, for who can only look again.
pub(crate) fn nap<K: Kernel>(nanos: u64) {
    let nobody = AtomicU32::new(0);
    let end = Deadline::after(Clock::Monotonic, nanos);
    // SAFETY: a word of this frame, which nobody wakes.
    let _ = unsafe { K::wait(&raw const nobody, 0, Some(&end)) };
}

/// The state part of a park word.
#[inline]
pub(crate) const fn state(park: u32) -> u32 {
    park & !ASLEEP
}

/// Sleeps until a waker changes the state, or until the deadline.
///
/// # Safety
/// `me` is the caller's own waiter.
pub(crate) unsafe fn sleep<K: Kernel>(me: *mut Waiter, deadline: Option<&Deadline>) -> Slept {
    // SAFETY: forwarded from the caller.
    unsafe {
        watch_park::<K>(me, deadline);
        sleep_by(me, |word, expected| K::wait(word, expected, deadline))
    }
}

/// [`sleep`] at a cancellation point.
///
/// # Safety
/// As [`sleep`]; the caller's frames may be unwound from here, with the waiter still queued.
#[inline]
pub(crate) unsafe fn sleep_cancellable<K: Kernel>(me: *mut Waiter, deadline: Option<&Deadline>) -> Slept {
    // SAFETY: forwarded from the caller.
    unsafe {
        watch_park::<K>(me, deadline);
        sleep_by(me, |word, expected| K::wait_cancellable(word, expected, deadline))
    }
}

/// [`sleep_cancellable`] that a signal handler ends too, where the kernel does not restart the wait.
///
/// # Safety
/// As [`sleep_cancellable`].
#[inline]
pub(crate) unsafe fn rest_cancellable<K: Kernel>(me: *mut Waiter, deadline: Option<&Deadline>) -> Rest {
    let interrupted = Cell::new(false);
    let wait = |word: *const AtomicU32, expected: u32| {
        // SAFETY: forwarded from the caller.
        match unsafe { K::wait_cancellable(word, expected, deadline) } {
            Err(Errno::EINTR) => {
                interrupted.set(true);
                Err(Errno::ETIMEDOUT)
            }
            other => other,
        }
    };
    // SAFETY: forwarded from the caller.
    let slept = unsafe {
        watch_park_unless_interrupted::<K>(me, deadline);
        sleep_by(me, wait)
    };
    match slept {
        Slept::TimedOut if interrupted.get() => Rest::Interrupted,
        slept => Rest::Ended(slept),
    }
}

#[inline(always)]
unsafe fn sleep_by(me: *mut Waiter, wait: impl Fn(*const AtomicU32, u32) -> Result<(), Errno>) -> Slept {
    // SAFETY: the caller's own waiter; `epoch` is its own while `park` and `key` are atomics (I2).
    let (park, epoch) = unsafe { (&(*me).park, (*me).epoch) };
    // Relaxed: on failure the state has changed, and is loaded again below with Acquire.
    let _ = park.compare_exchange(PARKED, ASLEEP, Ordering::Relaxed, Ordering::Relaxed);
    loop {
        // Acquire: pairs with the Release in `Wake::mark`; what the waker did under the bucket lock.
        let now = park.load(Ordering::Acquire);
        if state(now) != PARKED {
            return Slept::Changed(now);
        }
        // Whatever the wait ended with: a handler may have forked before it began as well.
        if child_epoch(epoch) {
            return Slept::InChild;
        }
        if wait(&raw const *park, ASLEEP) == Err(Errno::ETIMEDOUT) && !child_epoch(epoch) {
            return Slept::TimedOut;
        }
    }
}

#[cfg(not(loom))]
fn child_epoch(epoch: u32) -> bool {
    fusyn_sys::fork_page::epoch() != epoch
}

#[cfg(loom)]
fn child_epoch(_: u32) -> bool {
    false
}

/// Wakes to make after the section: addresses only (I3).
#[derive(Debug)]
pub(crate) struct Wakes<const N: usize> {
    words: [*const AtomicU32; N],
    count: usize,
}

impl<const N: usize> Wakes<N> {
    pub(crate) fn none() -> Self {
        Wakes { words: [core::ptr::null(); N], count: 0 }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count == N
    }

    /// Ends a waiter's wait with a state: the last touch (R5). At most `N` times.
    ///
    /// # Safety
    /// The caller holds the lock of the waiter's bucket and has taken it out of its queue, or `state` is
    /// `GHOST`.
    pub(crate) unsafe fn mark(&mut self, waiter: *mut Waiter, state: u32) {
        // SAFETY: valid until this store (I1); afterwards only the address is kept.
        let park = unsafe { &raw const (*waiter).park };
        // Release: pairs with the Acquire in `sleep_by`.
        // SAFETY: as above.
        let was = unsafe { (*park).swap(state, Ordering::Release) };
        if was & ASLEEP != 0 && self.count < N {
            self.words[self.count] = park;
            self.count += 1;
        }
    }

    /// Makes the system calls; the section has ended.
    pub(crate) fn make<K: Kernel>(self) {
        for word in &self.words[..self.count] {
            K::wake(*word);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::limit::within;
    use crate::prio::Prio;
    use crate::waiter::Kind;

    fn queued_in(epoch: u32) -> Waiter {
        let mut waiter = Waiter::new(Kind::Mutex, 1, Prio::NORMAL);
        waiter.epoch = epoch;
        waiter
    }

    /// A current epoch, which is the child's if the caller is one.
    fn epoch() -> u32 {
        fusyn_sys::fork_page::refresh()
    }

    /// A handler forked after the waiter had queued and before its sleep: it never sleeps.
    #[test]
    fn child_of_a_fork_before_the_sleep_does_not_sleep() {
        within(20, || {
            let mut waiter = queued_in(epoch().wrapping_add(1));
            // SAFETY: our own waiter.
            let slept = unsafe { sleep_by(&raw mut waiter, |_, _| panic!("it sleeps")) };
            assert_eq!(slept, Slept::InChild);
        });
    }

    /// A handler forked during the sleep, which then ends by its deadline: the parent's waiter has timed out and
    /// must unlink itself; the child's stands in no queue.
    #[test]
    fn child_of_a_fork_in_a_timed_sleep_does_not_unlink() {
        within(20, || {
            let mut waiter = queued_in(epoch());
            let child = Cell::new(0);
            let sleep = |_: *const AtomicU32, _: u32| {
                // SAFETY: the child calls what is async-signal-safe only.
                child.set(unsafe { libc::fork() });
                Err(Errno::ETIMEDOUT)
            };
            // SAFETY: our own waiter.
            let slept = unsafe { sleep_by(&raw mut waiter, sleep) };
            if child.get() == 0 {
                // SAFETY: ends the child at once.
                unsafe { libc::_exit(i32::from(slept != Slept::InChild)) };
            }
            assert!(child.get() > 0, "fork failed");
            let mut status = -1;
            // SAFETY: our own child.
            unsafe { libc::waitpid(child.get(), &raw mut status, 0) };
            assert_eq!((slept, status), (Slept::TimedOut, 0));
        });
    }
}
