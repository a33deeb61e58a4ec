//! Semaphores and barriers on the real kernel, through the Rust face.

mod common;

use std::sync::Mutex as StdMutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{has_fifo, start, wait_until, watchdog};
use fusyn_core::kernel::{Linux, prio_of};
use fusyn_core::{Barrier, Clock, Deadline, Semaphore, resort};

#[test]
fn values_and_bounds() {
    let s = Semaphore::new(2);
    assert!(s.try_wait() && s.try_wait() && !s.try_wait());
    let full = Semaphore::new(u32::MAX);
    assert_eq!(full.value(), fusyn_core::semaphore::MAX);
    assert!(full.post().is_err());
    assert!(full.try_wait() && full.post().is_ok() && full.post().is_err());
}

#[test]
fn deadlines_are_kept_on_both_clocks() {
    let s = Semaphore::new(0);
    for clock in [Clock::Monotonic, Clock::Realtime] {
        assert!(!s.try_wait_until(Deadline::new(clock, 1, 0).unwrap()));
        let began = Instant::now();
        assert!(!s.try_wait_until(Deadline::after(clock, 20_000_000)));
        assert!(began.elapsed() >= Duration::from_millis(19), "{clock:?}");
    }
    s.post().unwrap();
    assert!(s.try_wait_until(Deadline::new(Clock::Monotonic, 1, 0).unwrap()), "no time-out with a token");
}

/// Who came when.
static ORDER: StdMutex<Vec<usize>> = StdMutex::new(Vec::new());
/// One test at a time uses it.
static ALONE: StdMutex<()> = StdMutex::new(());
static TURN: Semaphore = Semaphore::new(0);

/// Starts a waiter for each priority, in order, each asleep before the next, and posts once for each.
fn order(priorities: &[i32], before: impl FnOnce(&[common::Thread<()>])) -> Vec<usize> {
    let mut threads = Vec::new();
    for (i, priority) in priorities.iter().enumerate() {
        let thread = start(*priority, move || {
            TURN.wait();
            ORDER.lock().unwrap().push(i);
        });
        thread.wait_until_blocked();
        threads.push(thread);
    }
    before(&threads);
    for n in 1..=threads.len() {
        TURN.post().unwrap();
        wait_until("the woken thread to note itself", || ORDER.lock().unwrap().len() == n);
    }
    threads.into_iter().for_each(common::Thread::join);
    std::mem::take(&mut *ORDER.lock().unwrap())
}

#[test]
fn waiters_are_served_by_priority() {
    let _dog = watchdog("waiters_are_served_by_priority");
    if !has_fifo("waiters_are_served_by_priority") {
        return;
    }
    let _alone = ALONE.lock();
    assert_eq!(order(&[10, 30, 0, 80, 30, 0], |_| {}), [3, 1, 4, 0, 2, 5]);
    let raised = order(&[10, 30, 20], |threads| {
        let tid = threads[0].tid;
        fusyn_sys::sched::set_policy(tid, fusyn_sys::sched::SCHED_FIFO, 90).unwrap();
        resort::priority_changed::<Linux>(tid, prio_of(tid));
    });
    assert_eq!(raised, [0, 1, 2], "a raised waiter is re-sorted");
}

#[test]
fn post_to_a_real_time_waiter_cannot_be_stolen() {
    let _dog = watchdog("post_to_a_real_time_waiter_cannot_be_stolen");
    if !has_fifo("post_to_a_real_time_waiter_cannot_be_stolen") {
        return;
    }
    for _ in 0..50 {
        static GATE: Semaphore = Semaphore::new(0);
        let waiter = start(20, || GATE.wait());
        waiter.wait_until_blocked();
        GATE.post().unwrap();
        assert!(!GATE.try_wait(), "the token was to be had after it was given away");
        waiter.join();
    }
}

#[test]
fn tokens_are_counted_exactly() {
    let _dog = watchdog("tokens_are_counted_exactly");
    const EACH: u32 = 20_000;
    let (s, taken, stop) = (Semaphore::new(0), AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for t in 0..4u64 {
            let (s, taken, stop) = (&s, &taken, &stop);
            scope.spawn(move || {
                let mut round = t;
                while stop.load(Ordering::SeqCst) == 0 {
                    round += 1;
                    let got = match round % 3 {
                        0 => s.try_wait_for(Duration::from_micros(round % 50)),
                        1 => s.try_wait(),
                        _ => s.try_wait_for(Duration::from_millis(1)),
                    };
                    taken.fetch_add(got.into(), Ordering::SeqCst);
                }
            });
        }
        let posters: Vec<_> =
            (0..2).map(|_| scope.spawn(|| (0..EACH).for_each(|_| s.post().unwrap()))).collect();
        posters.into_iter().for_each(|p| p.join().unwrap());
        wait_until("every token to be taken", || taken.load(Ordering::SeqCst) == 2 * EACH);
        stop.store(1, Ordering::SeqCst);
    });
    assert_eq!(s.value(), 0);
}

#[test]
fn untimed_waiters_never_miss_a_post() {
    let _dog = watchdog("untimed_waiters_never_miss_a_post");
    const ROUNDS: u32 = 20_000;
    let (there, back) = (Semaphore::new(0), Semaphore::new(0));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    there.wait();
                    back.post().unwrap();
                }
            });
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    there.post().unwrap();
                    back.wait();
                }
            });
        }
    });
    assert_eq!((there.value(), back.value()), (0, 0));
}

#[test]
fn barrier_keeps_rounds_apart() {
    let _dog = watchdog("barrier_keeps_rounds_apart");
    const THREADS: u32 = 40;
    const ROUNDS: u32 = 200;
    let (barrier, came, leaders) = (Barrier::new(THREADS), AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for round in 1..=ROUNDS {
                    came.fetch_add(1, Ordering::Relaxed);
                    if barrier.wait().is_leader() {
                        leaders.fetch_add(1, Ordering::Relaxed);
                    }
                    let came = came.load(Ordering::Relaxed);
                    assert!(came >= round * THREADS && came < (round + 1) * THREADS, "{came} in {round}");
                }
            });
        }
    });
    assert_eq!(leaders.into_inner(), ROUNDS);
}

#[test]
fn barrier_of_one_or_none_lets_everybody_pass() {
    for count in [0, 1] {
        let barrier = Barrier::new(count);
        assert!(barrier.wait().is_leader() && barrier.wait().is_leader());
    }
}

/// Most barriers find no place for their round, and queue their threads; some find one later.
#[test]
fn more_barriers_than_places_keep_rounds_apart() {
    let _dog = watchdog("more_barriers_than_places_keep_rounds_apart");
    const BARRIERS: usize = 200;
    const ROUNDS: u32 = 100;
    let barriers: Vec<_> = (0..BARRIERS).map(|_| (Barrier::new(2), AtomicU32::new(0))).collect();
    std::thread::scope(|scope| {
        for pair in &barriers {
            for _ in 0..2 {
                scope.spawn(move || {
                    let (barrier, came) = pair;
                    for round in 1..=ROUNDS {
                        came.fetch_add(1, Ordering::Relaxed);
                        barrier.wait();
                        let came = came.load(Ordering::Relaxed);
                        assert!(came >= round * 2 && came < (round + 1) * 2, "{came} in {round}");
                    }
                });
            }
        }
    });
}
