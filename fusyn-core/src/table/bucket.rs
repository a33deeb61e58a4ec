//! A bucket: a lock, and the queues of the keys that hash to it.

use core::cell::UnsafeCell;
use core::ptr::null_mut;

use fusyn_sys::Errno;

use crate::kernel::{Kernel, fatal};
use crate::plist;
use crate::sync::{AtomicU32, Ordering};
use crate::waiter::{Header, Kind, Waiter};

/// One cache line. All zero is an empty bucket: what fresh memory holds, and a forked child finds.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Bucket {
    lock: PiLock,
    inner: UnsafeCell<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// Top of the first queue; under `lock`, as everything here.
    chain: *mut Waiter,
    /// Last ticket given; also numbers batches.
    tickets: u64,
}

// SAFETY: `inner` is reached only under `lock` (every method below says so), `lock` is atomic.
unsafe impl Sync for Bucket {}
// SAFETY: the pointers lead to waiters, which their own rules keep alive (I1).
unsafe impl Send for Bucket {}

const _: () = assert!(cfg!(loom) || size_of::<Bucket>() == 64);

impl Bucket {
    #[cfg(not(loom))]
    pub(crate) const fn new() -> Bucket {
        Bucket {
            lock: PiLock(AtomicU32::new(0)),
            inner: UnsafeCell::new(Inner { chain: null_mut(), tickets: 0 }),
        }
    }

    #[cfg(loom)]
    pub(crate) fn new() -> Bucket {
        Bucket {
            lock: PiLock(AtomicU32::new(0)),
            inner: UnsafeCell::new(Inner { chain: null_mut(), tickets: 0 }),
        }
    }

    pub(crate) fn lock(&self) -> &PiLock {
        &self.lock
    }

    /// A number larger than every ticket given so far.
    ///
    /// # Safety
    /// The caller holds the lock.
    pub(crate) unsafe fn next_ticket(&self) -> u64 {
        // SAFETY: under the lock.
        unsafe {
            let inner = self.inner.get();
            (*inner).tickets += 1;
            (*inner).tickets
        }
    }

    /// The top of a queue, or null.
    ///
    /// # Safety
    /// The caller holds the lock.
    #[inline]
    pub(crate) unsafe fn find(&self, kind: Kind, id: usize) -> *mut Waiter {
        // SAFETY: under the lock; tops are valid (I1).
        unsafe {
            let mut top = (*self.inner.get()).chain;
            while !top.is_null() && ((*top).header.id != id || (*top).header.kind != kind) {
                top = (*top).header.next;
            }
            top
        }
    }

    /// The first queue's top, or null; [`Header::next`] leads on.
    ///
    /// # Safety
    /// The caller holds the lock.
    pub(crate) unsafe fn first(&self) -> *mut Waiter {
        // SAFETY: under the lock.
        unsafe { (*self.inner.get()).chain }
    }

    /// Queues a waiter at (`kind`, `id`): behind its equals, or, if it was queued here before and kept
    /// its ticket, where it stood among them.
    ///
    /// # Safety
    /// The caller holds the lock; the waiter is valid, in no queue, and I1 holds from here on.
    pub(crate) unsafe fn insert(&self, kind: Kind, id: usize, waiter: *mut Waiter) {
        // SAFETY: under the lock; members are valid (I1).
        unsafe {
            if (*waiter).node.ticket == 0 {
                (*waiter).node.ticket = self.next_ticket();
            }
            let top = self.find(kind, id);
            if top.is_null() {
                plist::start(waiter.cast());
                let birth = (*waiter).node.ticket;
                self.link_queue(
                    waiter,
                    Header { kind, id, birth, mixed: false, carrier: 0, ..Self::UNLINKED },
                );
            } else {
                let new_top: *mut Waiter = plist::insert(top.cast(), waiter.cast()).cast();
                if new_top == top {
                    (*waiter).header.slot = null_mut();
                } else {
                    Self::pass_header(top, new_top);
                }
            }
        }
    }

    /// Takes a waiter out of whatever queue it stands in.
    ///
    /// # Safety
    /// The caller holds the lock of the waiter's bucket; the waiter is queued.
    pub(crate) unsafe fn remove(waiter: *mut Waiter) {
        // SAFETY: under the lock; members are valid (I1).
        unsafe {
            let next: *mut Waiter = plist::remove(waiter.cast()).cast();
            if (*waiter).header.slot.is_null() {
                return; // was not the top
            }
            if next.is_null() {
                Self::unlink_queue(waiter);
            } else {
                Self::pass_header(waiter, next);
            }
        }
    }

    /// Detaches the queue of `top` from its key: it becomes the batch with the returned number (R9). O(1).
    ///
    /// # Safety
    /// The caller holds the lock; `top` is a condvar queue's top.
    pub(crate) unsafe fn detach_as_batch(&self, top: *mut Waiter) -> usize {
        // SAFETY: forwarded from the caller.
        unsafe { self.detach_as(Kind::Batch, top) }
    }

    /// Detaches the queue of `top` from its key: it becomes a queue of a kind whose ids are numbers, with the
    /// returned one. O(1).
    ///
    /// # Safety
    /// The caller holds the lock; `top` is a queue's top.
    pub(crate) unsafe fn detach_as(&self, kind: Kind, top: *mut Waiter) -> usize {
        // SAFETY: under the lock.
        unsafe {
            let number = self.next_ticket() as usize;
            (*top).header.kind = kind;
            (*top).header.id = number;
            number
        }
    }

    const UNLINKED: Header = Header {
        next: null_mut(),
        slot: null_mut(),
        kind: Kind::Queue,
        id: 0,
        birth: 0,
        mixed: false,
        carrier: 0,
    };

    unsafe fn link_queue(&self, top: *mut Waiter, header: Header) {
        // SAFETY: under the lock, as the caller; the old first queue's top is valid (I1).
        unsafe {
            let chain = &raw mut (*self.inner.get()).chain;
            let next = *chain;
            (*top).header = Header { next, slot: chain, ..header };
            if !next.is_null() {
                (*next).header.slot = &raw mut (*top).header.next;
            }
            *chain = top;
        }
    }

    unsafe fn unlink_queue(top: *mut Waiter) {
        // SAFETY: under the lock, as the caller; neighbours in the chain are tops, valid (I1).
        unsafe {
            let Header { next, slot, .. } = (*top).header;
            *slot = next;
            if !next.is_null() {
                (*next).header.slot = slot;
            }
            (*top).header.slot = null_mut();
        }
    }

    unsafe fn pass_header(from: *mut Waiter, to: *mut Waiter) {
        // SAFETY: under the lock, as the caller; neighbours in the chain are tops, valid (I1).
        unsafe {
            let header = (*from).header;
            (*to).header = header;
            *header.slot = to;
            if !header.next.is_null() {
                (*header.next).header.slot = &raw mut (*to).header.next;
            }
            (*from).header.slot = null_mut();
        }
    }

    /// Forgets every queue: in a forked child, whose other threads are gone.
    ///
    /// # Safety
    /// The caller is the only thread.
    pub(crate) unsafe fn forget(&self) {
        // SAFETY: nobody else is there.
        unsafe { (*self.inner.get()).chain = null_mut() };
    }
}

/// The bucket's lock: itself a priority-inheriting word, since a low-priority thread preempted inside a
/// bucket must not stop a high-priority one.
#[derive(Debug)]
pub(crate) struct PiLock(AtomicU32);

impl PiLock {
    #[inline]
    pub(crate) fn lock<K: Kernel>(&self) {
        // Acquire: pairs with the Release in `unlock`; the queues' contents.
        if self.0.compare_exchange(0, K::tid(), Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.lock_slow::<K>();
        }
    }

    #[inline]
    pub(crate) fn try_lock<K: Kernel>(&self) -> bool {
        // Acquire: as in `lock`.
        self.0.compare_exchange(0, K::tid(), Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    #[cold]
    #[inline(never)]
    fn lock_slow<K: Kernel>(&self) {
        let tid = K::tid();
        for _ in 0..K::bucket_looks() {
            K::pause();
            // Relaxed: a look; the exchange orders. Acquire: as in `lock`.
            if self.0.load(Ordering::Relaxed) == 0
                && self.0.compare_exchange(0, tid, Ordering::Acquire, Ordering::Relaxed).is_ok()
            {
                return;
            }
        }
        loop {
            // SAFETY: the word lives for ever (I5) and holds 0 or a TID with the kernel's flags.
            match unsafe { K::lock_pi(&raw const self.0, None) } {
                Ok(()) => return,
                Err(Errno::EAGAIN | Errno::EINTR) => {}
                Err(Errno::ENOMEM) => K::yield_now(),
                Err(Errno::EDEADLK) => fatal("a bucket was entered twice by one thread"),
                Err(Errno::ESRCH) => {
                    fatal("a thread died or was thrown out inside a bucket; its queues are lost")
                }
                Err(_) => fatal("the kernel refused a bucket lock"),
            }
        }
    }

    #[inline]
    pub(crate) fn unlock<K: Kernel>(&self) {
        // Release: pairs with the Acquire of the next to lock.
        if self.0.compare_exchange(K::tid(), 0, Ordering::Release, Ordering::Relaxed).is_err() {
            self.unlock_slow::<K>();
        }
    }

    #[cold]
    #[inline(never)]
    fn unlock_slow<K: Kernel>(&self) {
        // SAFETY: as in `lock_slow`. EPERM: we are a child whose table was wiped while a handler of ours
        // forked inside the section; the lock is free then.
        while unsafe { K::unlock_pi(&raw const self.0) } == Err(Errno::EAGAIN) {}
    }
}
