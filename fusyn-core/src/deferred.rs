//! What signal handlers noted while their thread was inside a bucket, done when it has left.

use crate::condvar;
use crate::fulock;
use crate::kernel::Kernel;
use crate::local::What;
use crate::rwlock;
use crate::semaphore;
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::Kind;

pub(crate) fn perform<K: Kernel>(what: What, key: usize) {
    match what {
        What::Settle => fulock::settle_key::<K>(key),
        What::Signal => condvar::signal_key::<K>(key),
        What::Broadcast => condvar::broadcast_key::<K>(key),
        What::Serve => rwlock::serve_key::<K>(key),
        What::Post => semaphore::wake_key::<K>(key),
    }
}

/// More was noted than there are slots: every mutex is settled, every read-write lock served, every
/// condvar waiter woken, and as many waiters of each semaphore as its value allows, which covers whatever it
/// was (P7).
pub(crate) fn perform_all<K: Kernel>() {
    for bucket in K::table().all() {
        condvar::wake_all_in::<K>(bucket);
        semaphore::wake_all_in::<K>(bucket);
        fulock::settle_all_in::<K>(bucket);
        serve_all_in::<K>(bucket);
    }
}

/// Serves every read-write lock of a bucket, in the order of their addresses: a queue that is served may go,
/// so that places in the chain mean nothing from one section to the next.
fn serve_all_in<K: Kernel>(bucket: &'static Bucket) {
    let mut served = 0;
    while let Some(key) = next_rwlock::<K>(bucket, served) {
        rwlock::serve_key::<K>(key);
        served = key;
    }
}

/// The lowest key above `after` of a read-write lock that somebody waits for.
fn next_rwlock<K: Kernel>(bucket: &'static Bucket, after: usize) -> Option<usize> {
    let section = Section::<K>::of(bucket);
    let mut lowest = None;
    // SAFETY: under the bucket lock; tops are valid (I1).
    unsafe {
        let mut top = section.first();
        while !top.is_null() {
            let header = (*top).header;
            if header.kind == Kind::RwLock && header.id > after && lowest.is_none_or(|id| header.id < id) {
                lowest = Some(header.id);
            }
            top = header.next;
        }
    }
    lowest
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::thread;

    use crate::fulock::{Policy, lock_slow};
    use crate::kernel::{Kernel, Linux};
    use crate::limit::within;
    use crate::local::{self, What};
    use crate::sync::{AtomicU32, Ordering};
    use crate::table::section::Section;
    use crate::waiter::Kind;

    /// `count` lock words of one bucket.
    fn of_one_bucket(count: usize) -> Vec<&'static AtomicU32> {
        let words: &'static [AtomicU32] =
            Box::leak((0..1 << 16).map(|_| AtomicU32::new(0)).collect::<Vec<_>>().into_boxed_slice());
        let bucket =
            |word: &AtomicU32| core::ptr::from_ref(Linux::table().bucket((&raw const *word) as usize));
        let first = bucket(&words[0]);
        let found: Vec<_> = words.iter().filter(|word| bucket(word) == first).take(count).collect();
        assert_eq!(found.len(), count);
        found
    }

    fn is_queued(word: &AtomicU32) -> bool {
        let key = (&raw const *word) as usize;
        // SAFETY: the section holds the bucket.
        unsafe { !Section::<Linux>::of_key(key).find(Kind::Mutex, key).is_null() }
    }

    /// A thread waits for each of the words, which are then free, as after unlocks in a handler.
    fn released_behind_waiters(count: usize, tell: impl FnOnce(&[&'static AtomicU32]) + Send + 'static) {
        within(20, move || {
            let words = of_one_bucket(count);
            let waiters: Vec<_> = words
                .iter()
                .map(|&word| {
                    word.store(Linux::tid(), Ordering::Relaxed);
                    // SAFETY: a live word.
                    let waiter =
                        thread::spawn(move || unsafe { lock_slow::<Linux>(word, Policy::NONE, None) });
                    while !is_queued(word) {
                        thread::yield_now();
                    }
                    waiter
                })
                .collect();
            for word in &words {
                word.store(0, Ordering::Relaxed);
            }
            tell(&words);
            for waiter in waiters {
                assert_eq!(waiter.join().expect("a waiter"), Ok(()));
            }
        });
    }

    #[test]
    fn every_mutex_of_a_bucket_is_settled() {
        released_behind_waiters(20, |_| super::perform_all::<Linux>());
    }

    #[test]
    fn more_notes_than_slots_lose_nothing() {
        for count in [1, 8, 9, 30] {
            released_behind_waiters(count, |words| {
                let local = Linux::local();
                local::enter(local);
                for &word in words {
                    local::defer::<Linux>(What::Settle, (&raw const *word) as usize);
                }
                local::leave::<Linux>(local);
            });
        }
    }
}
