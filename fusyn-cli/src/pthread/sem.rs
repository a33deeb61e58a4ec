//! Semaphores and barriers.

use std::cell::UnsafeCell;
use std::ffi::c_uint;
use std::mem::MaybeUninit;
use std::ptr::null;

use nix::errno::Errno;

use super::{call_failed, must};

/// A private `sem_t` on a cache line of its own.
#[repr(align(64))]
pub(crate) struct Sem {
    raw: UnsafeCell<MaybeUninit<libc::sem_t>>,
}

// SAFETY: a semaphore is made for use by several threads.
unsafe impl Sync for Sem {}
// SAFETY: one without waiters may move; waiters borrow it.
unsafe impl Send for Sem {}

impl Sem {
    /// A semaphore of a value, at the place where it stays.
    pub(crate) fn boxed(value: c_uint) -> Box<Self> {
        let sem = Box::new(Self { raw: UnsafeCell::new(MaybeUninit::zeroed()) });
        // SAFETY: writable, and nobody else uses it yet.
        done("sem_init", unsafe { libc::sem_init(sem.raw.get().cast(), 0, value) });
        sem
    }

    /// Takes one.
    #[inline]
    pub(crate) fn wait(&self) {
        // SAFETY: initialised at construction.
        done("sem_wait", unsafe { libc::sem_wait(self.raw.get().cast()) });
    }

    /// Gives one.
    #[inline]
    pub(crate) fn post(&self) {
        // SAFETY: initialised at construction.
        done("sem_post", unsafe { libc::sem_post(self.raw.get().cast()) });
    }
}

impl Drop for Sem {
    fn drop(&mut self) {
        // SAFETY: initialised at construction; nobody else uses it any more.
        unsafe { libc::sem_destroy(self.raw.get().cast()) };
    }
}

#[inline]
fn done(call: &str, result: i32) {
    if result != 0 {
        call_failed(call, Errno::last_raw());
    }
}

/// A private `pthread_barrier_t` on a cache line of its own.
#[repr(align(64))]
pub(crate) struct Barrier {
    raw: UnsafeCell<MaybeUninit<libc::pthread_barrier_t>>,
}

// SAFETY: a barrier is made for use by several threads.
unsafe impl Sync for Barrier {}
// SAFETY: one without waiters may move; waiters borrow it.
unsafe impl Send for Barrier {}

impl Barrier {
    /// A barrier for `count` threads, at the place where it stays.
    pub(crate) fn boxed(count: c_uint) -> Box<Self> {
        let barrier = Box::new(Self { raw: UnsafeCell::new(MaybeUninit::zeroed()) });
        // SAFETY: writable, and nobody else uses it yet.
        let result = unsafe { libc::pthread_barrier_init(barrier.raw.get().cast(), null(), count) };
        must("pthread_barrier_init", result);
        barrier
    }

    /// Waits for the others; true in one thread of a round.
    #[inline]
    pub(crate) fn wait(&self) -> bool {
        // SAFETY: initialised at construction.
        match unsafe { libc::pthread_barrier_wait(self.raw.get().cast()) } {
            libc::PTHREAD_BARRIER_SERIAL_THREAD => true,
            result => {
                must("pthread_barrier_wait", result);
                false
            }
        }
    }
}

impl Drop for Barrier {
    fn drop(&mut self) {
        // SAFETY: initialised at construction; nobody else uses it any more.
        unsafe { libc::pthread_barrier_destroy(self.raw.get().cast()) };
    }
}
