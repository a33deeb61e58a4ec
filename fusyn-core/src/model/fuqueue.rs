//! Bare queues: wait, wake, time-out and requeue; the bucket lock; two buckets at once.

use loom::sync::Arc;

use super::kernel::Model;
use super::{explore, thread};
use crate::fuqueue::{self, WaitError};
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::section::Section;

const ANY: u32 = u32::MAX;

fn key(word: &AtomicU32) -> usize {
    &raw const *word as usize
}

/// FQ: the waiter validates under the bucket lock; the waker changes the condition, then wakes.
#[test]
fn wake_is_never_lost() {
    explore(|| {
        let word = Arc::new(AtomicU32::new(0));
        let seen = word.clone();
        let waiter = thread(Prio::NORMAL, move || {
            // Relaxed: ordered by the bucket lock, or by the wake.
            let unset = || seen.load(Ordering::Relaxed) == 0;
            let result = fuqueue::wait::<Model>(key(&seen), unset, ANY, None);
            assert!(matches!(result, Ok(7) | Err(WaitError::Changed)), "{result:?}");
            assert_eq!(seen.load(Ordering::Relaxed), 1);
        });
        word.store(1, Ordering::Relaxed);
        let woken = fuqueue::wake::<Model>(key(&word), 1, ANY, 7);
        assert!(woken <= 1);
        waiter.join().unwrap();
    });
}

/// R4: a wake and a time-out at once: whoever was counted as woken returns so.
#[test]
fn wake_against_timeout_is_counted_once() {
    explore(|| {
        let word = Arc::new(AtomicU32::new(0));
        let (seen, woken) = (word.clone(), Arc::new(AtomicU32::new(0)));
        let count = woken.clone();
        let waiter = thread(Prio::NORMAL, move || {
            let deadline = Model::deadline();
            if fuqueue::wait::<Model>(key(&seen), || true, ANY, Some(&deadline)).is_ok() {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        let clock = thread(Prio::NORMAL, Model::expire);
        let n = fuqueue::wake::<Model>(key(&word), 1, ANY, 0) as u32;
        waiter.join().unwrap();
        clock.join().unwrap();
        assert_eq!(n, woken.load(Ordering::Relaxed));
    });
}

/// R6: two moves in opposite directions take two buckets each, and nobody is lost on the way.
#[test]
fn requeues_in_opposite_directions_do_not_deadlock() {
    explore(|| {
        let words = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let seen = words.clone();
        let back = thread(Prio::NORMAL, move || {
            fuqueue::requeue::<Model>(key(&seen[1]), key(&seen[0]), 1);
        });
        fuqueue::requeue::<Model>(key(&words[0]), key(&words[1]), 1);
        back.join().unwrap();
    });
}

/// A waiter that is moved while its time passes finds its bucket.
#[test]
fn requeued_waiter_times_out_from_its_new_queue() {
    explore(|| {
        let words = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let seen = words.clone();
        let waiter = thread(Prio::NORMAL, move || {
            let deadline = Model::deadline();
            let _ = fuqueue::wait::<Model>(key(&seen[0]), || true, ANY, Some(&deadline));
        });
        fuqueue::requeue::<Model>(key(&words[0]), key(&words[1]), 1);
        Model::expire();
        waiter.join().unwrap();
        assert_eq!(fuqueue::wake::<Model>(key(&words[0]), 1, ANY, 0), 0);
        assert_eq!(fuqueue::wake::<Model>(key(&words[1]), 1, ANY, 0), 0);
    });
}

/// The bucket lock excludes, also when it is waited for in the kernel.
#[test]
fn sections_exclude_each_other() {
    explore(|| {
        let inside = Arc::new(loom::cell::UnsafeCell::new(0u32));
        let word = Arc::new(AtomicU32::new(0));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (inside, word) = (Shared(inside.clone()), word.clone());
                thread(Prio::NORMAL, move || {
                    let inside = inside;
                    let section = Section::<Model>::of_key(key(&word));
                    // SAFETY: exclusive, as loom checks here.
                    inside.0.with_mut(|n| unsafe { *n += 1 });
                    drop(section);
                })
            })
            .collect();
        for t in threads {
            t.join().unwrap();
        }
    });
}

struct Shared(Arc<loom::cell::UnsafeCell<u32>>);
// SAFETY: reached inside a section only, which loom's cell checks.
unsafe impl Send for Shared {}
