//! The Rust face's promises one by one.

mod common;

use std::time::{Duration, Instant};

use common::{start, watchdog};
use fusyn_core::fulock::Policy;
use fusyn_core::{Clock, Condvar, Deadline, Mutex, MutexGuard, ReentrantMutex};

#[test]
fn guard_gives_access_and_unlocks() {
    let mut mutex = Mutex::new(1);
    *mutex.lock() += 1;
    assert_eq!(*mutex.get_mut(), 2);
    assert_eq!(format!("{mutex:?}"), "Mutex { data: 2 }");
    let guard = mutex.lock();
    assert_eq!(format!("{mutex:?}"), "Mutex { <locked> }");
    assert_eq!(mutex.owner(), Some(fusyn_sys::thread_id::current()));
    assert!(MutexGuard::mutex(&guard).is_locked());
    drop(guard);
    assert_eq!(mutex.owner(), None);
    assert_eq!(mutex.into_inner(), 2);
}

#[test]
fn queued_waiters_are_seen_and_gone_ones_are_not() {
    let _dog = watchdog("queued_waiters_are_seen_and_gone_ones_are_not");
    for mutex in [Mutex::new(()), Mutex::new_plain(())] {
        let guard = mutex.lock();
        assert!(!mutex.has_waiters());
        std::thread::scope(|s| {
            // The word's hint stays when it gives up; the queue tells.
            let timed = s.spawn(|| mutex.try_lock_for(Duration::from_millis(5)).is_none());
            assert!(timed.join().expect("no panic"));
            assert!(!mutex.has_waiters());
            s.spawn(|| drop(mutex.lock()));
            common::wait_until("a waiter", || mutex.has_waiters());
            drop(guard);
        });
        assert!(!mutex.has_waiters() && !mutex.is_locked());
    }
}

#[test]
fn try_lock_never_waits() {
    let mutex = Mutex::new(());
    let guard = mutex.lock();
    assert!(mutex.try_lock().is_none(), "owned by the caller");
    std::thread::scope(|s| {
        s.spawn(|| assert!(mutex.try_lock().is_none(), "owned by another"));
    });
    drop(guard);
    assert!(mutex.try_lock().is_some());
}

#[test]
fn timed_lock_waits_for_its_time_on_both_clocks() {
    let _dog = watchdog("timed_lock_waits_for_its_time_on_both_clocks");
    for mutex in [Mutex::new(()), Mutex::new_plain(())] {
        let _guard = mutex.lock();
        std::thread::scope(|s| {
            s.spawn(|| {
                for clock in [Clock::Monotonic, Clock::Realtime] {
                    let began = Instant::now();
                    assert!(mutex.try_lock_until(Deadline::after(clock, 20_000_000)).is_none());
                    assert!(began.elapsed() >= Duration::from_millis(19), "{clock:?}");
                }
                assert!(mutex.try_lock_for(Duration::ZERO).is_none());
            });
        });
    }
    let free = Mutex::new(());
    assert!(free.try_lock_until(Deadline::new(Clock::Realtime, 0, 0).unwrap()).is_some(), "free, past");
}

#[test]
#[should_panic(expected = "the caller owns this mutex already")]
fn relock_panics_instead_of_hanging() {
    let mutex = Mutex::new(());
    let _guard = mutex.lock();
    drop(mutex.lock());
}

#[test]
fn panic_in_a_section_unlocks() {
    let mutex = std::sync::Arc::new(Mutex::new(0));
    let inside = mutex.clone();
    let died = std::thread::spawn(move || {
        let _guard = inside.lock();
        std::panic::resume_unwind(Box::new(()));
    });
    assert!(died.join().is_err());
    assert!(mutex.try_lock().is_some());
}

#[test]
fn condvar_times_out_with_the_mutex_held() {
    let _dog = watchdog("condvar_times_out_with_the_mutex_held");
    let (mutex, cond) = (Mutex::new(0), Condvar::new());
    let (guard, result) = cond.wait_for(mutex.lock(), Duration::from_millis(10));
    assert!(result.timed_out());
    assert!(mutex.is_locked());
    let (guard, result) = cond.wait_while_for(guard, |n| *n == 0, Duration::from_millis(10));
    assert!(result.timed_out());
    drop(guard);
    cond.notify_one();
    cond.notify_all();
}

#[test]
fn condvar_may_be_destroyed_right_after_notify_all() {
    let _dog = watchdog("condvar_may_be_destroyed_right_after_notify_all");
    struct Pair {
        mutex: Mutex<u32>,
        cond: Box<Condvar>,
    }
    for _ in 0..200 {
        let pair: &'static mut Pair =
            Box::leak(Box::new(Pair { mutex: Mutex::new(0), cond: Box::new(Condvar::new()) }));
        let cond: *mut Condvar = &raw mut *pair.cond;
        let pair: &'static Pair = pair;
        let waiters: Vec<_> = (0..3)
            .map(|_| {
                start(0, move || {
                    let mut guard = pair.mutex.lock();
                    *guard += 1;
                    drop(pair.cond.wait(guard));
                })
            })
            .collect();
        common::wait_until("all to wait", || *pair.mutex.lock() == 3);
        pair.cond.notify_all();
        // SAFETY: the condvar is not used any more; its memory stays, filled with another pattern, so that
        // a late write to it is seen below.
        unsafe { cond.cast::<u32>().write(0xA5A5_A5A5) };
        for waiter in waiters {
            waiter.join();
        }
        // SAFETY: as above.
        assert_eq!(unsafe { cond.cast::<u32>().read() }, 0xA5A5_A5A5, "a woken waiter wrote to the condvar");
    }
}

#[test]
fn reentrant_mutex_nests_and_excludes_others() {
    let _dog = watchdog("reentrant_mutex_nests_and_excludes_others");
    let mutex = ReentrantMutex::new(std::cell::Cell::new(0));
    let outer = mutex.lock();
    let inner = mutex.try_lock().expect("the same thread");
    assert_eq!(mutex.owner(), Some(fusyn_sys::thread_id::current()));
    assert!(!mutex.has_waiters());
    std::thread::scope(|s| {
        s.spawn(|| {
            assert!(mutex.try_lock().is_none());
            assert!(mutex.try_lock_for(Duration::from_millis(5)).is_none());
        });
    });
    drop(outer);
    assert!(mutex.is_locked(), "one level is left");
    inner.set(1);
    drop(inner);
    assert!(!mutex.is_locked());
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..5_000 {
                    let outer = mutex.lock();
                    let inner = mutex.lock();
                    outer.set(inner.get() + 1);
                }
            });
        }
    });
    assert_eq!(mutex.into_inner().get(), 20_001);
}

#[test]
fn every_handover_policy_counts_exactly() {
    let _dog = watchdog("every_handover_policy_counts_exactly");
    for policy in [
        Policy::NONE,
        Policy::SERIAL,
        Policy::PARALLEL,
        Policy::INHERIT.with(Policy::SERIAL),
        Policy::INHERIT.with(Policy::PARALLEL),
    ] {
        let mutex = Mutex::with_policy(0u32, policy);
        std::thread::scope(|s| {
            for _ in 0..4 {
                s.spawn(|| {
                    for _ in 0..2_000 {
                        *mutex.lock() += 1;
                    }
                });
            }
        });
        assert_eq!(mutex.into_inner(), 8_000, "{policy:?}");
    }
}
