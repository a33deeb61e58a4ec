//! Semaphores: posts against waits, time-outs, cancellations and handlers; no token is lost or doubled.

use loom::sync::Arc;

use super::kernel::Model;
use super::{explore, thread};
use crate::kernel::Kernel;
use crate::local;
use crate::prio::Prio;
use crate::semaphore::{self, Begun, Waiting, value};
use crate::sync::{AtomicU32, AtomicU64, Ordering};

const RT: Prio = Prio::real_time(10);

/// A semaphore, and data that each token's poster has written.
struct Shared {
    word: AtomicU64,
    written: AtomicU32,
}

impl Shared {
    fn new() -> Arc<Shared> {
        Arc::new(Shared { word: AtomicU64::new(0), written: AtomicU32::new(0) })
    }

    fn post(&self) {
        // Relaxed: published by the post.
        self.written.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the word is alive while `self` is borrowed.
        unsafe { semaphore::post::<Model>(&raw const self.word).unwrap() };
    }

    fn wait(&self, timed: bool) -> bool {
        let deadline = timed.then(Model::deadline);
        // SAFETY: as above.
        let taken = unsafe { semaphore::wait::<Model>(&raw const self.word, deadline.as_ref()) };
        if taken {
            // Relaxed: made visible by the token.
            assert!(self.written.load(Ordering::Relaxed) > 0, "a token without its poster's writes");
        }
        taken
    }

    fn value(&self) -> u32 {
        value(self.word.load(Ordering::Relaxed))
    }
}

/// A post against a wait, for both ways to get the token.
#[test]
fn post_is_never_lost() {
    for prio in [Prio::NORMAL, RT] {
        explore(move || {
            let shared = Shared::new();
            let other = shared.clone();
            let waiter = thread(prio, move || assert!(other.wait(false)));
            shared.post();
            waiter.join().unwrap();
            assert_eq!(shared.value(), 0);
        });
    }
}

/// Two waiters of different rank, two posters.
#[test]
fn two_posts_serve_two_waiters() {
    explore(|| {
        let shared = Shared::new();
        let waiters = [RT, Prio::NORMAL].map(|prio| {
            let other = shared.clone();
            thread(prio, move || assert!(other.wait(false)))
        });
        shared.post();
        shared.post();
        for waiter in waiters {
            waiter.join().unwrap();
        }
        assert_eq!(shared.value(), 0);
    });
}

/// R4: a post and a time-out at once. Who took the token gives it back, so that the other waiter ends.
#[test]
fn post_against_timeout_is_not_lost() {
    for prio in [Prio::NORMAL, RT] {
        explore(move || {
            let shared = Shared::new();
            let (a, b) = (shared.clone(), shared.clone());
            let timed = thread(prio, move || {
                if a.wait(true) {
                    a.post();
                }
            });
            let other = thread(Prio::NORMAL, move || assert!(b.wait(false)));
            shared.post();
            Model::expire();
            timed.join().unwrap();
            other.join().unwrap();
            assert_eq!(shared.value(), 0);
        });
    }
}

/// R10: a waiter that is cancelled, popped or not, takes nothing, and the other one gets the token.
#[test]
fn post_against_cancellation_is_not_lost() {
    for prio in [Prio::NORMAL, RT] {
        explore(move || {
            let shared = Shared::new();
            let (a, b) = (shared.clone(), shared.clone());
            let cancelled = thread(prio, move || {
                let mut waiting = Waiting::new::<Model>();
                let this = &raw mut waiting;
                // SAFETY: stays in this frame, and is cancelled before it ends.
                unsafe {
                    match Waiting::queue::<Model>(this, &raw const a.word) {
                        Begun::Taken => a.post(),
                        Begun::Queued => Waiting::cancel::<Model>(this, &raw const a.word),
                        Begun::Refused => unreachable!(),
                    }
                }
            });
            let other = thread(Prio::NORMAL, move || assert!(b.wait(false)));
            shared.post();
            cancelled.join().unwrap();
            other.join().unwrap();
            assert_eq!(shared.value(), 0);
        });
    }
}

/// P7: a post inside a section raises the value at once, and wakes when the section has ended.
#[test]
fn post_inside_a_section_wakes_at_its_end() {
    explore(|| {
        let shared = Shared::new();
        let other = shared.clone();
        let waiter = thread(Prio::NORMAL, move || assert!(other.wait(false)));
        local::enter(Model::local());
        shared.post();
        local::leave::<Model>(Model::local());
        waiter.join().unwrap();
        assert_eq!(shared.value(), 0);
    });
}

/// A barger may take the token from a popped waiter, who then queues again and misses nothing.
#[test]
fn stolen_token_leaves_the_waiter_queued() {
    explore(|| {
        let shared = Shared::new();
        let other = shared.clone();
        let waiter = thread(Prio::NORMAL, move || assert!(other.wait(false)));
        shared.post();
        // SAFETY: the word is alive.
        if unsafe { semaphore::try_wait(&raw const shared.word) } {
            shared.post();
        }
        waiter.join().unwrap();
        assert_eq!(shared.value(), 0);
    });
}
