//! What a popped waiter decides, without any other thread.

use super::lock::{Outcome, after_pop};
use super::{OVERTAKEN_LIMIT, Policy};
use crate::kernel::{Kernel, Linux};
use crate::limit::within;
use crate::prio::Prio;
use crate::sync::AtomicU32;
use crate::waiter::{Kind, POPPED, Waiter};

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
