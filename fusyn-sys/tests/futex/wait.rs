//! `FUTEX_WAIT_BITSET`: values, time-outs on both clocks, signals, bad addresses.

use std::time::{Duration, Instant};

use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Clock, Deadline, Errno};

use crate::common::{signal, spawn, within, word};
use crate::{sleeper, wait, wake};

const SCOPES: [Scope; 2] = [Scope::Private, Scope::Shared];
const CLOCKS: [Clock; 2] = [Clock::Realtime, Clock::Monotonic];
const SHORT: Duration = Duration::from_millis(30);

fn short(clock: Clock) -> Deadline {
    Deadline::after(clock, SHORT.as_nanos() as u64)
}

#[test]
fn other_value_gives_eagain() {
    within(20, || {
        for scope in SCOPES {
            assert_eq!(wait(word(1), 0, scope, None), Err(Errno::EAGAIN));
        }
    });
}

#[test]
fn woken_waiter_returns_ok() {
    within(20, || {
        for scope in SCOPES {
            let word = word(7);
            let waiter = spawn(move || wait(word, 7, scope, None));
            waiter.wait_asleep_on(word);
            assert_eq!(wake(word, 1, scope), Ok(1));
            assert_eq!(waiter.join(), Ok(()));
        }
    });
}

/// A deadline that the kernel took for one of the other clock would have passed long ago, or would lie
/// years ahead.
#[test]
fn deadline_times_out_on_its_own_clock() {
    within(20, || {
        for scope in SCOPES {
            for clock in CLOCKS {
                let (start, deadline) = (Instant::now(), short(clock));
                let result = wait(word(0), 0, scope, Some(&deadline));
                assert_eq!(result, Err(Errno::ETIMEDOUT), "{clock:?}");
                assert!(deadline.has_passed(), "{clock:?}: woken early");
                assert!(start.elapsed() >= SHORT / 2, "{clock:?}: did not sleep");
            }
        }
    });
}

#[test]
fn passed_deadline_times_out_at_once() {
    within(20, || {
        for clock in CLOCKS {
            for (sec, nsec) in [(-1, 0), (0, 0), (0, 1), (1, 999_999_999)] {
                let deadline = Deadline::new(clock, sec, nsec).expect("valid");
                let result = wait(word(0), 0, Scope::Private, Some(&deadline));
                assert_eq!(result, Err(Errno::ETIMEDOUT), "{clock:?} {sec}");
            }
        }
    });
}

#[test]
fn value_is_looked_at_before_the_deadline() {
    within(20, || {
        let passed = Deadline::new(Clock::Monotonic, 0, 0).expect("valid");
        assert_eq!(wait(word(1), 0, Scope::Private, Some(&passed)), Err(Errno::EAGAIN));
    });
}

#[test]
fn latest_deadline_means_never() {
    within(20, || {
        for clock in CLOCKS {
            let word = word(0);
            let waiter = spawn(move || {
                let never = Deadline::new(clock, i64::MAX, 999_999_999).expect("valid");
                wait(word, 0, Scope::Private, Some(&never))
            });
            waiter.wait_asleep_on(word);
            assert_eq!(wake(word, 1, Scope::Private), Ok(1));
            assert_eq!(waiter.join(), Ok(()), "{clock:?}");
        }
    });
}

#[test]
fn bits_decide_whom_a_wake_reaches() {
    within(20, || {
        let word = word(0);
        let waiter = spawn(move || {
            // SAFETY: the test owns the word.
            unsafe { futex::wait_bitset(word.as_ptr(), 0, Scope::Private, None, 0b01) }
        });
        waiter.wait_asleep_on(word);
        // SAFETY: the test owns the word.
        let wake = |bits| unsafe { futex::wake_bitset(word.as_ptr(), 1, Scope::Private, bits) };
        assert_eq!(wake(0b10), Ok(0));
        assert!(waiter.sleeps_on(word));
        assert_eq!(wake(0b11), Ok(1));
        assert_eq!(waiter.join(), Ok(()));
    });
}

#[test]
fn no_bits_give_einval() {
    within(20, || {
        let word = word(0);
        // SAFETY: the test owns the word.
        let waited = unsafe { futex::wait_bitset(word.as_ptr(), 0, Scope::Private, None, 0) };
        assert_eq!(waited, Err(Errno::EINVAL));
        // SAFETY: the test owns the word.
        let woken = unsafe { futex::wake_bitset(word.as_ptr(), 1, Scope::Private, 0) };
        assert_eq!(woken, Err(Errno::EINVAL));
    });
}

#[test]
fn signal_handler_ends_a_wait_with_eintr() {
    within(20, || {
        signal::handle(libc::SIGUSR1, false);
        let word = word(0);
        let waiter = sleeper(word);
        signal::send(&waiter, libc::SIGUSR1);
        assert_eq!(waiter.join(), Err(Errno::EINTR));
        assert_eq!(wake(word, 1, Scope::Private), Ok(0), "nobody is left in the queue");
    });
}

#[test]
fn restarting_handler_ends_only_a_wait_with_deadline() {
    within(20, || {
        signal::handle(libc::SIGUSR2, true);
        let word = word(0);
        let waiter = sleeper(word);
        signal::send(&waiter, libc::SIGUSR2);
        waiter.wait_asleep_on(word);
        assert_eq!(wake(word, 1, Scope::Private), Ok(1));
        assert_eq!(waiter.join(), Ok(()));

        let waiter = spawn(move || {
            let far = Deadline::after(Clock::Monotonic, 60_000_000_000);
            wait(word, 0, Scope::Private, Some(&far))
        });
        waiter.wait_asleep_on(word);
        signal::send(&waiter, libc::SIGUSR2);
        assert_eq!(waiter.join(), Err(Errno::EINTR));
    });
}

#[test]
fn bad_address_gives_an_error() {
    within(20, || {
        let unmapped = 0x1000 as *const u32;
        let misaligned = (word(0).as_ptr() as usize + 2) as *const u32;
        for scope in SCOPES {
            // SAFETY: the kernel checks the address.
            let result = unsafe { futex::wait(unmapped, 0, scope, None) };
            assert_eq!(result, Err(Errno::EFAULT), "{scope:?}");
            // SAFETY: the kernel checks the address.
            let result = unsafe { futex::wait(misaligned, 0, scope, None) };
            assert_eq!(result, Err(Errno::EINVAL), "{scope:?}");
        }
    });
}
