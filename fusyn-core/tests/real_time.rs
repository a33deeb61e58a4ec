//! Order and inversion with real-time threads, all on one CPU, through the Rust face.

mod common;

use std::sync::Mutex as StdMutex;
use std::time::{Duration, Instant};

use common::{burn, has_fifo, start, wait_until, watchdog};
use fusyn_core::kernel::{Linux, prio_of};
use fusyn_core::{Condvar, Mutex, RwLock, resort};

const HOLD: Duration = Duration::from_millis(10);
const HOG: Duration = Duration::from_millis(200);

/// Low holds, middle hogs the CPU, high wants: returns how long high waited.
fn inversion(low: impl FnOnce(&dyn Fn()) + Send + 'static, high: impl FnOnce() + Send + 'static) -> Duration {
    static HOLDING: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    HOLDING.store(false, std::sync::atomic::Ordering::SeqCst);
    let low = start(10, move || {
        low(&|| {
            HOLDING.store(true, std::sync::atomic::Ordering::SeqCst);
            burn(HOLD);
        });
    });
    wait_until("low to hold the lock", || HOLDING.load(std::sync::atomic::Ordering::SeqCst));
    let high = start(80, move || {
        // Becomes runnable together with high, and hogs the CPU that low needs.
        let middle = start(50, || burn(HOG));
        let began = Instant::now();
        high();
        let waited = began.elapsed();
        middle.join();
        waited
    });
    let waited = high.join();
    low.join();
    waited
}

#[test]
fn high_waits_for_the_critical_section_alone() {
    let _dog = watchdog("high_waits_for_the_critical_section_alone");
    if !has_fifo("high_waits_for_the_critical_section_alone") {
        return;
    }
    static MUTEX: Mutex<()> = Mutex::new(());
    let waited = inversion(
        |hold| {
            let _guard = MUTEX.lock();
            hold();
        },
        || drop(MUTEX.lock()),
    );
    assert!(waited < HOG / 2, "high waited {waited:?} for a section of {HOLD:?}: behind the hog");
}

/// A high reader, then a high writer, waits for a low writer's section alone.
#[test]
fn high_reader_and_writer_boost_the_writer() {
    let _dog = watchdog("high_reader_and_writer_boost_the_writer");
    if !has_fifo("high_reader_and_writer_boost_the_writer") {
        return;
    }
    static LOCK: RwLock<()> = RwLock::new_inheriting(());
    let highs: [fn(); 2] = [|| drop(LOCK.read()), || drop(LOCK.write())];
    for high in highs {
        let waited = inversion(
            |hold| {
                let _guard = LOCK.write();
                hold();
            },
            high,
        );
        assert!(waited < HOG / 2, "high waited {waited:?} for a section of {HOLD:?}: behind the hog");
    }
}

#[test]
fn signalled_high_waiter_boosts_the_owner() {
    let _dog = watchdog("signalled_high_waiter_boosts_the_owner");
    if !has_fifo("signalled_high_waiter_boosts_the_owner") {
        return;
    }
    static MUTEX: Mutex<bool> = Mutex::new(false);
    static COND: Condvar = Condvar::new();
    let high = start(80, || {
        let guard = COND.wait_while(MUTEX.lock(), |go| !*go);
        let now = Instant::now();
        drop(guard);
        now
    });
    high.wait_until_blocked();
    let low = start(10, || {
        let mut guard = MUTEX.lock();
        *guard = true;
        // From here the waiter is a ghost in the mutex's queue, and low runs at 80 until it unlocks.
        let middle = start(50, || burn(HOG));
        let signalled = Instant::now();
        COND.notify_one();
        burn(HOLD);
        drop(guard);
        middle.join();
        signalled
    });
    let waited = high.join().duration_since(low.join());
    assert!(waited < HOG / 2, "high had the mutex {waited:?} after its signal: behind the hog");
}

thread_local! {
    static WHO: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Starts a waiter for each priority, in order, each asleep before the next; `release` lets them go.
fn run(priorities: &[i32], wait: fn(), release: impl FnOnce(&[common::Thread<()>])) {
    let mut threads = Vec::new();
    for (i, priority) in priorities.iter().enumerate() {
        let thread = start(*priority, move || {
            WHO.set(i);
            wait();
        });
        thread.wait_until_blocked();
        threads.push(thread);
    }
    release(&threads);
    for thread in threads {
        thread.join();
    }
}

/// One test at a time uses these.
static ALONE: StdMutex<()> = StdMutex::new(());
static MUTEX: Mutex<Vec<usize>> = Mutex::new(Vec::new());
static COND: Condvar = Condvar::new();

fn lock_and_note() {
    MUTEX.lock().push(WHO.get());
}

fn wait_and_note() {
    let mut guard = COND.wait(MUTEX.lock());
    guard.push(WHO.get());
}

/// Who came when, after waits at the condvar.
fn noted(priorities: &[i32], release: impl FnOnce(&[common::Thread<()>])) -> Vec<usize> {
    run(priorities, wait_and_note, release);
    std::mem::take(&mut *MUTEX.lock())
}

/// Who came when, after waits for the mutex.
fn noted_by_lock(priorities: &[i32], release: impl FnOnce(&[common::Thread<()>])) -> Vec<usize> {
    let held = MUTEX.lock();
    run(priorities, lock_and_note, |threads| {
        release(threads);
        drop(held);
    });
    std::mem::take(&mut *MUTEX.lock())
}

#[test]
fn waiters_go_by_priority_and_fifo_among_equals() {
    let _dog = watchdog("waiters_go_by_priority_and_fifo_among_equals");
    if !has_fifo("waiters_go_by_priority_and_fifo_among_equals") {
        return;
    }
    let priorities = &[10, 30, 20, 80, 30, 10];
    let want = [3, 1, 4, 2, 0, 5];
    let _alone = ALONE.lock();
    assert_eq!(noted_by_lock(priorities, |_| {}), want, "mutex");
    let by_broadcast = noted(priorities, |_| {
        let _guard = MUTEX.lock();
        COND.notify_all();
    });
    assert_eq!(by_broadcast, want, "broadcast");
    let by_signals = noted(priorities, |threads| {
        let _guard = MUTEX.lock();
        for first in want {
            // A signalled thread goes for the mutex itself. Two of them, awake at once, would come in the order in
            // which the kernel runs them.
            let at_the_condvar = threads[first].system_call();
            COND.notify_one();
            threads[first].wait_until_blocked_elsewhere(&at_the_condvar);
        }
    });
    assert_eq!(by_signals, want, "signals");
}

#[test]
fn raised_waiter_is_served_first() {
    let _dog = watchdog("raised_waiter_is_served_first");
    if !has_fifo("raised_waiter_is_served_first") {
        return;
    }
    let _alone = ALONE.lock();
    let raise = |tid: u32| {
        fusyn_sys::sched::set_policy(tid, fusyn_sys::sched::SCHED_FIFO, 90).unwrap();
        resort::priority_changed::<Linux>(tid, prio_of(tid));
    };
    let by_signals = noted(&[10, 30, 20], |threads| {
        raise(threads[0].tid);
        let _guard = MUTEX.lock();
        for _ in 0..3 {
            COND.notify_one();
        }
    });
    assert_eq!(by_signals, [0, 1, 2], "condvar");
    let by_lock = noted_by_lock(&[10, 30, 20], |threads| raise(threads[2].tid));
    assert_eq!(by_lock, [2, 1, 0], "mutex");
}
