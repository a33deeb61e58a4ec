//! `fusyn_sys::clock`: arithmetic of deadlines, and the clocks themselves.

mod common;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use common::within;
use fusyn_sys::clock::{Timespec, now};
use fusyn_sys::{Clock, Deadline};

const CLOCKS: [Clock; 2] = [Clock::Realtime, Clock::Monotonic];
const NANOS: i64 = 1_000_000_000;

fn nanos(at: &Timespec) -> i128 {
    i128::from(at.sec) * i128::from(NANOS) + i128::from(at.nsec)
}

fn at(deadline: &Deadline) -> (i64, i64) {
    (deadline.timespec().sec, deadline.timespec().nsec)
}

#[test]
fn clock_ids_are_the_kernels() {
    within(20, || {
        for clock in CLOCKS {
            assert_eq!(Clock::from_id(clock.id()), Some(clock));
        }
        assert_eq!(Clock::Realtime.id(), libc::CLOCK_REALTIME);
        assert_eq!(Clock::Monotonic.id(), libc::CLOCK_MONOTONIC);
        for id in [-1, libc::CLOCK_PROCESS_CPUTIME_ID, libc::CLOCK_BOOTTIME, i32::MAX] {
            assert_eq!(Clock::from_id(id), None);
        }
    });
}

#[test]
fn now_is_between_two_looks_by_the_standard_library() {
    within(20, || {
        let since_epoch = || SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        let before = since_epoch().as_nanos().cast_signed();
        let seen = nanos(&now(Clock::Realtime));
        let after = since_epoch().as_nanos().cast_signed();
        assert!((before..=after).contains(&seen));
    });
}

#[test]
fn monotonic_clock_is_not_set_back() {
    within(20, || {
        let mut last = now(Clock::Monotonic);
        for _ in 0..1000 {
            let next = now(Clock::Monotonic);
            assert!(next >= last);
            assert!((0..NANOS).contains(&next.nsec));
            last = next;
        }
    });
}

#[test]
fn nanoseconds_out_of_range_are_refused() {
    within(20, || {
        for clock in CLOCKS {
            for nsec in [-1, NANOS, i64::MIN, i64::MAX] {
                assert_eq!(Deadline::new(clock, 1, nsec), None);
            }
            for nsec in [0, 1, NANOS - 1] {
                let deadline = Deadline::new(clock, 1, nsec).expect("in range");
                assert_eq!(at(&deadline), (1, nsec));
                assert_eq!(deadline.clock(), clock);
            }
        }
    });
}

#[test]
fn instant_before_the_epoch_has_passed_and_suits_the_kernel() {
    within(20, || {
        for clock in CLOCKS {
            for sec in [-1, i64::MIN] {
                let deadline = Deadline::new(clock, sec, 999_999_999).expect("valid");
                assert_eq!(at(&deadline), (0, 0));
                assert!(deadline.has_passed());
            }
        }
    });
}

#[test]
fn after_adds_seconds_and_carries_nanoseconds() {
    within(20, || {
        for clock in CLOCKS {
            for wait in [0, 1, 999_999_999, 1_000_000_000, 3_999_999_999, 86_400_000_000_000] {
                let before = nanos(&now(clock));
                let deadline = Deadline::after(clock, wait);
                let after = nanos(&now(clock));
                let wait = i128::from(wait);
                assert!((before + wait..=after + wait).contains(&nanos(deadline.timespec())));
                assert!((0..NANOS).contains(&deadline.timespec().nsec));
            }
        }
    });
}

#[test]
fn after_the_longest_time_is_valid_and_far_away() {
    within(20, || {
        for clock in CLOCKS {
            let deadline = Deadline::after(clock, u64::MAX);
            assert!((0..NANOS).contains(&deadline.timespec().nsec));
            // 584 years.
            assert!(deadline.timespec().sec > now(clock).sec + 18_000_000_000);
            assert!(!deadline.has_passed());
        }
    });
}

#[test]
fn has_passed_turns_when_the_instant_comes() {
    within(20, || {
        for clock in CLOCKS {
            let deadline = Deadline::after(clock, 20_000_000);
            let start = Instant::now();
            assert!(!deadline.has_passed());
            common::until("passed", || deadline.has_passed());
            assert!(start.elapsed() >= Duration::from_millis(15));
            assert!(Deadline::after(clock, 0).has_passed());
        }
    });
}

#[test]
fn on_its_own_clock_a_deadline_stays_the_same() {
    within(20, || {
        for clock in CLOCKS {
            let deadline = Deadline::new(clock, i64::MAX, 5).expect("valid");
            assert_eq!(deadline.on(clock), deadline);
        }
    });
}

/// Later by the time that the conversion takes, never earlier; half a second is room for a busy machine.
#[test]
fn conversion_keeps_the_distance_from_now() {
    within(20, || {
        for (from, to) in [(CLOCKS[0], CLOCKS[1]), (CLOCKS[1], CLOCKS[0])] {
            let wait = 3_600_500_000_000_i128;
            let deadline = Deadline::after(from, wait as u64);
            let converted = deadline.on(to);
            assert_eq!(converted.clock(), to);
            let left = nanos(deadline.timespec()) - nanos(&now(from));
            let left_converted = nanos(converted.timespec()) - nanos(&now(to));
            let late = left_converted - left;
            assert!((-1_000_000..500_000_000).contains(&late), "{late} ns later");
        }
    });
}

#[test]
fn conversion_of_a_passed_instant_is_now() {
    within(20, || {
        for (from, to) in [(CLOCKS[0], CLOCKS[1]), (CLOCKS[1], CLOCKS[0])] {
            let before = nanos(&now(to));
            let converted = Deadline::new(from, 0, 0).expect("valid").on(to);
            let after = nanos(&now(to));
            assert!((before..=after).contains(&nanos(converted.timespec())));
            assert!(converted.has_passed());
        }
    });
}

#[test]
fn conversion_saturates() {
    within(20, || {
        for (from, to) in [(CLOCKS[0], CLOCKS[1]), (CLOCKS[1], CLOCKS[0])] {
            let latest = Deadline::new(from, i64::MAX, 999_999_999).expect("valid");
            let converted = latest.on(to);
            assert!((0..NANOS).contains(&converted.timespec().nsec));
            assert!(converted.timespec().sec > now(to).sec + 18_000_000_000);
        }
    });
}
