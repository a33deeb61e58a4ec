//! A thread's priority has changed while it may be waiting.
//!
//! Only changes that fusyn is told of are seen; a parked thread that is changed from outside (chrt)
//! keeps its place until it blocks again.

use crate::condvar;
use crate::fulock;
use crate::kernel::Kernel;
use crate::park::Wakes;
use crate::plist;
use crate::prio::Prio;
use crate::rwlock;
use crate::sync::Ordering;
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{CONVERT, Class, Kind, POPPED, Waiter};

/// Puts a waiting thread where its new priority belongs; call it after the change was made.
///
/// Looks at every bucket, one after the other: setters are rare, and no registry is needed (P3).
///
/// # Blocking
/// Takes each bucket's lock for a moment. Never waits for the thread.
/// # Priority
/// A raised waiter goes behind its new equals, as POSIX asks of `pthread_setschedprio`; on an inheriting
/// lock it goes on in the kernel and boosts the owner.
/// # Signal safety
/// Not async-signal-safe.
pub fn priority_changed<K: Kernel>(tid: u32, prio: Prio) {
    let table = K::table();
    // Release: pairs with the Acquire in `try_or_queue`: a waiter that queues after this sees either the
    // new priority or this count; one that queued before is found below, by its bucket's lock. If there is
    // no table yet, `all` orders this before the one that is to come.
    table.sched_gen.fetch_add(1, Ordering::Release);
    // A signal may move a waiter to a bucket that was looked at already (R6). It moves once at most, so the
    // second look finds it; if it has gone on to another wait since, that one knows the new priority.
    if !resort_everywhere::<K>(tid, prio) {
        resort_everywhere::<K>(tid, prio);
    }
    // Whoever waits at a barrier stands in the kernel's queue; after the buckets, for their locks' order.
    table.rounds.queue_again::<K>(tid);
}

/// Looks once at every bucket; returns whether the thread was found.
fn resort_everywhere<K: Kernel>(tid: u32, prio: Prio) -> bool {
    let mut found = false;
    for bucket in K::table().all() {
        let mut wakes = Wakes::<1>::none();
        let mut serve = None;
        let bring;
        let section = Section::<K>::of(bucket);
        // SAFETY: under the bucket lock; members are valid (I1).
        unsafe {
            if let Some((waiter, top)) = find_thread(&section, tid) {
                found = true;
                if (*top).header.kind == Kind::RwLock {
                    serve = Some((*top).header.id);
                }
                move_waiter::<K>(&section, waiter, top, prio, &mut wakes);
            }
            bring = outranked_carrier(&section, tid, prio);
        }
        drop(section);
        wakes.make::<K>();
        if let Some(key) = serve {
            rwlock::serve_key::<K>(key); // a reader that was raised above a writer may go in
        }
        if let Some((key, batch)) = bring {
            condvar::bring::<K>(key, batch);
        }
    }
    found
}

/// The thread's waiter in this bucket, and its queue's top.
///
/// # Safety
/// The section holds the bucket.
unsafe fn find_thread<K: Kernel>(section: &Section<K>, tid: u32) -> Option<(*mut Waiter, *mut Waiter)> {
    // SAFETY: under the bucket lock; members are valid (I1).
    unsafe {
        let mut top = section.first();
        while !top.is_null() {
            let mut waiter = top;
            loop {
                if (*waiter).tid == tid {
                    return Some((waiter, top));
                }
                waiter = plist::next(waiter.cast()).cast();
                if waiter == top {
                    break;
                }
            }
            top = (*top).header.next;
        }
        None
    }
}

/// A batch that the thread carries, if its top member now goes before the thread: it must not wait for a
/// carrier that lower ones keep from running (C-c, R9).
///
/// # Safety
/// As [`find_thread`].
unsafe fn outranked_carrier<K: Kernel>(section: &Section<K>, tid: u32, prio: Prio) -> Option<(usize, usize)> {
    // SAFETY: under the bucket lock; members are valid (I1).
    unsafe {
        let mut top = section.first();
        while !top.is_null() {
            let header = (*top).header;
            if header.kind == Kind::Batch && header.carrier == tid && (*top).node.prio > prio {
                // Relaxed: under the bucket lock.
                return Some(((*top).key.load(Ordering::Relaxed), header.id));
            }
            top = header.next;
        }
        None
    }
}

/// # Safety
/// As [`find_thread`], which gave `waiter` and `top`.
unsafe fn move_waiter<K: Kernel>(
    section: &Section<K>,
    waiter: *mut Waiter,
    top: *mut Waiter,
    prio: Prio,
    wakes: &mut Wakes<1>,
) {
    // SAFETY: under the bucket lock; members are valid (I1).
    unsafe {
        let (kind, id) = ((*top).header.kind, (*top).header.id);
        let class = fulock::class_of((*waiter).policy, prio, false);
        if kind == Kind::Batch && prio.is_real_time() {
            // R9: taken out at once; it has been broadcast to, and locks for itself, boosting.
            Bucket::remove(waiter);
            return wakes.mark(waiter, POPPED);
        }
        if kind == Kind::Mutex && !(*waiter).ghost && class == Class::Kernel {
            Bucket::remove(waiter); // R8 (a)
            return wakes.mark(waiter, CONVERT);
        }
        let single = plist::is_alone(waiter.cast());
        (*waiter).node.prio = match kind {
            Kind::RwLock => rwlock::rank(prio, (*waiter).bits),
            _ if (*waiter).ghost => prio.max(Prio::HOLDER),
            _ => prio,
        };
        if kind == Kind::Cond && class == Class::Kernel {
            (*waiter).class = Class::Kernel;
        }
        if single {
            return;
        }
        let header = (*top).header;
        Bucket::remove(waiter);
        if kind != Kind::Batch && !header.mixed {
            // Behind its new equals. Where a ticket tells whom a broadcast means, it stays: in a batch, and
            // at a condvar whose waiters are signalled one by one (R9).
            (*waiter).node.ticket = 0;
        }
        section.insert(kind, id, waiter);
        let new_top = section.find(kind, id);
        (*new_top).header.mixed = header.mixed;
    }
}
