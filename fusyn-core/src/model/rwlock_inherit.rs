//! Read-write locks whose writer inherits: exclusion, no lost wake-up at the gate or of a draining writer.

use loom::cell::UnsafeCell;
use loom::sync::Arc;

use super::kernel::Model;
use super::{explore, thread};
use crate::prio::Prio;
use crate::rwlock::inherit::{self, Parts};
use crate::rwlock::{self, Access, Preference, RwError, WRITER};
use crate::sync::{AtomicU32, Ordering};

struct Shared {
    word: AtomicU32,
    gate: AtomicU32,
    drain: AtomicU32,
    data: UnsafeCell<u32>,
}

// SAFETY: `data` is reached under the lock, which loom's cell checks.
unsafe impl Sync for Shared {}
// SAFETY: as above.
unsafe impl Send for Shared {}

impl Shared {
    fn new() -> Arc<Shared> {
        Arc::new(Shared {
            word: AtomicU32::new(0),
            gate: AtomicU32::new(0),
            drain: AtomicU32::new(0),
            data: UnsafeCell::new(0),
        })
    }

    fn parts(&self) -> Parts {
        Parts {
            word: &raw const self.word,
            gate: &raw const self.gate,
            drain: &raw const self.drain,
            preference: Preference::Readers,
        }
    }

    fn lock(&self, access: Access, timed: bool) -> Result<(), RwError> {
        let deadline = timed.then(Model::deadline);
        // SAFETY: alive while `self` is borrowed.
        unsafe {
            if access == Access::Read && rwlock::read_fast::<Model>(&raw const self.word) {
                return Ok(());
            }
            inherit::lock::<Model>(self.parts(), access, deadline.as_ref())
        }
    }

    fn unlock(&self, access: Access) {
        let word = &raw const self.word;
        // SAFETY: alive while `self` is borrowed; the caller holds it.
        unsafe {
            match access {
                Access::Read => {
                    rwlock::forget::<Model>(word as usize);
                    inherit::read_unlock::<Model>(self.parts());
                }
                Access::Write => inherit::write_unlock::<Model>(self.parts()),
            }
        }
    }

    fn touch(&self, access: Access) {
        match access {
            // SAFETY: nobody writes, as loom checks here.
            Access::Read => self.data.with(|data| assert!(unsafe { *data } < 10)),
            // SAFETY: exclusive, as loom checks here.
            Access::Write => self.data.with_mut(|data| unsafe { *data += 1 }),
        }
    }

    /// Reads or writes the data under the lock; false if the time passed.
    fn visit(&self, access: Access, timed: bool) -> bool {
        match self.lock(access, timed) {
            Err(RwError::TimedOut) if timed => return false,
            result => result.unwrap(),
        }
        self.touch(access);
        self.unlock(access);
        true
    }

    /// Nobody is left in it, and it still works, by the fast paths too.
    fn check_free(&self) {
        assert!(self.visit(Access::Write, false) && self.visit(Access::Read, false));
        assert_eq!(self.word.load(Ordering::Relaxed), 0);
        assert_eq!(self.gate.load(Ordering::Relaxed), 0);
    }
}

/// The threads come once each, and the first thread as `mine`.
fn run(mine: Access, visits: &'static [(Prio, Access, bool)], expire: bool) {
    explore(move || {
        let shared = Shared::new();
        let threads: Vec<_> = visits
            .iter()
            .map(|&(prio, access, timed)| {
                let shared = shared.clone();
                thread(prio, move || {
                    shared.visit(access, timed);
                })
            })
            .collect();
        shared.visit(mine, false);
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

/// Readers and writers exclude each other, and everybody gets in, waiting lazily.
#[test]
fn readers_and_writers_exclude_each_other() {
    run(Access::Write, &[(N, Access::Read, false), (N, Access::Write, false)], false);
    run(Access::Read, &[(N, Access::Read, false), (N, Access::Write, false)], false);
}

/// The same for those who wait in the kernel, and both mixed.
#[test]
fn real_time_waiters_exclude_each_other() {
    run(Access::Write, &[(HIGH, Access::Read, false), (LOW, Access::Write, false)], false);
    run(Access::Read, &[(HIGH, Access::Write, false), (N, Access::Write, false)], false);
    run(Access::Write, &[(HIGH, Access::Read, false), (N, Access::Read, false)], false);
}

/// R4: a writer that gives up, at the gate or draining, leaves nobody behind.
#[test]
fn timed_out_writer_strands_nobody() {
    run(Access::Read, &[(N, Access::Write, true), (N, Access::Read, false)], true);
    run(Access::Read, &[(HIGH, Access::Write, true), (LOW, Access::Read, false)], true);
    run(Access::Write, &[(N, Access::Write, true), (N, Access::Read, false)], true);
}

/// R4: the same for a reader.
#[test]
fn timed_out_reader_strands_nobody() {
    run(Access::Write, &[(N, Access::Read, true), (N, Access::Write, false)], true);
    run(Access::Write, &[(HIGH, Access::Read, true), (N, Access::Write, false)], true);
}

/// A reader waits behind a writer that waits for the caller's read lock; the writer gives up.
#[test]
fn reader_behind_a_writer_that_gives_up_goes_in() {
    explore(|| {
        let shared = Shared::new();
        shared.lock(Access::Read, false).unwrap();
        let (one, two) = (shared.clone(), shared.clone());
        let writer = thread(HIGH, move || {
            one.visit(Access::Write, true);
        });
        let reader = thread(LOW, move || {
            assert!(two.visit(Access::Read, false));
        });
        Model::expire();
        reader.join().unwrap();
        shared.unlock(Access::Read);
        writer.join().unwrap();
        shared.check_free();
    });
}

/// Who reads already is let in past a draining writer, of any priority.
#[test]
fn recursive_reader_never_waits_behind_a_writer() {
    explore(|| {
        let shared = Shared::new();
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

/// A reader of higher priority than the draining writer does not wait for it, and makes it wait.
#[test]
fn higher_reader_passes_a_draining_writer() {
    explore(|| {
        let shared = Shared::new();
        shared.lock(Access::Read, false).unwrap();
        let (one, two) = (shared.clone(), shared.clone());
        let writer = thread(LOW, move || {
            one.visit(Access::Write, false);
        });
        // Unless the writer is between its two steps, the reader needs nobody to go in.
        let reader = thread(HIGH, move || {
            assert!(two.visit(Access::Read, false));
        });
        shared.unlock(Access::Read);
        writer.join().unwrap();
        reader.join().unwrap();
        shared.check_free();
    });
}

/// P13: a writer that dies leaves the lock to nobody, not to the heir of its gate either; all see their time pass.
fn writer_dies(visits: &'static [(Prio, Access)]) {
    explore(move || {
        let shared = Shared::new();
        let writer = {
            let shared = shared.clone();
            thread(N, move || {
                shared.lock(Access::Write, false).unwrap();
                Model::die(&shared.gate);
            })
        };
        let threads: Vec<_> = visits
            .iter()
            .map(|&(prio, access)| {
                let shared = shared.clone();
                thread(prio, move || {
                    shared.visit(access, true); // before the writer, or never
                })
            })
            .collect();
        writer.join().unwrap();
        Model::expire();
        threads.into_iter().for_each(|t| t.join().unwrap());
        for access in [Access::Read, Access::Write] {
            // SAFETY: alive while `shared` is.
            assert_eq!(unsafe { inherit::try_lock::<Model>(shared.parts(), access) }, Err(RwError::Busy));
            assert!(!shared.visit(access, true));
        }
        assert_eq!(shared.word.load(Ordering::Relaxed), WRITER);
    });
}

#[test]
fn dead_writers_heir_is_not_let_in() {
    writer_dies(&[(HIGH, Access::Read), (LOW, Access::Write)]);
    writer_dies(&[(HIGH, Access::Write), (N, Access::Read)]);
}
