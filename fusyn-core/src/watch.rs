//! Watching a park word for a moment before sleeping on it.
//!
//! Going to sleep and being woken takes as long as some ten thousand instructions; threads that answer each
//! other soon pay for it at every turn. A waiter that watches its word instead, and gives the CPU to whoever
//! wants it between its looks, sees the answer at once, and costs the waker no system call. Its place in the
//! queue is the same as asleep. Three things keep it from doing harm:
//!
//! * **Habit**, of each thread: when watching did not pay, so many waits sleep at once; twice as many after
//!   each failure.
//! * **Crowd**, of the process: when somebody else kept the CPU that a watcher gave away, nobody watches for
//!   a while: asleep, a thread gets the CPU back sooner.
//! * A real-time waiter never watches: it would keep the CPU from the very thread that wakes it.

use fusyn_sys::Deadline;

use crate::kernel::Kernel;
use crate::prio::Prio;
use crate::sync::{AtomicU64, Ordering};
use crate::waiter::{PARKED, Waiter};

/// What a thread has learnt of its waits; zero in a new thread.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Habit {
    /// Waits that go to sleep at once from here on.
    skip: u32,
    /// How many those were when they were last counted.
    setback: u32,
}

/// Most waits between two attempts.
const MAX_SETBACK: u32 = 1024;
/// Somebody else took the CPU if it was back so late, in ns.
const AWAY: u64 = 1_000_000;
/// How long nobody watches after that, in ns.
const CROWDED: u64 = 500_000_000;
/// Looks between two offers of the CPU.
const LOOKS: u32 = 16;

impl Habit {
    #[cfg(loom)]
    pub(crate) const NONE: Habit = Habit { skip: 0, setback: 0 };

    fn may_watch(&mut self) -> bool {
        let now = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        now
    }

    fn learn(&mut self, paid: bool) {
        self.setback = if paid { self.setback / 2 } else { (self.setback * 2).clamp(1, MAX_SETBACK) };
        self.skip = self.setback;
    }
}

/// The caller's priority, asked now; notes whether it may watch.
///
/// # Safety
/// `me` is the caller's own waiter, unqueued.
#[inline]
pub(crate) unsafe fn ask_prio<K: Kernel>(me: *mut Waiter) -> Prio {
    let prio = K::prio();
    // SAFETY: forwarded from the caller.
    unsafe { (*me).may_watch = !prio.is_real_time() };
    prio
}

/// Waits awake until `is_over`, if the caller may and it paid lately, for `K::offers` at most.
///
/// `may` is asked last, since it may cost a system call.
pub(crate) fn watch<K: Kernel>(
    may: impl FnOnce() -> bool,
    deadline: Option<&Deadline>,
    is_over: impl Fn() -> bool,
) {
    let offers = K::offers();
    if offers == 0 {
        return;
    }
    // SAFETY: the caller's own block. A handler that waits itself may write the habit in between: one lesson
    // is lost.
    unsafe {
        let learnt = &raw mut (*K::local()).habit;
        let mut habit = learnt.read();
        let now = habit.may_watch();
        learnt.write(habit);
        if !now || !may() || deadline.is_some_and(K::has_passed) {
            return;
        }
        if let Some(paid) = ends_within(offers, is_over, &K::table().crowded_until, K::nanos, K::yield_now) {
            habit.learn(paid);
            learnt.write(habit);
        }
    }
}

/// [`watch`] of a waiter's own park word, while it is `PARKED`.
///
/// # Safety
/// `me` is the caller's own waiter.
#[inline]
pub(crate) unsafe fn watch_park<K: Kernel>(me: *mut Waiter, deadline: Option<&Deadline>) {
    // SAFETY: the caller's own waiter; `park` is an atomic, `may_watch` its own (I2).
    let (park, may) = unsafe { (&(*me).park, (*me).may_watch) };
    // Relaxed: a look; the caller reads it again.
    watch::<K>(|| may, deadline, || park.load(Ordering::Relaxed) != PARKED);
}

/// Whether it was over in time; `None` if the CPUs are wanted by others.
fn ends_within(
    offers: u32,
    is_over: impl Fn() -> bool,
    crowded_until: &AtomicU64,
    nanos: fn() -> u64,
    offer_cpu: fn(),
) -> Option<bool> {
    let mut before = nanos();
    // Relaxed, here and below: a hint, which orders nothing.
    if before < crowded_until.load(Ordering::Relaxed) {
        return None;
    }
    for _ in 0..offers {
        for _ in 0..LOOKS {
            if is_over() {
                return Some(true);
            }
            core::hint::spin_loop();
        }
        offer_cpu();
        let now = nanos();
        if now - before >= AWAY {
            crowded_until.store(now + CROWDED, Ordering::Relaxed);
            return None;
        }
        before = now;
    }
    Some(is_over())
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::kernel::Linux;
    use crate::waiter::Kind;

    const OFFERS: u32 = 40;

    #[test]
    fn what_ends_in_time_has_paid() {
        let crowded = AtomicU64::new(0);
        assert_eq!(ends_within(OFFERS, || true, &crowded, Linux::nanos, || ()), Some(true));
        assert_eq!(crowded.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn what_does_not_has_not() {
        let crowded = AtomicU64::new(0);
        // On a loaded machine the test itself may be kept away: then it is a crowd, and not judged here.
        if let Some(paid) = ends_within(OFFERS, || false, &crowded, Linux::nanos, || ()) {
            assert!(!paid);
        }
    }

    #[test]
    fn a_crowd_is_noticed_and_ends_all_watching_for_a_while() {
        fn others_run() {
            std::thread::sleep(std::time::Duration::from_nanos(AWAY));
        }
        fn never() {
            panic!("watched in a crowd");
        }
        let crowded = AtomicU64::new(0);
        assert_eq!(ends_within(OFFERS, || false, &crowded, Linux::nanos, others_run), None);
        let until = crowded.load(Ordering::Relaxed);
        assert!(until > Linux::nanos());
        crowded.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(ends_within(OFFERS, || false, &crowded, Linux::nanos, never), None);
        crowded.store(1, Ordering::Relaxed); // that time is over
        assert!(ends_within(OFFERS, || true, &crowded, Linux::nanos, never) == Some(true));
    }

    #[test]
    fn each_failure_doubles_the_waits_that_sleep_at_once() {
        let mut habit = Habit { skip: 0, setback: 0 };
        let mut waits_between = || {
            let mut n = 0;
            while !habit.may_watch() {
                n += 1;
            }
            habit.learn(false);
            n
        };
        let seen: Vec<u32> = (0..13).map(|_| waits_between()).collect();
        assert_eq!(seen, [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024]);
    }

    #[test]
    fn success_is_learnt_too() {
        let mut habit = Habit { skip: 0, setback: 1 };
        habit.learn(true);
        assert!(habit.may_watch() && habit.may_watch());
    }

    #[test]
    fn an_ordinary_waiter_may_watch_and_a_real_time_one_may_not() {
        let may_watch = || {
            let mut waiter = Waiter::new(Kind::Mutex, Linux::tid(), Prio::NORMAL);
            // SAFETY: this thread's own waiter, in no queue.
            unsafe { ask_prio::<Linux>(&raw mut waiter) };
            waiter.may_watch
        };
        assert!(may_watch());
        let asked = std::thread::spawn(move || {
            let param = libc::sched_param { sched_priority: 1 };
            // SAFETY: plain call on the calling thread.
            let denied = unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const param) } != 0;
            (!denied).then(may_watch)
        });
        match asked.join().expect("the thread asks for its own priority") {
            Some(watches) => assert!(!watches),
            None if std::env::var_os("CI").is_some() => panic!("SCHED_FIFO is denied in CI"),
            None => eprintln!("SKIP: SCHED_FIFO is denied; grant it with `ulimit -r 99` or CAP_SYS_NICE"),
        }
    }
}
