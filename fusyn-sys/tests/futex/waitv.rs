//! `futex_waitv`: which word woke it, time-outs on both clocks, bad calls.

use std::time::{Duration, Instant};

use fusyn_sys::futex::{self, Scope, WaitEntry};
use fusyn_sys::{Clock, Deadline, Errno, probe};

use crate::common::{Helper, needs, proc, signal, spawn, until, within, word};
use crate::wake;

fn has_waitv() -> bool {
    needs::kernel(probe::has_waitv(), "no futex_waitv (Linux 5.16)")
}

fn waitv(entries: &[WaitEntry], deadline: Option<&Deadline>) -> Result<usize, Errno> {
    // SAFETY: the tests own the words.
    unsafe { futex::waitv(entries, deadline) }
}

fn wait_asleep<T>(helper: &Helper<T>) {
    until("asleep in futex_waitv", || {
        proc::sleeping_in(helper.tid()).is_some_and(|call| call.number == libc::SYS_futex_waitv)
    });
}

#[test]
fn result_is_the_index_of_the_woken_word() {
    if !has_waitv() {
        return;
    }
    within(20, || {
        for scope in [Scope::Private, Scope::Shared] {
            for index in 0..3 {
                let words = [word(10), word(11), word(12)];
                let waiter = spawn(move || {
                    let entry = |i: usize| WaitEntry::new(words[i].as_ptr(), 10 + i as u32, scope);
                    waitv(&[entry(0), entry(1), entry(2)], None)
                });
                wait_asleep(&waiter);
                assert_eq!(wake(words[index], 1, scope), Ok(1));
                assert_eq!(waiter.join(), Ok(index), "{scope:?}");
            }
        }
    });
}

#[test]
fn one_changed_word_gives_eagain() {
    if !has_waitv() {
        return;
    }
    within(20, || {
        let (same, changed) = (word(0), word(1));
        let entries = [same, changed].map(|word| WaitEntry::new(word.as_ptr(), 0, Scope::Private));
        assert_eq!(waitv(&entries, None), Err(Errno::EAGAIN));
        assert_eq!(wake(same, 1, Scope::Private), Ok(0), "nobody is left in the queue");
    });
}

#[test]
fn deadline_times_out_on_its_own_clock() {
    if !has_waitv() {
        return;
    }
    within(20, || {
        const SHORT: Duration = Duration::from_millis(30);
        let entries = [WaitEntry::new(word(0).as_ptr(), 0, Scope::Private)];
        for clock in [Clock::Realtime, Clock::Monotonic] {
            let start = Instant::now();
            let deadline = Deadline::after(clock, SHORT.as_nanos() as u64);
            assert_eq!(waitv(&entries, Some(&deadline)), Err(Errno::ETIMEDOUT), "{clock:?}");
            assert!(deadline.has_passed(), "{clock:?}: woken early");
            assert!(start.elapsed() >= SHORT / 2, "{clock:?}: did not sleep");
        }
    });
}

#[test]
fn up_to_128_words_and_no_more() {
    if !has_waitv() {
        return;
    }
    within(20, || {
        let passed = Deadline::new(Clock::Monotonic, 0, 0).expect("valid");
        let entry = WaitEntry::new(word(0).as_ptr(), 0, Scope::Private);
        let entries = [entry; futex::WAITV_MAX + 1];
        let most = &entries[..futex::WAITV_MAX];
        assert_eq!(waitv(most, Some(&passed)), Err(Errno::ETIMEDOUT));
        assert_eq!(waitv(&entries, Some(&passed)), Err(Errno::EINVAL));
        assert_eq!(waitv(&[], Some(&passed)), Err(Errno::EINVAL));
    });
}

#[test]
fn bad_address_gives_an_error() {
    within(20, || {
        if !has_waitv() {
            return;
        }
        let at = |address: usize| [WaitEntry::new(address as *const u32, 0, Scope::Private)];
        assert_eq!(waitv(&at(0x1000), None), Err(Errno::EFAULT));
        assert_eq!(waitv(&at(0x1002), None), Err(Errno::EINVAL));
    });
}

#[test]
fn signal_handler_without_restart_ends_it_with_eintr() {
    if !has_waitv() {
        return;
    }
    within(20, || {
        signal::handle(libc::SIGUSR1, false);
        for deadline in [None, Some(Deadline::after(Clock::Monotonic, 60_000_000_000))] {
            let entries = [WaitEntry::new(word(0).as_ptr(), 0, Scope::Private)];
            let waiter = spawn(move || waitv(&entries, deadline.as_ref()));
            wait_asleep(&waiter);
            signal::send(&waiter, libc::SIGUSR1);
            assert_eq!(waiter.join(), Err(Errno::EINTR), "{deadline:?}");
        }
    });
}
