//! `FUTEX_REQUEUE` and `FUTEX_CMP_REQUEUE`: who is woken, who moves, what is counted.

use core::sync::atomic::AtomicU32;

use fusyn_sys::Errno;
use fusyn_sys::futex::{self, Scope};

use crate::common::{Helper, until, within, word};
use crate::{sleeper, wake};

type Word = &'static AtomicU32;
type Waiters = Vec<Helper<Result<(), Errno>>>;

fn requeue(from: Word, to: Word, wake: u32, requeue: u32) -> Result<u32, Errno> {
    // SAFETY: the test owns both words.
    unsafe { futex::requeue(from.as_ptr(), to.as_ptr(), wake, requeue, Scope::Private) }
}

fn cmp_requeue(from: Word, expected: u32, to: Word, count: (u32, u32)) -> Result<u32, Errno> {
    let (wake, requeue) = count;
    let (from, to) = (from.as_ptr(), to.as_ptr());
    // SAFETY: the test owns both words.
    unsafe { futex::cmp_requeue(from, expected, to, wake, requeue, Scope::Private) }
}

fn sleepers(word: Word, n: usize) -> Waiters {
    (0..n).map(|_| sleeper(word)).collect()
}

fn finished(waiters: &Waiters) -> usize {
    waiters.iter().filter(|waiter| waiter.is_finished()).count()
}

fn join(waiters: Waiters) {
    for waiter in waiters {
        assert_eq!(waiter.join(), Ok(()));
    }
}

#[test]
fn requeue_wakes_some_and_moves_others() {
    within(20, || {
        let (from, to) = (word(0), word(0));
        let waiters = sleepers(from, 4);
        assert_eq!(requeue(from, to, 1, 2), Ok(3), "woken plus moved");
        until("one woken", || finished(&waiters) == 1);
        assert_eq!(wake(to, u32::MAX, Scope::Private), Ok(2));
        assert_eq!(wake(from, u32::MAX, Scope::Private), Ok(1));
        join(waiters);
    });
}

#[test]
fn requeue_can_move_all_and_wake_none() {
    within(20, || {
        let (from, to) = (word(0), word(0));
        let waiters = sleepers(from, 3);
        assert_eq!(requeue(from, to, 0, u32::MAX), Ok(3));
        assert_eq!(wake(from, u32::MAX, Scope::Private), Ok(0));
        assert_eq!(finished(&waiters), 0);
        assert_eq!(wake(to, u32::MAX, Scope::Private), Ok(3));
        join(waiters);
    });
}

#[test]
fn requeue_keeps_the_order_of_the_queue() {
    within(20, || {
        let (from, to) = (word(0), word(0));
        let waiters = sleepers(from, 3);
        assert_eq!(requeue(from, to, 0, 3), Ok(3));
        for (woken, waiter) in waiters.into_iter().enumerate() {
            assert_eq!(wake(to, 1, Scope::Private), Ok(1));
            assert_eq!(waiter.join(), Ok(()), "waiter {woken}");
        }
    });
}

#[test]
fn requeue_takes_one_word_twice() {
    within(20, || {
        let word = word(0);
        let waiters = sleepers(word, 2);
        assert_eq!(requeue(word, word, 1, 1), Ok(2));
        assert_eq!(wake(word, u32::MAX, Scope::Private), Ok(1));
        join(waiters);
    });
}

#[test]
fn cmp_requeue_moves_while_the_word_is_unchanged() {
    within(20, || {
        let (from, to) = (word(0), word(0));
        let waiters = sleepers(from, 3);
        assert_eq!(cmp_requeue(from, 0, to, (1, u32::MAX)), Ok(3));
        until("one woken", || finished(&waiters) == 1);
        assert_eq!(wake(to, u32::MAX, Scope::Private), Ok(2));
        join(waiters);
    });
}

#[test]
fn cmp_requeue_after_a_change_gives_eagain_and_moves_nobody() {
    within(20, || {
        let (from, to) = (word(0), word(0));
        let waiters = sleepers(from, 2);
        assert_eq!(cmp_requeue(from, 1, to, (1, 1)), Err(Errno::EAGAIN));
        assert_eq!(wake(to, u32::MAX, Scope::Private), Ok(0));
        assert_eq!(wake(from, u32::MAX, Scope::Private), Ok(2));
        join(waiters);
    });
}

#[test]
fn cmp_requeue_to_the_same_word_counts_and_moves_nobody() {
    within(20, || {
        let at = word(0);
        assert_eq!(cmp_requeue(at, 0, at, (0, u32::MAX)), Ok(0));
        let waiters = sleepers(at, 3);
        assert_eq!(cmp_requeue(at, 0, at, (0, u32::MAX)), Ok(3));
        assert_eq!(finished(&waiters), 0);
        assert_eq!(wake(at, u32::MAX, Scope::Private), Ok(3));
        join(waiters);
    });
}

#[test]
fn nobody_to_move_gives_zero() {
    within(20, || {
        let (from, to) = (word(0), word(0));
        assert_eq!(requeue(from, to, 1, 1), Ok(0));
        assert_eq!(cmp_requeue(from, 0, to, (1, 1)), Ok(0));
    });
}

#[test]
fn bad_address_gives_an_error() {
    within(20, || {
        let to = word(0).as_ptr();
        let unmapped = 0x1000 as *const u32;
        let misaligned = (to as usize + 2) as *const u32;
        // SAFETY: the kernel checks both addresses.
        let result = unsafe { futex::requeue(misaligned, to, 1, 1, Scope::Private) };
        assert_eq!(result, Err(Errno::EINVAL));
        // SAFETY: as above.
        let result = unsafe { futex::cmp_requeue(unmapped, 0, to, 1, 1, Scope::Private) };
        assert_eq!(result, Err(Errno::EFAULT));
    });
}
