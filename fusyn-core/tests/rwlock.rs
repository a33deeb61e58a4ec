//! Read-write locks on the real kernel: exclusion under every kind of call, recursion, starvation, panics.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fusyn_core::RwLock;

/// Two counters that differ only while a writer is inside.
type Pair = (u64, u64);

fn read(lock: &RwLock<Pair>) {
    let pair = lock.read();
    assert_eq!(pair.0, pair.1);
}

fn visit(lock: &RwLock<Pair>, kind: usize, written: &AtomicU64) {
    let soon = Duration::from_micros(20);
    let guard = match kind % 8 {
        0 => Some(lock.write()),
        1 => lock.try_write(),
        2 => lock.try_write_for(soon),
        3 => {
            drop(lock.try_read());
            drop(lock.try_read_for(soon));
            None
        }
        _ => {
            let outer = lock.read();
            read(lock); // again, whoever waits
            assert_eq!(outer.0, outer.1);
            None
        }
    };
    if let Some(mut pair) = guard {
        pair.0 += 1;
        std::hint::black_box(&mut *pair);
        pair.1 += 1;
        written.fetch_add(1, Ordering::Relaxed);
    }
}

fn stress(lock: &RwLock<Pair>) {
    let written = AtomicU64::new(0);
    thread::scope(|scope| {
        for seed in 0..6_usize {
            let written = &written;
            scope.spawn(move || {
                let mut x = seed + 1;
                for _ in 0..20_000 {
                    x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    visit(lock, x >> 40, written);
                }
            });
        }
    });
    assert_eq!(lock.read().0, written.load(Ordering::Relaxed));
    assert_eq!((lock.readers(), lock.writer(), lock.is_locked()), (0, None, false));
}

#[test]
fn readers_and_writers_exclude_each_other() {
    stress(&RwLock::new((0, 0)));
}

#[test]
fn the_same_with_writers_first() {
    stress(&RwLock::new_writers_first((0, 0)));
}

#[test]
fn the_same_with_a_writer_that_inherits() {
    stress(&RwLock::new_inheriting((0, 0)));
}

/// Readers that always overlap let a writer in all the same.
#[test]
fn overlapping_readers_do_not_starve_a_writer() {
    let lock = RwLock::new(0);
    let (entries, done) = (AtomicUsize::new(0), AtomicBool::new(false));
    let outcome = thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let guard = lock.read();
                    let mine = entries.fetch_add(1, Ordering::Relaxed) + 1;
                    let end = Instant::now() + Duration::from_millis(20);
                    while entries.load(Ordering::Relaxed) == mine && Instant::now() < end {
                        thread::yield_now();
                    }
                    drop(guard);
                }
            });
        }
        while entries.load(Ordering::Relaxed) < 100 {
            thread::yield_now();
        }
        let got = lock.try_write_for(Duration::from_secs(10)).is_some();
        done.store(true, Ordering::Relaxed);
        got
    });
    assert!(outcome);
}

#[test]
fn timed_calls_give_up_in_time() {
    let lock = RwLock::new(0);
    let guard = lock.write();
    assert!(lock.writer().is_some() && lock.is_locked());
    thread::scope(|scope| {
        scope.spawn(|| {
            let start = Instant::now();
            assert!(lock.try_read_for(Duration::from_millis(20)).is_none());
            assert!(lock.try_write_for(Duration::from_millis(20)).is_none());
            assert!(start.elapsed() >= Duration::from_millis(40));
        });
    });
    drop(guard);
    assert!(lock.try_read().is_some() && lock.try_write().is_some());
}

#[test]
fn panic_inside_unlocks() {
    let lock = RwLock::new(0);
    thread::scope(|scope| {
        let result = scope.spawn(|| {
            let _guard = lock.write();
            panic!("expected by this test");
        });
        assert!(result.join().is_err());
    });
    assert!(lock.try_write().is_some());
}

#[test]
#[should_panic(expected = "writes this lock already")]
fn reading_what_one_writes_panics() {
    let lock = RwLock::new(0);
    let _guard = lock.write();
    drop(lock.read());
}
