//! The signaller's side of a condvar.

use crate::kernel::Kernel;
use crate::local::{self, What};
use crate::park::Wakes;
use crate::plist;
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{Class, GHOST, Kind, POPPED, Waiter};
use crate::word;

/// Most wakes that one section makes.
pub(super) type Batch = Wakes<4>;

/// Wakes at least one thread that waits now, the one of highest priority, if there is one.
///
/// # Safety
/// `cond` is a live hint word.
#[inline]
pub unsafe fn signal<K: Kernel>(cond: *const AtomicU32) {
    // Relaxed: whoever must be seen queued before something this caller has seen (C-g).
    // SAFETY: alive by the caller's contract.
    if unsafe { (*cond).load(Ordering::Relaxed) } != 0 {
        signal_key::<K>(cond as usize);
    }
}

/// Wakes every thread that waits now. O(1); the members go to their mutex one after the other.
///
/// # Safety
/// `cond` is a live hint word.
#[inline]
pub unsafe fn broadcast<K: Kernel>(cond: *const AtomicU32) {
    // Relaxed: as in `signal`.
    // SAFETY: alive by the caller's contract.
    if unsafe { (*cond).load(Ordering::Relaxed) } != 0 {
        broadcast_key::<K>(cond as usize);
    }
}

/// [`signal`] for a condvar that may be gone: passes on what a cancelled waiter had consumed (R10).
pub fn signal_address<K: Kernel>(address: usize) {
    signal_key::<K>(address);
}

/// [`signal`] by address; touches the condvar only while a waiter proves it alive (I4).
#[inline(never)]
pub(crate) fn signal_key<K: Kernel>(key: usize) {
    if local::must_defer::<K>() {
        return local::defer::<K>(What::Signal, key);
    }
    // SAFETY: the closures run under the bucket lock.
    unsafe {
        take_and_place::<K>(
            key,
            |section| section.find(Kind::Cond, key),
            |section, top| {
                Bucket::remove(top);
                clear_hint_if_empty(section, key);
            },
            |_, _, _| {},
        );
    }
}

/// [`broadcast`] by address.
#[inline(never)]
pub(crate) fn broadcast_key<K: Kernel>(key: usize) {
    if local::must_defer::<K>() {
        return local::defer::<K>(What::Broadcast, key);
    }
    if let Some(before) = super::carry::start::<K>(key) {
        // The members name different mutexes: one carrier could wait for a mutex that only another member
        // can make free. Each is signalled on its own (R9).
        while signal_older::<K>(key, before) {}
    }
}

/// Signals the first waiter that queued before a ticket was drawn; false if there is none.
fn signal_older<K: Kernel>(key: usize, before: u64) -> bool {
    // SAFETY: the closures run under the bucket lock; members are valid (I1).
    unsafe {
        take_and_place::<K>(
            key,
            |section| {
                let top = section.find(Kind::Cond, key);
                let mut waiter = top;
                while !waiter.is_null() && (*waiter).node.ticket >= before {
                    waiter = plist::next(waiter.cast()).cast();
                    if waiter == top {
                        waiter = core::ptr::null_mut();
                    }
                }
                waiter
            },
            |section, waiter| {
                Bucket::remove(waiter);
                clear_hint_if_empty(section, key);
            },
            |_, _, _| {},
        )
    }
}

/// # Safety
/// The section holds the bucket of the condvar `key`, and one of its waiters is not yet woken (I4).
pub(super) unsafe fn clear_hint_if_empty<K: Kernel>(section: &Section<K>, key: usize) {
    // SAFETY: forwarded from the caller.
    unsafe {
        if section.find(Kind::Cond, key).is_null() {
            // Relaxed: a hint, under the bucket lock (C-g).
            (*(key as *const AtomicU32)).store(0, Ordering::Relaxed);
        }
    }
}

/// Finds a waiter at `key`, takes it out, and wakes it or moves it to its mutex, in one section that holds
/// both buckets (R6). If it was moved, asleep, `then` runs in the same section. Returns whether there was
/// one.
///
/// # Safety
/// `find` returns a queued waiter of the bucket of `key`, or null, and may run again; `take` removes it
/// from its queue.
pub(super) unsafe fn take_and_place<K: Kernel>(
    key: usize,
    find: impl Fn(&Section<K>) -> *mut Waiter,
    take: impl FnOnce(&Section<K>, *mut Waiter),
    then: impl FnOnce(&Section<K>, *mut Waiter, &mut Batch),
) -> bool {
    let mut wakes = Batch::none();
    let mut section = Section::<K>::of_key(key);
    // SAFETY: under the bucket locks; members are valid (I1); a waiter proves its mutex alive (I4).
    unsafe {
        let top = loop {
            let top = find(&section);
            if top.is_null() {
                return false;
            }
            let lock = (*top).lock;
            // Relaxed: a look; `place` decides under the mutex's bucket.
            if lock.is_null() || word::is_free((*lock).load(Ordering::Relaxed)) || section.also(lock as usize)
            {
                break top;
            }
            // The lock order forbids to wait for the second bucket: both again, in order.
            drop(section);
            section = Section::<K>::of_keys(key, lock as usize);
            let again = find(&section);
            if !again.is_null() && (*again).lock == lock {
                break again;
            }
            drop(section);
            section = Section::<K>::of_key(key);
        };
        take(&section, top);
        if place(&section, top, &mut wakes) == Placed::Asleep {
            then(&section, top, &mut wakes);
        }
    }
    drop(section);
    wakes.make::<K>();
    true
}

/// A waiter that was taken out of its condvar or batch: to its mutex's queue if that is owned (R6), else
/// woken.
///
/// # Safety
/// The section holds the waiter's bucket and, unless its mutex is fixed or was free a moment ago, the
/// mutex's; the waiter is valid and in no queue.
pub(super) unsafe fn place<K: Kernel>(
    section: &Section<K>,
    waiter: *mut Waiter,
    wakes: &mut Batch,
) -> Placed {
    // SAFETY: as above.
    unsafe {
        let lock = (*waiter).lock;
        if lock.is_null() || !section.holds(lock as usize) || !is_owned_for((*waiter).class, lock) {
            wakes.mark(waiter, POPPED);
            return Placed::Woken;
        }
        let key = lock as usize;
        let ghost = (*waiter).class == Class::Kernel;
        (*waiter).kind = Kind::Mutex;
        (*waiter).ghost = ghost;
        (*waiter).node.ticket = 0;
        if ghost {
            (*waiter).node.prio = (*waiter).node.prio.max(Prio::HOLDER);
        }
        // R6, in this order: entered, key, and only then the state.
        section.bucket(key).insert(Kind::Mutex, key, waiter);
        // Relaxed: published by the bucket lock; the waiter re-reads it under that (I2).
        (*waiter).key.store(key, Ordering::Relaxed);
        if ghost {
            wakes.mark(waiter, GHOST);
            return Placed::Woken;
        }
        Placed::Asleep
    }
}

/// Where [`place`] sent a waiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placed {
    /// On its way: it may be gone already.
    Woken,
    /// In its mutex's queue.
    Asleep,
}

/// Whether the mutex is owned, and its owner's unlock will look at the queue.
///
/// # Safety
/// `lock` is alive, and its bucket held.
unsafe fn is_owned_for(class: Class, lock: *const AtomicU32) -> bool {
    // SAFETY: forwarded from the caller.
    unsafe {
        loop {
            // Relaxed: the exchange decides; the queue is published by the bucket lock.
            let now = (*lock).load(Ordering::Relaxed);
            if word::is_free(now) {
                return false;
            }
            if class == Class::Kernel
                || word::is_contended(now)
                || (*lock)
                    .compare_exchange(now, now | word::WAITERS, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
            {
                return true;
            }
        }
    }
}

/// Wakes every condvar waiter of a bucket: after more handlers' signals than could be noted. Spurious
/// wakes, which a condvar may have.
pub(crate) fn wake_all_in<K: Kernel>(bucket: &'static Bucket) {
    loop {
        let mut wakes = Batch::none();
        let section = Section::<K>::of(bucket);
        // SAFETY: under the bucket lock; members are valid (I1).
        unsafe {
            let mut top = section.first();
            while !top.is_null() && !wakes.is_full() {
                let next = (*top).header.next;
                if (*top).header.kind == Kind::Cond {
                    let key = (*top).header.id;
                    while !wakes.is_full() {
                        let waiter = section.find(Kind::Cond, key);
                        if waiter.is_null() {
                            break;
                        }
                        Bucket::remove(waiter);
                        clear_hint_if_empty(&section, key);
                        wakes.mark(waiter, POPPED);
                    }
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
