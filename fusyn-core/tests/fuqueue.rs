//! Bare queues on the real kernel: result codes, validation, deadlines on both clocks, requeue, order.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{has_fifo, start, wait_until, watchdog};
use fusyn_core::fuqueue::{self, WaitError};
use fusyn_core::kernel::Linux;
use fusyn_core::{Clock, Deadline};

const ANY: u32 = u32::MAX;

fn key(word: &AtomicU32) -> usize {
    &raw const *word as usize
}

fn waiter(word: &Arc<AtomicU32>, priority: i32, bits: u32) -> common::Thread<Result<i32, WaitError>> {
    let word = word.clone();
    let thread = start(priority, move || fuqueue::wait::<Linux>(key(&word), || true, bits, None));
    thread.wait_until_blocked();
    thread
}

#[test]
fn wake_gives_each_waiter_the_wakers_code() {
    let _dog = watchdog("wake_gives_each_waiter_the_wakers_code");
    let word = Arc::new(AtomicU32::new(0));
    let (first, second) = (waiter(&word, 0, ANY), waiter(&word, 0, ANY));
    assert_eq!(fuqueue::wake::<Linux>(key(&word), 1, ANY, -7), 1);
    assert_eq!(first.join(), Ok(-7), "FIFO");
    assert_eq!(fuqueue::wake::<Linux>(key(&word), 9, ANY, 3), 1);
    assert_eq!(second.join(), Ok(3));
    assert_eq!(fuqueue::wake::<Linux>(key(&word), 9, ANY, 3), 0, "nobody is left");
}

#[test]
fn wake_reaches_waiters_that_share_a_bit() {
    let _dog = watchdog("wake_reaches_waiters_that_share_a_bit");
    let word = Arc::new(AtomicU32::new(0));
    let (odd, even) = (waiter(&word, 0, 1), waiter(&word, 0, 2));
    assert_eq!(fuqueue::wake::<Linux>(key(&word), 9, 2, 0), 1);
    assert_eq!(even.join(), Ok(0));
    assert_eq!(fuqueue::wake::<Linux>(key(&word), 9, 1, 0), 1);
    assert_eq!(odd.join(), Ok(0));
}

#[test]
fn many_waiters_are_woken_in_one_call() {
    let _dog = watchdog("many_waiters_are_woken_in_one_call");
    let word = Arc::new(AtomicU32::new(0));
    let waiters: Vec<_> = (0..40).map(|_| waiter(&word, 0, ANY)).collect();
    assert_eq!(fuqueue::wake::<Linux>(key(&word), usize::MAX, ANY, 1), 40);
    assert!(waiters.into_iter().all(|w| w.join() == Ok(1)));
}

#[test]
fn wait_refuses_a_changed_condition_and_a_past_deadline() {
    let word = AtomicU32::new(0);
    let changed = fuqueue::wait::<Linux>(key(&word), || false, ANY, None);
    assert_eq!(changed, Err(WaitError::Changed));
    for clock in [Clock::Monotonic, Clock::Realtime] {
        let past = Deadline::new(clock, 1, 0).unwrap();
        assert_eq!(fuqueue::wait::<Linux>(key(&word), || true, ANY, Some(&past)), Err(WaitError::TimedOut));
        let began = Instant::now();
        let soon = Deadline::after(clock, 20_000_000);
        assert_eq!(fuqueue::wait::<Linux>(key(&word), || true, ANY, Some(&soon)), Err(WaitError::TimedOut));
        assert!(began.elapsed() >= Duration::from_millis(19), "{clock:?}");
    }
    assert_eq!(fuqueue::wake::<Linux>(key(&word), 9, ANY, 0), 0, "timed-out waiters have left");
}

#[test]
fn requeued_waiters_are_found_at_their_new_key() {
    let _dog = watchdog("requeued_waiters_are_found_at_their_new_key");
    let words = [Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0))];
    let waiters: Vec<_> = (0..20).map(|_| waiter(&words[0], 0, ANY)).collect();
    assert_eq!(fuqueue::requeue::<Linux>(key(&words[0]), key(&words[1]), 18), 18);
    assert_eq!(fuqueue::wake::<Linux>(key(&words[0]), 99, ANY, 5), 2);
    assert_eq!(fuqueue::wake::<Linux>(key(&words[1]), 99, ANY, 6), 18);
    let codes: Vec<_> = waiters.into_iter().map(|w| w.join().unwrap()).collect();
    assert_eq!(codes[..18], [6; 18], "the first ones moved");
    assert_eq!(codes[18..], [5; 2]);
}

#[test]
fn waiters_are_woken_by_priority() {
    let _dog = watchdog("waiters_are_woken_by_priority");
    if !has_fifo("waiters_are_woken_by_priority") {
        return;
    }
    let word = Arc::new(AtomicU32::new(0));
    let priorities = [10, 40, 0, 40, 20];
    let waiters: Vec<_> = priorities.iter().map(|p| waiter(&word, *p, ANY)).collect();
    for code in 0..5 {
        assert_eq!(fuqueue::wake::<Linux>(key(&word), 1, ANY, code), 1);
    }
    let order: Vec<_> = waiters.into_iter().map(|w| w.join().unwrap()).collect();
    assert_eq!(order, [3, 0, 4, 1, 2]);
}

#[test]
fn storm_of_waits_wakes_and_requeues_loses_no_token() {
    let _dog = watchdog("storm_of_waits_wakes_and_requeues_loses_no_token");
    const TOKENS: u32 = 40_000;
    // Tokens given minus taken; a waiter sleeps only while there is none.
    let (tokens, other) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let taken = Arc::new(AtomicU32::new(0));
    let takers: Vec<_> = (0..4u64)
        .map(|t| {
            let (tokens, taken) = (tokens.clone(), taken.clone());
            start(0, move || {
                let mut round = t;
                while taken.load(Ordering::SeqCst) < TOKENS {
                    let got = tokens.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
                    if got.is_ok() {
                        taken.fetch_add(1, Ordering::SeqCst);
                        continue;
                    }
                    round += 1;
                    let deadline = Deadline::after(Clock::Monotonic, 1_000 * (round % 300));
                    let none = || tokens.load(Ordering::SeqCst) == 0;
                    let _ = fuqueue::wait::<Linux>(key(&tokens), none, ANY, Some(&deadline));
                }
            })
        })
        .collect();
    for i in 0..TOKENS {
        tokens.fetch_add(1, Ordering::SeqCst);
        if i % 7 == 0 {
            fuqueue::requeue::<Linux>(key(&tokens), key(&other), 1);
            fuqueue::wake::<Linux>(key(&other), 1, ANY, 0);
        }
        fuqueue::wake::<Linux>(key(&tokens), 1, ANY, 0);
    }
    wait_until("every token to be taken", || taken.load(Ordering::SeqCst) == TOKENS);
    for taker in takers {
        taker.join();
    }
}
