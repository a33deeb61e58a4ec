//! Waking and moving a fuqueue's waiters.

use super::PER_SECTION;
use crate::kernel::Kernel;
use crate::local;
use crate::park::Wakes;
use crate::plist;
use crate::sync::Ordering;
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{Kind, POPPED, Waiter};

/// Wakes up to `count` waiters of `key` that share a bit with `bits`, highest priority first; each returns
/// `code`. Returns how many.
///
/// # Blocking
/// Takes the bucket's lock for a moment.
/// # Priority
/// Highest first, FIFO among equals; who queues during the call is not woken by it.
/// # Signal safety
/// Not async-signal-safe; from a handler that interrupted fusyn it wakes nobody and returns 0.
pub fn wake<K: Kernel>(key: usize, count: usize, bits: u32, code: i32) -> usize {
    if local::must_defer::<K>() {
        return 0;
    }
    let mut woken = 0;
    let mut before = u64::MAX;
    while woken < count {
        let mut wakes = Wakes::<PER_SECTION>::none();
        let section = Section::<K>::of_key(key);
        let mut popped = 0;
        // SAFETY: under the bucket lock; members are valid (I1).
        unsafe {
            if before == u64::MAX {
                before = section.next_ticket();
            }
            while popped < PER_SECTION && woken + popped < count {
                let waiter = first_match(section.find(Kind::Queue, key), before, bits);
                if waiter.is_null() {
                    break;
                }
                Bucket::remove(waiter);
                (*waiter).code = code;
                wakes.mark(waiter, POPPED);
                popped += 1;
            }
        }
        drop(section);
        wakes.make::<K>();
        woken += popped;
        if popped < PER_SECTION {
            break;
        }
    }
    woken
}

/// The first member in queue order that queued before a ticket was drawn and shares a bit.
///
/// # Safety
/// `top` is null or a queue's top, its bucket held.
unsafe fn first_match(top: *mut Waiter, before: u64, bits: u32) -> *mut Waiter {
    let mut waiter = top;
    // SAFETY: members are valid (I1), under the bucket lock.
    unsafe {
        while !waiter.is_null() && ((*waiter).node.ticket >= before || (*waiter).bits & bits == 0) {
            waiter = plist::next(waiter.cast()).cast();
            if waiter == top {
                return core::ptr::null_mut();
            }
        }
    }
    waiter
}

/// Moves up to `count` waiters of `from` to `to`, highest priority first, asleep; returns how many.
///
/// # Blocking
/// Takes both buckets' locks for a moment.
/// # Priority
/// A moved waiter stands behind its equals at `to`.
/// # Signal safety
/// As [`wake`].
pub fn requeue<K: Kernel>(from: usize, to: usize, count: usize) -> usize {
    if local::must_defer::<K>() || from == to {
        return 0;
    }
    let mut moved = 0;
    let mut before = u64::MAX;
    while moved < count {
        let section = Section::<K>::of_keys(from, to);
        let mut now = 0;
        // SAFETY: under both bucket locks; members are valid (I1).
        unsafe {
            if before == u64::MAX {
                before = section.bucket(from).next_ticket();
            }
            while now < PER_SECTION && moved + now < count {
                let waiter = first_match(section.bucket(from).find(Kind::Queue, from), before, u32::MAX);
                if waiter.is_null() {
                    break;
                }
                Bucket::remove(waiter);
                (*waiter).node.ticket = 0;
                section.bucket(to).insert(Kind::Queue, to, waiter);
                // Relaxed: published by the bucket lock (R6: key last).
                (*waiter).key.store(to, Ordering::Relaxed);
                now += 1;
            }
        }
        drop(section);
        moved += now;
        if now < PER_SECTION {
            break;
        }
    }
    moved
}
