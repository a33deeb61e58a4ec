//! Read-write locks: exclusion, no lost wake-up with time-outs, the order in which a release serves.

use loom::cell::UnsafeCell;
use loom::sync::Arc;

use super::kernel::Model;
use super::{explore, thread};
use crate::prio::Prio;
use crate::rwlock::{self, Access, Preference, RwError};
use crate::sync::{AtomicU32, Ordering};

struct Shared {
    word: AtomicU32,
    preference: Preference,
    data: UnsafeCell<u32>,
    /// Who went in, two decimal digits each.
    order: AtomicU32,
}

// SAFETY: `data` is reached under the lock, which loom's cell checks.
unsafe impl Sync for Shared {}
// SAFETY: as above.
unsafe impl Send for Shared {}

impl Shared {
    fn new(preference: Preference) -> Arc<Shared> {
        Arc::new(Shared {
            word: AtomicU32::new(0),
            preference,
            data: UnsafeCell::new(0),
            order: AtomicU32::new(0),
        })
    }

    fn lock(&self, access: Access, timed: bool) -> Result<(), RwError> {
        let word = &raw const self.word;
        let deadline = timed.then(Model::deadline);
        // SAFETY: alive while `self` is borrowed.
        unsafe {
            let fast = match access {
                Access::Read => rwlock::read_fast::<Model>(word),
                Access::Write => rwlock::write_fast(word),
            };
            if fast {
                return Ok(());
            }
            rwlock::lock_slow::<Model>(word, access, self.preference, deadline.as_ref())
        }
    }

    fn unlock(&self, access: Access) {
        let word = &raw const self.word;
        // SAFETY: alive while `self` is borrowed; the caller holds it.
        unsafe {
            match access {
                Access::Read => {
                    rwlock::forget::<Model>(word as usize);
                    if rwlock::was_last(rwlock::leave(word)) {
                        rwlock::serve_or_defer::<Model>(word as usize);
                    }
                }
                Access::Write => {
                    if !rwlock::write_unlock_fast(word) {
                        rwlock::write_unlock_slow::<Model>(word);
                    }
                }
            }
        }
    }

    /// Reads or writes the data under the lock, which loom checks; false if the time passed.
    fn visit(&self, access: Access, timed: bool) -> bool {
        match self.lock(access, timed) {
            Err(RwError::TimedOut) if timed => return false,
            result => result.unwrap(),
        }
        self.touch(access);
        self.unlock(access);
        true
    }

    fn touch(&self, access: Access) {
        match access {
            // SAFETY: nobody writes, as loom checks here.
            Access::Read => self.data.with(|data| assert!(unsafe { *data } < 10)),
            // SAFETY: exclusive, as loom checks here.
            Access::Write => self.data.with_mut(|data| unsafe { *data += 1 }),
        }
    }

    /// Like [`visit`](Self::visit), and notes the visitor.
    fn note(&self, access: Access, who: u32) {
        self.lock(access, false).unwrap();
        self.touch(access);
        // Relaxed: only counted; a writer is alone.
        let _ = self.order.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| Some(n * 100 + who));
        self.unlock(access);
    }

    /// Nobody is left in it, and it still works.
    fn check_free(&self) {
        assert!(self.visit(Access::Write, false));
        assert!(rwlock::is_free(self.word.load(Ordering::Relaxed)));
    }
}

fn run(preference: Preference, visits: &'static [(Prio, Access, bool)], expire: bool) {
    run_rounds(1, preference, visits, expire);
}

fn run_rounds(rounds: u32, preference: Preference, visits: &'static [(Prio, Access, bool)], expire: bool) {
    explore(move || {
        let shared = Shared::new(preference);
        let threads: Vec<_> = visits
            .iter()
            .map(|&(prio, access, timed)| {
                let shared = shared.clone();
                thread(prio, move || {
                    for _ in 0..rounds {
                        shared.visit(access, timed);
                    }
                })
            })
            .collect();
        shared.visit(Access::Write, false);
        if rounds > 1 {
            shared.visit(Access::Write, false);
        }
        if expire {
            Model::expire();
        }
        threads.into_iter().for_each(|t| t.join().unwrap());
        shared.check_free();
    });
}

const N: Prio = Prio::NORMAL;
const HIGH: Prio = Prio::real_time(20);
const LOW: Prio = Prio::real_time(10);

/// Readers and writers exclude each other, and everybody gets in.
#[test]
fn readers_and_writers_exclude_each_other() {
    run(Preference::Readers, &[(N, Access::Read, false), (N, Access::Write, false)], false);
    run(Preference::Writers, &[(N, Access::Read, false), (N, Access::Write, false)], false);
}

/// Three writers, one of which is overtaken as often as that is allowed: whoever then waits on a free lock
/// sees that somebody is served.
#[test]
fn overtaken_writers_all_go_in() {
    run_rounds(2, Preference::Readers, &[(N, Access::Write, false), (N, Access::Write, false)], false);
}

/// A writer that was woken to compete comes when the lock is free, but the other one, who lost more often, stands
/// first now and must go before it: nobody else is on the way to serve that one.
#[test]
fn popped_writer_that_queues_on_a_free_lock_serves_the_other() {
    explore(|| {
        let shared = Shared::new(Preference::Readers);
        shared.lock(Access::Write, false).unwrap();
        let writers = [(), ()].map(|()| {
            let shared = shared.clone();
            thread(N, move || {
                shared.visit(Access::Write, false);
            })
        });
        while Model::sleepers() < 2 {
            loom::thread::yield_now();
        }
        shared.unlock(Access::Write);
        for _ in 0..3 {
            shared.visit(Access::Write, false);
        }
        writers.into_iter().for_each(|t| t.join().unwrap());
        shared.check_free();
    });
}

/// The same with real-time waiters, who are handed the lock.
#[test]
fn real_time_waiters_are_handed_the_lock() {
    run(Preference::Readers, &[(HIGH, Access::Write, false), (LOW, Access::Read, false)], false);
}

/// Two readers wait for one writer: both go in.
#[test]
fn readers_go_in_together() {
    run(Preference::Readers, &[(N, Access::Read, false), (N, Access::Read, false)], false);
}

/// R4: a writer whose time passes leaves nobody behind, whatever it was told meanwhile.
#[test]
fn timed_out_writer_strands_nobody() {
    run(Preference::Readers, &[(N, Access::Write, true), (N, Access::Read, false)], true);
    run(Preference::Writers, &[(N, Access::Write, true), (N, Access::Read, false)], true);
    run(Preference::Readers, &[(HIGH, Access::Write, true), (LOW, Access::Read, false)], true);
}

/// R4: the same for a reader before a writer.
#[test]
fn timed_out_reader_strands_nobody() {
    run(Preference::Readers, &[(N, Access::Read, true), (N, Access::Write, false)], true);
}

/// A reader waits behind a writer who waits for the caller's read lock; the writer gives up.
#[test]
fn reader_behind_a_writer_that_gives_up_goes_in() {
    explore(|| {
        let shared = Shared::new(Preference::Writers);
        shared.lock(Access::Read, false).unwrap();
        let (one, two) = (shared.clone(), shared.clone());
        let writer = thread(N, move || {
            one.visit(Access::Write, true);
        });
        let reader = thread(N, move || {
            assert!(two.visit(Access::Read, false));
        });
        Model::expire();
        reader.join().unwrap();
        shared.unlock(Access::Read);
        writer.join().unwrap();
        shared.check_free();
    });
}

/// Who reads already is let in past a queued writer, of any priority.
#[test]
fn recursive_reader_never_waits_behind_a_writer() {
    explore(|| {
        let shared = Shared::new(Preference::Writers);
        shared.lock(Access::Read, false).unwrap();
        let other = shared.clone();
        let writer = thread(HIGH, move || {
            other.visit(Access::Write, false);
        });
        shared.lock(Access::Read, false).unwrap();
        shared.touch(Access::Read);
        shared.unlock(Access::Read);
        shared.unlock(Access::Read);
        writer.join().unwrap();
        shared.check_free();
    });
}

/// A release serves the higher one first, whoever came first, if both are queued.
#[test]
fn release_serves_by_priority() {
    explore(|| {
        let shared = Shared::new(Preference::Readers);
        shared.lock(Access::Write, false).unwrap();
        let visitors = [(LOW, Access::Read, 1), (LOW, Access::Write, 2)].map(|(prio, access, who)| {
            let shared = shared.clone();
            thread(prio, move || shared.note(access, who))
        });
        let both_queued = Model::sleepers() == 2;
        shared.unlock(Access::Write);
        visitors.into_iter().for_each(|t| t.join().unwrap());
        let order = shared.order.load(Ordering::Relaxed);
        assert!(order == 201 || (order == 102 && !both_queued), "{order}");
        shared.check_free();
    });
}
