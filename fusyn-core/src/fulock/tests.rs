//! What a popped waiter decides, and whom a wrong word is reported to.

use std::sync::Arc;
use std::thread;

use fusyn_sys::futex::Scope;
use fusyn_sys::futex_pi;

use super::lock::{Outcome, after_pop};
use super::{LockError, OVERTAKEN_LIMIT, Policy, count_held, lock_slow};
use crate::kernel::{Kernel, Linux};
use crate::limit::within;
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::waiter::{Kind, POPPED, Waiter};
use crate::word::{WAITERS, is_contended};

/// A popped waiter that was overtaken so often before, and loses once more, to itself.
fn loses(policy: Policy, overtaken_before: u32) -> Waiter {
    let word = AtomicU32::new(Linux::tid());
    let mut waiter = Waiter::new(Kind::Mutex, Linux::tid(), Prio::NORMAL);
    waiter.lock = &raw const word;
    waiter.policy = policy;
    waiter.overtaken = overtaken_before;
    // SAFETY: our own waiter, in no queue; the word lives to the end of this function.
    let outcome = unsafe { after_pop::<Linux>(&raw mut waiter, POPPED, None) };
    assert_eq!(outcome, Ok(Outcome::Again));
    assert_eq!(waiter.overtaken, overtaken_before + 1);
    waiter
}

#[test]
fn popped_waiter_beyond_the_bound_goes_on_in_the_kernel() {
    within(60, || {
        assert!(!loses(Policy::INHERIT, OVERTAKEN_LIMIT - 1).converted);
        assert!(loses(Policy::INHERIT, OVERTAKEN_LIMIT).converted);
    });
}

#[test]
fn popped_waiter_of_a_plain_lock_never_does() {
    within(60, || assert!(!loses(Policy::NONE, OVERTAKEN_LIMIT + 5).converted));
}

/// K13: it names a living thread, so no death has handed it on.
#[test]
fn overwritten_word_is_reported_in_bounded_time() {
    within(60, || {
        let word = Arc::new(AtomicU32::new(Linux::tid()));
        let waiter = {
            let word = Arc::clone(&word);
            // SAFETY: the word outlives the calls, and follows the protocol when they return.
            thread::spawn(move || unsafe {
                futex_pi::lock_pi(word.as_ptr(), Scope::Private, None).unwrap();
                futex_pi::unlock_pi(word.as_ptr(), Scope::Private).unwrap();
            })
        };
        while !is_contended(word.load(Ordering::Relaxed)) {
            thread::yield_now();
        }
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let bystander = thread::spawn(move || {
            tell.send(Linux::tid()).unwrap();
            let _ = wait.recv();
        });
        word.store(told.recv().unwrap() | WAITERS, Ordering::Relaxed);
        count_held::<Linux>(1); // so that it waits in the kernel
        // SAFETY: alive; what it holds is the point.
        let result = unsafe { lock_slow::<Linux>(Arc::as_ptr(&word), Policy::INHERIT, None) };
        count_held::<Linux>(-1);
        assert_eq!(result, Err(LockError::Corrupt));

        word.store(Linux::tid() | WAITERS, Ordering::Relaxed);
        // SAFETY: repaired, and ours.
        unsafe { futex_pi::unlock_pi(word.as_ptr(), Scope::Private).unwrap() };
        drop(go);
        bystander.join().unwrap();
        waiter.join().unwrap();
    });
}
