//! Queries beside lockers, and releases of one lock that hand over each in its own way.

use super::exclusion::Shared;
use super::kernel::Model;
use super::{explore, thread};
use crate::fulock::{self, Policy};
use crate::kernel::Kernel;
use crate::prio::Prio;

const RT: Prio = Prio::real_time(10);

fn has_waiters(shared: &Shared) -> bool {
    // SAFETY: alive while borrowed.
    unsafe { fulock::has_waiters::<Model>(&raw const shared.word) }
}

fn owner(shared: &Shared) -> Option<u32> {
    // SAFETY: alive while borrowed.
    unsafe { fulock::owner::<Model>(&raw const shared.word) }
}

/// A locker, lazy or in the kernel, comes and goes while the owner asks: nobody is lost by the asking, and
/// once all are through the answer is no.
#[test]
fn asking_disturbs_nobody() {
    for prio in [Prio::NORMAL, RT] {
        explore(move || {
            let shared = Shared::new(Policy::INHERIT);
            let a = shared.clone();
            shared.lock();
            let waiter = thread(prio, move || {
                a.locked_add(1);
            });
            let _ = has_waiters(&shared);
            assert_eq!(owner(&shared), Some(Model::tid()));
            shared.unlock();
            let _ = has_waiters(&shared);
            waiter.join().unwrap();
            assert_eq!((has_waiters(&shared), owner(&shared)), (false, None));
            assert_eq!(shared.locked_add(0), 1);
        });
    }
}

/// Who is queued is seen, whatever the word's hint says: a waiter that sleeps has been queued before.
#[test]
fn sleeper_is_seen() {
    explore(|| {
        let shared = Shared::new(Policy::NONE);
        let (a, b) = (shared.clone(), shared.clone());
        shared.lock();
        let waiter = thread(Prio::NORMAL, move || {
            a.locked_add(1);
        });
        let asker = thread(Prio::NORMAL, move || {
            // WAITERS of an owned lock without a ghost is set by a waiter that queues, in the same section.
            let contended = crate::word::is_contended(b.word.load(crate::sync::Ordering::Acquire));
            assert!(!contended || has_waiters(&b), "a queued waiter was not seen");
        });
        asker.join().unwrap(); // the lock is owned until then, so nobody has left the queue
        shared.unlock();
        waiter.join().unwrap();
    });
}

/// The way of handing over is changed between releases: nobody is stranded.
#[test]
fn each_release_in_its_own_way_strands_nobody() {
    for policy in [Policy::NONE, Policy::INHERIT] {
        explore(move || {
            let shared = Shared::new(policy);
            let threads: Vec<_> = [Policy::SERIAL, Policy::PARALLEL]
                .into_iter()
                .map(|way| {
                    let shared = shared.clone();
                    thread(Prio::NORMAL, move || {
                        shared.lock();
                        shared.add(1);
                        shared.unlock_as(way);
                    })
                })
                .collect();
            shared.lock();
            shared.add(1);
            shared.unlock_as(Policy::SERIAL);
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(shared.locked_add(0), 3);
            assert!(!has_waiters(&shared));
        });
    }
}
