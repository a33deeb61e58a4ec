//! A broadcast's batch, and the duty of its carrier (R9).
//!
//! A batch is a queue of kind `Batch` in its condvar's bucket, known by its number alone: the condvar's
//! key does not find it, so later waits and signals, or another condvar at the same address, never see
//! it. Its carrier is the member in line for the mutex; on its way out of the wait, mutex acquired, it
//! brings the next one, who carries from then on. A member that times out or is cancelled unlinks itself
//! and carries nothing.

use core::cell::Cell;
use core::ptr::null_mut;

use super::signal::{Batch, Placed, clear_hint_if_empty, place, take_and_place};
use super::wait::Waiting;
use crate::kernel::Kernel;
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{Class, Kind, Waiter};

/// Detaches the condvar's queue as a batch and sends its top member on its way, in one section. If the
/// members name different mutexes, does nothing and returns a ticket that none of them has reached.
pub(super) fn start<K: Kernel>(key: usize) -> Option<u64> {
    let (batch, mixed) = (Cell::new(0), Cell::new(None));
    // SAFETY: the closures run under the bucket lock; members are valid (I1) and prove the condvar alive (I4).
    unsafe {
        take_and_place::<K>(
            key,
            |section| {
                let top = section.find(Kind::Cond, key);
                if top.is_null() || !(*top).header.mixed {
                    return top;
                }
                mixed.set(Some(section.next_ticket()));
                null_mut()
            },
            |section, top| {
                batch.set(section.detach_as_batch(top));
                clear_hint_if_empty(section, key);
                give_duty(section, key, batch.get(), top);
            },
            |section, last, wakes| follow(section, key, batch.get(), last, wakes),
        );
    }
    mixed.get()
}

/// The duty of a thread that comes back from a wait with the mutex acquired (or given up): if it carries
/// a batch, brings the next member.
///
/// # Safety
/// After [`Waiting::settle`] or [`Waiting::cancel`]; on every way out of the wait.
#[inline]
pub unsafe fn carry<K: Kernel>(this: *mut Waiting) {
    let me = Waiting::waiter(this);
    // SAFETY: the caller's own waiter, in no queue: nobody else writes it (I2).
    let (key, batch) = unsafe { ((*me).batch_key, (*me).batch) };
    if batch != 0 {
        bring::<K>(key, batch);
    }
}

/// Takes the batch's top member out, makes it the carrier, and sends it to its mutex. If it went to the
/// mutex's queue, asleep, a few more follow in the same section, and the last one carries.
#[inline(never)]
pub(crate) fn bring<K: Kernel>(key: usize, batch: usize) {
    // SAFETY: the closures run under the bucket lock; members are valid (I1).
    unsafe {
        take_and_place::<K>(
            key,
            |section| section.find(Kind::Batch, batch),
            |section, top| give_duty(section, key, batch, top),
            |section, last, wakes| follow(section, key, batch, last, wakes),
        );
    }
}

/// Members that one section moves at most; few in a model, so that a batch of three outlasts it.
const FOLLOWERS: usize = if cfg!(loom) { 1 } else { 7 };

/// Takes the batch's top member out and makes it the carrier of the rest, if there is one.
///
/// # Safety
/// The section holds the batch's bucket, and `top` is its top.
unsafe fn give_duty<K: Kernel>(section: &Section<K>, key: usize, batch: usize, top: *mut Waiter) {
    // SAFETY: under the bucket lock; members are valid (I1).
    unsafe {
        Bucket::remove(top);
        let rest = section.find(Kind::Batch, batch);
        if !rest.is_null() {
            (*top).batch = batch;
            (*top).batch_key = key;
            (*rest).header.carrier = (*top).tid;
        }
    }
}

/// Moves more members behind the carrier, which is asleep in the mutex's queue, and passes its duty on to
/// the last of them.
///
/// # Safety
/// The section holds the batch's bucket and the mutex's; `carrier` stands in the mutex's queue.
unsafe fn follow<K: Kernel>(
    section: &Section<K>,
    key: usize,
    batch: usize,
    mut carrier: *mut Waiter,
    wakes: &mut Batch,
) {
    // SAFETY: under both bucket locks; members are valid (I1), also the carrier, which nobody can pop now.
    unsafe {
        for _ in 0..FOLLOWERS {
            let next = section.find(Kind::Batch, batch);
            if next.is_null() || (*next).lock != (*carrier).lock || (*next).class != Class::Lazy {
                return;
            }
            (*carrier).batch = 0;
            give_duty(section, key, batch, next);
            if place(section, next, wakes) == Placed::Woken {
                return;
            }
            carrier = next;
        }
    }
}
