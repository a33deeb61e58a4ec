//! A bucket's queues against a naive model after every step, and the table's own arithmetic.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};

use super::bucket::Bucket;
use super::{Extent, MAX_BUCKETS, spread};
use crate::limit::within;
use crate::plist;
use crate::prio::Prio;
use crate::waiter::{Kind, Waiter};

/// One step. Indices are taken modulo what is there; ids are few, so that queues grow.
#[derive(Clone, Copy, Debug)]
enum Op {
    Insert(Kind, usize, Prio),
    Remove(usize),
    /// A removed waiter comes back to where it stood, with its ticket.
    Return(usize),
    /// A condvar's queue becomes a batch.
    Detach(usize),
}

fn op() -> impl Strategy<Value = Op> {
    let kind = prop_oneof![1 => Just(Kind::Queue), 1 => Just(Kind::Mutex), 3 => Just(Kind::Cond)];
    let prio = prop_oneof![Just(Prio::NORMAL), Just(Prio::real_time(10)), Just(Prio::real_time(20))];
    prop_oneof![
        5 => (kind, 1..=3usize, prio).prop_map(|(kind, id, prio)| Op::Insert(kind, id, prio)),
        3 => any::<usize>().prop_map(Op::Remove),
        1 => any::<usize>().prop_map(Op::Return),
        1 => (1..=3usize).prop_map(Op::Detach),
    ]
}

type Place = (u32, usize);

fn place(kind: Kind, id: usize) -> Place {
    (kind as u32, id)
}

/// A bucket that one thread uses, and what must stand in it.
struct Checked {
    bucket: Bucket,
    queues: BTreeMap<Place, (Kind, Vec<*mut Waiter>)>,
    out: Vec<(Kind, usize, *mut Waiter)>,
}

impl Checked {
    fn new() -> Checked {
        Checked { bucket: Bucket::new(), queues: BTreeMap::new(), out: Vec::new() }
    }

    fn apply(&mut self, op: Op) {
        match op {
            Op::Insert(kind, id, prio) => {
                self.insert(kind, id, Box::into_raw(Box::new(Waiter::new(kind, 1, prio))));
            }
            Op::Return(i) if !self.out.is_empty() => {
                let (kind, id, waiter) = self.out.swap_remove(i % self.out.len());
                self.insert(kind, id, waiter);
            }
            Op::Remove(i) => self.remove(i),
            Op::Detach(id) => self.detach(id),
            Op::Return(_) => {}
        }
        self.check();
    }

    fn insert(&mut self, kind: Kind, id: usize, waiter: *mut Waiter) {
        // SAFETY: the bucket is this thread's alone; waiters live until `self` is dropped.
        unsafe { self.bucket.insert(kind, id, waiter) };
        let (_, queue) = self.queues.entry(place(kind, id)).or_insert((kind, Vec::new()));
        queue.push(waiter);
        queue.sort_by(|a, b| (prio_of(*b), ticket_of(*a)).cmp(&(prio_of(*a), ticket_of(*b))));
    }

    fn remove(&mut self, i: usize) {
        let members = |(&(_, id), (kind, queue)): (&Place, &(Kind, Vec<_>))| {
            let kind = *kind;
            queue.iter().map(|waiter| (kind, id, *waiter)).collect::<Vec<_>>()
        };
        let all: Vec<_> = self.queues.iter().flat_map(members).collect();
        if all.is_empty() {
            return;
        }
        let (kind, id, waiter) = all[i % all.len()];
        // SAFETY: as in `insert`; the waiter is queued.
        unsafe { Bucket::remove(waiter) };
        let (_, queue) = self.queues.get_mut(&place(kind, id)).expect("its queue");
        queue.retain(|member| *member != waiter);
        if queue.is_empty() {
            self.queues.remove(&place(kind, id));
        }
        if kind != Kind::Batch {
            self.out.push((kind, id, waiter));
        } else {
            // SAFETY: in no queue and in no list.
            drop(unsafe { Box::from_raw(waiter) });
        }
    }

    fn detach(&mut self, id: usize) {
        let Some((_, queue)) = self.queues.remove(&place(Kind::Cond, id)) else { return };
        // SAFETY: as in `insert`; the first is the queue's top.
        let number = unsafe { self.bucket.detach_as_batch(queue[0]) };
        let before = self.queues.insert(place(Kind::Batch, number), (Kind::Batch, queue));
        assert!(before.is_none(), "the number of another batch");
    }

    fn check(&self) {
        let mut tops = self.tops();
        for (&(_, id), (kind, queue)) in &self.queues {
            // SAFETY: as in `insert`.
            let found = unsafe { self.bucket.find(*kind, id) };
            assert_eq!(found, queue[0], "{kind:?} {id}");
            assert_eq!(members(found), *queue, "{kind:?} {id}");
            tops.retain(|top| *top != found);
            assert!(queue[1..].iter().all(|member| slot_of(*member).is_null()), "one top each");
        }
        assert!(tops.is_empty(), "a queue that nobody made");
        for (_, _, waiter) in &self.out {
            assert!(slot_of(*waiter).is_null(), "a removed waiter is a top");
        }
    }

    /// Every queue's top, by the bucket's chain; each must be pointed to from where it says.
    fn tops(&self) -> Vec<*mut Waiter> {
        let mut tops = Vec::new();
        // SAFETY: as in `insert`.
        unsafe {
            let mut top = self.bucket.first();
            while !top.is_null() {
                assert_eq!(*(*top).header.slot, top);
                assert!(tops.len() < self.queues.len(), "the chain does not end");
                tops.push(top);
                top = (*top).header.next;
            }
        }
        tops
    }
}

impl Drop for Checked {
    fn drop(&mut self) {
        let queued = self.queues.values().flat_map(|(_, queue)| queue.iter().copied());
        for waiter in queued.chain(self.out.iter().map(|(_, _, waiter)| *waiter)) {
            // SAFETY: made by `Box::into_raw`, and listed once.
            drop(unsafe { Box::from_raw(waiter) });
        }
    }
}

fn members(top: *mut Waiter) -> Vec<*mut Waiter> {
    let (mut all, mut waiter) = (Vec::new(), top);
    loop {
        all.push(waiter);
        // SAFETY: a member of a queue whose members are alive.
        waiter = unsafe { plist::next(waiter.cast()) }.cast();
        if waiter == top {
            return all;
        }
    }
}

fn slot_of(waiter: *mut Waiter) -> *mut *mut Waiter {
    // SAFETY: the tests' waiters live as long as their bucket.
    unsafe { (*waiter).header.slot }
}

fn prio_of(waiter: *mut Waiter) -> Prio {
    // SAFETY: as `slot_of`.
    unsafe { (*waiter).node.prio }
}

fn ticket_of(waiter: *mut Waiter) -> u64 {
    // SAFETY: as `slot_of`.
    unsafe { (*waiter).node.ticket }
}

#[test]
fn queues_of_one_bucket_do_not_touch_each_other() {
    within(20, || {
        let config = ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() };
        proptest!(config, |(ops in vec(op(), 1..120))| {
            let mut bucket = Checked::new();
            for op in ops {
                bucket.apply(op);
            }
        });
    });
}

/// Rule R9: who comes after a broadcast is not of its batch, whatever stood at the key before.
#[test]
fn detached_queue_is_not_found_by_its_key() {
    within(20, || {
        let mut bucket = Checked::new();
        for _ in 0..3 {
            bucket.apply(Op::Insert(Kind::Cond, 1, Prio::NORMAL));
        }
        bucket.apply(Op::Detach(1));
        // SAFETY: the bucket is this thread's alone.
        assert!(unsafe { bucket.bucket.find(Kind::Cond, 1) }.is_null());
        bucket.apply(Op::Insert(Kind::Cond, 1, Prio::NORMAL));
        // SAFETY: as above.
        let top = unsafe { bucket.bucket.find(Kind::Cond, 1) };
        assert_eq!(members(top).len(), 1);
        // SAFETY: as above.
        let birth = unsafe { (*top).header.birth };
        let batch = bucket.queues.values().find(|(kind, _)| *kind == Kind::Batch).expect("the batch");
        assert!(batch.1.iter().all(|member| ticket_of(*member) < birth));
    });
}

#[test]
fn extent_keeps_address_and_size_apart() {
    within(20, || {
        let first = Box::into_raw(Box::new(Bucket::new()));
        let mut count = 2;
        while count <= MAX_BUCKETS {
            let extent = Extent::new(first, count);
            assert_eq!((extent.first(), extent.len()), (first, count));
            assert!(!extent.is_none());
            count *= 2;
        }
        // SAFETY: made by `Box::into_raw`.
        drop(unsafe { Box::from_raw(first) });
        let none = Extent(core::ptr::null_mut());
        assert!(none.is_none());
        assert_eq!(none.len(), 0);
    });
}

/// Neighbouring words, mutexes, and cache lines must not fall into few buckets.
#[test]
fn keys_at_regular_distances_spread() {
    within(20, || {
        let log2 = 9;
        for distance in [4, 8, 24, 40, 48, 64, 96, 128, 4096, 65536] {
            let mut hits = vec![0u32; 1 << log2];
            for i in 0..1 << log2 {
                hits[(spread(0x7f12_3456_7000 + i * distance) >> (u64::BITS - log2)) as usize] += 1;
            }
            let fullest = hits.iter().max().copied().unwrap_or(0);
            assert!(fullest <= 4, "{fullest} of 512 keys in one bucket of 512, {distance} bytes apart");
        }
    });
}
