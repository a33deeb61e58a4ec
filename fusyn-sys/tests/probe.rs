//! `fusyn_sys::probe`: what it says is what the kernel does, also where something is missing.

mod common;

use std::fs::read_to_string;
use std::sync::{Arc, Barrier};

use common::child::in_fresh_process;
use common::{gettid, needs, refuse, spawn, within, word};
use fusyn_sys::futex::{self, Scope, WaitEntry};
use fusyn_sys::{Clock, Deadline, Errno, futex_pi, probe};

/// Major and minor version of the running kernel.
fn version() -> (u32, u32) {
    let release = read_to_string("/proc/sys/kernel/osrelease").expect("a release");
    let mut parts = release.split(|c: char| !c.is_ascii_digit());
    let mut next = || parts.next().and_then(|part| part.parse().ok()).expect("a number");
    (next(), next())
}

#[test]
fn answers_agree_with_the_kernels_version() {
    within(20, || {
        // A distribution may have brought a feature to an older kernel.
        assert!(probe::has_lock_pi2() || version() < (5, 14));
        assert!(probe::has_waitv() || version() < (5, 16));
        assert_eq!(probe::has_private_hash(), probe::futex_hash_slots().is_ok());
    });
}

fn soon(clock: Clock) -> Deadline {
    Deadline::after(clock, 30_000_000)
}

/// Without `FUTEX_LOCK_PI2`, a monotonic deadline still ends `lock_pi`, by way of the realtime clock.
#[test]
fn without_lock_pi2_the_deadline_is_converted() {
    within(20, || {
        in_fresh_process("without_lock_pi2_the_deadline_is_converted", || {
            const COMMAND: u32 = 127;
            let op = libc::FUTEX_LOCK_PI2 as u32;
            let owned = word(gettid());
            spawn(move || {
                refuse::call(libc::SYS_futex, 1, COMMAND, op, libc::ENOSYS);
                assert!(!probe::has_lock_pi2());
                let (owned, deadline) = (owned.as_ptr(), soon(Clock::Monotonic));
                // SAFETY: the test owns the word.
                let by_pi2 = unsafe { futex_pi::lock_pi2(owned, Scope::Private, Some(&deadline)) };
                assert_eq!(by_pi2, Err(Errno::ENOSYS));
                // SAFETY: as above.
                let by_pi = unsafe { futex_pi::lock_pi(owned, Scope::Private, Some(&deadline)) };
                assert_eq!(by_pi, Err(Errno::ETIMEDOUT));
                assert!(deadline.has_passed(), "gave up early");
            })
            .join();
        });
    });
}

#[test]
fn without_waitv_the_answer_is_no_and_the_call_gives_enosys() {
    within(20, || {
        in_fresh_process("without_waitv_the_answer_is_no_and_the_call_gives_enosys", || {
            refuse::call(libc::SYS_futex_waitv, 0, 0, 0, libc::ENOSYS);
            assert!(!probe::has_waitv());
            let entries = [WaitEntry::new(word(0).as_ptr(), 0, Scope::Private)];
            // SAFETY: the test owns the word.
            let result = unsafe { futex::waitv(&entries, Some(&soon(Clock::Monotonic))) };
            assert_eq!(result, Err(Errno::ENOSYS));
        });
    });
}

/// Older container runtimes answer EPERM for what they do not know.
#[test]
fn eperm_from_a_filter_is_a_no_too() {
    within(20, || {
        in_fresh_process("eperm_from_a_filter_is_a_no_too", || {
            refuse::call(libc::SYS_futex_waitv, 0, 0, 0, libc::EPERM);
            assert!(!probe::has_waitv());
        });
    });
}

#[test]
fn answers_are_remembered() {
    within(20, || {
        in_fresh_process("answers_are_remembered", || {
            let before = probe::has_waitv();
            refuse::call(libc::SYS_futex_waitv, 0, 0, 0, libc::ENOSYS);
            assert_eq!(probe::has_waitv(), before);
        });
    });
}

#[test]
fn slots_of_the_private_hash_can_be_set_and_then_stay() {
    if !needs::kernel(probe::has_private_hash(), "no PR_FUTEX_HASH (Linux 6.17)") {
        return;
    }
    within(20, || {
        in_fresh_process("slots_of_the_private_hash_can_be_set_and_then_stay", || {
            for bad in [1, 3, 48] {
                assert_eq!(probe::set_futex_hash_slots(bad), Err(Errno::EINVAL), "{bad}");
            }
            for slots in [64, 2] {
                assert_eq!(probe::set_futex_hash_slots(slots), Ok(()));
                assert_eq!(probe::futex_hash_slots(), Ok(slots));
            }
            // The kernel sizes by the number of threads, but not over this.
            let all_live = Arc::new(Barrier::new(9));
            let threads = [(); 8].map(|()| {
                let all_live = all_live.clone();
                spawn(move || {
                    all_live.wait();
                    all_live.wait();
                })
            });
            all_live.wait();
            assert_eq!(probe::futex_hash_slots(), Ok(2));
            all_live.wait();
            threads.into_iter().for_each(common::Helper::join);
        });
    });
}

#[test]
fn global_hash_is_for_good() {
    if !needs::kernel(probe::has_private_hash(), "no PR_FUTEX_HASH (Linux 6.17)") {
        return;
    }
    within(20, || {
        in_fresh_process("global_hash_is_for_good", || {
            assert_eq!(probe::set_futex_hash_slots(16), Ok(()));
            assert_eq!(probe::set_futex_hash_slots(0), Ok(()));
            assert_eq!(probe::futex_hash_slots(), Ok(0));
            assert_eq!(probe::set_futex_hash_slots(16), Err(Errno::EBUSY));
            assert!(probe::has_private_hash(), "the call is there all the same");
        });
    });
}
