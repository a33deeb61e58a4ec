//! Stress of the Rust face on the real kernel; each test ends by counting, and hangs on a lost wake-up
//! (the watchdog then ends the process with a message).

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::watchdog;
use fusyn_core::{Condvar, Mutex};

fn count_up(mutex: &Mutex<u64>, threads: u64, rounds: u64) {
    std::thread::scope(|s| {
        for _ in 0..threads {
            s.spawn(|| {
                for i in 0..rounds {
                    *mutex.lock() += 1;
                    if i % 64 == 0 {
                        std::thread::yield_now();
                    }
                }
            });
        }
    });
    assert_eq!(*mutex.lock(), threads * rounds);
}

#[test]
fn many_threads_count_exactly() {
    let _dog = watchdog("many_threads_count_exactly");
    count_up(&Mutex::new(0), 8, 100_000);
    count_up(&Mutex::new_plain(0), 8, 100_000);
}

#[test]
fn timed_and_untimed_lockers_count_exactly() {
    let _dog = watchdog("timed_and_untimed_lockers_count_exactly");
    let (mutex, got) = (Mutex::new(0u64), AtomicU64::new(0));
    std::thread::scope(|s| {
        for t in 0..6u64 {
            let (mutex, got) = (&mutex, &got);
            s.spawn(move || {
                for i in 0..30_000u64 {
                    let guard = if t % 2 == 0 {
                        Some(mutex.lock())
                    } else {
                        mutex.try_lock_for(Duration::from_micros(i % 50))
                    };
                    if let Some(mut guard) = guard {
                        *guard += 1;
                        got.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(*mutex.lock(), got.load(Ordering::Relaxed));
}

#[test]
fn nested_locks_wait_in_the_kernel_and_count_exactly() {
    let _dog = watchdog("nested_locks");
    let (outer, inner) = ([Mutex::new(()), Mutex::new(()), Mutex::new(())], Mutex::new(0u64));
    std::thread::scope(|s| {
        for t in 0..6 {
            let (outer, inner) = (&outer, &inner);
            s.spawn(move || {
                for _ in 0..10_000 {
                    // Half hold another inheriting lock, and so wait for `inner` as kernel waiters.
                    let _held = (t < 3).then(|| outer[t].lock());
                    *inner.lock() += 1;
                }
            });
        }
    });
    assert_eq!(*inner.lock(), 60_000);
}

#[test]
fn bounded_buffer_loses_nothing() {
    let _dog = watchdog("bounded_buffer");
    const ITEMS: u64 = 100_000;
    let (buffer, not_empty, not_full) = (Mutex::new((0u64, 0u64)), Condvar::new(), Condvar::new());
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..ITEMS / 4 {
                    let mut b = not_full.wait_while(buffer.lock(), |b| b.0 == 4);
                    b.0 += 1;
                    drop(b);
                    not_empty.notify_one();
                }
            });
            s.spawn(|| {
                for i in 0..ITEMS / 4 {
                    let mut b = buffer.lock();
                    while b.0 == 0 {
                        b = if i % 3 == 0 {
                            not_empty.wait_for(b, Duration::from_micros(i % 200)).0
                        } else {
                            not_empty.wait(b)
                        };
                    }
                    b.0 -= 1;
                    b.1 += 1;
                    drop(b);
                    not_full.notify_one();
                }
            });
        }
    });
    assert_eq!(*buffer.lock(), (0, ITEMS));
}

#[test]
fn barrier_by_broadcast_releases_everybody() {
    let _dog = watchdog("barrier");
    const THREADS: u64 = 16;
    const ROUNDS: u64 = 1_000;
    let (state, turn) = (Mutex::new((0u64, 0u64)), Condvar::new());
    std::thread::scope(|s| {
        for t in 0..THREADS {
            let (state, turn) = (&state, &turn);
            s.spawn(move || {
                for round in 0..ROUNDS {
                    let mut g = state.lock();
                    g.0 += 1;
                    if g.0 == THREADS {
                        g.0 = 0;
                        g.1 += 1;
                        if round % 2 == 0 {
                            drop(g);
                        }
                        turn.notify_all();
                        continue;
                    }
                    while g.1 == round {
                        g = if (t + round) % 5 == 0 {
                            turn.wait_for(g, Duration::from_micros(t * 20)).0
                        } else {
                            turn.wait(g)
                        };
                    }
                }
            });
        }
    });
    assert_eq!(state.lock().1, ROUNDS);
}
