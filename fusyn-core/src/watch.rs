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
//! * A real-time waiter never watches: it would keep the CPU from the very thread that wakes it. Nor does one that
//!   holds an inheriting lock: whoever waits for that may boost it to a real-time priority at any moment.

use fusyn_sys::Deadline;

use crate::kernel::Kernel;
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
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
/// Others used the CPU, for nothing that ended the wait, if that took so long in all, in ns.
const IN_VAIN: u64 = 150_000;
/// How many waits sleep at once after that, of all threads together.
const CROWDED: u32 = 32_768;
/// A handler that is installed is known of so many ns later at the latest. To ask takes some 12 us; asked at half
/// this time, a thread that always waits loses 2.5 % by it.
const KNOWN_FOR: u64 = 1_000_000;
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

/// The caller's priority; notes whether it may watch. Asked once in a call that blocks, and again if fusyn
/// was told of a change meanwhile (`asked_at`, a value of the table's `sched_gen`, tells).
///
/// # Safety
/// `me` is the caller's own waiter, unqueued.
#[inline]
pub(crate) unsafe fn ask_prio<K: Kernel>(me: *mut Waiter, asked_at: u32) -> Prio {
    // SAFETY: forwarded from the caller.
    unsafe {
        match (*me).asked {
            Some((at, prio)) if at == asked_at => prio,
            _ => {
                let prio = K::prio();
                (*me).asked = Some((asked_at, prio));
                (*me).may_watch = !prio.is_real_time();
                prio
            }
        }
    }
}

/// Waits awake until `is_over`, if the caller may and it paid lately, for `K::offers` at most.
///
/// `may` gives the time, if the caller may; asked late, since it may cost a system call.
pub(crate) fn watch<K: Kernel>(
    may: impl FnOnce() -> Option<u64>,
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
        if (*K::local()).held > 0 {
            return;
        }
        let learnt = &raw mut (*K::local()).habit;
        let mut habit = learnt.read();
        let now = habit.may_watch();
        learnt.write(habit);
        if !now || is_crowded(&K::table().crowd) {
            return;
        }
        let Some(start) = may() else { return };
        if deadline.is_some_and(K::has_passed) {
            return;
        }
        if let Some(paid) = ends_within(offers, start, is_over, &K::table().crowd, K::nanos, K::yield_now) {
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
    // SAFETY: forwarded from the caller.
    unsafe { watch_park_if::<K>(me, deadline, |_| true) };
}

/// [`watch_park`] in a wait that signal handlers end: only where none can. A watcher does not see that a handler
/// ran, and would sleep on after one that the program means to end its wait.
///
/// To ask the kernel takes so long that a signal might come meanwhile. So the answer must be there, from
/// [`ask_for_next`]; where it is too old, watching has not paid.
///
/// # Safety
/// As [`watch_park`].
#[inline]
pub(crate) unsafe fn watch_park_unless_interrupted<K: Kernel>(me: *mut Waiter, deadline: Option<&Deadline>) {
    let is_free = |now| {
        let known = is_known_free::<K>(now, KNOWN_FOR);
        // SAFETY: the caller's own waiter, and block; see `watch`.
        unsafe {
            (*me).looked_at = now;
            if !known {
                (*K::local()).habit.learn(false);
            }
        }
        known
    };
    // SAFETY: forwarded from the caller.
    unsafe { watch_park_if::<K>(me, deadline, is_free) };
}

#[inline]
unsafe fn watch_park_if<K: Kernel>(
    me: *mut Waiter,
    deadline: Option<&Deadline>,
    may_at: impl FnOnce(u64) -> bool,
) {
    // SAFETY: the caller's own waiter; `park` is an atomic, `may_watch` its own (I2).
    let (park, may) = unsafe { (&(*me).park, (*me).may_watch) };
    // Relaxed: a look; the caller reads it again.
    watch::<K>(
        || may.then(K::nanos).filter(|now| may_at(*now)),
        deadline,
        || park.load(Ordering::Relaxed) != PARKED,
    );
}

/// After a wait that signal handlers end, which ended otherwise: asks whether a handler could end one, if the
/// thread's next wait may watch and the answer is getting old.
///
/// # Safety
/// `me` is the caller's own waiter, unqueued.
#[inline]
pub(crate) unsafe fn ask_for_next<K: Kernel>(me: *mut Waiter) {
    // SAFETY: the caller's own block and waiter.
    let (may, looked_at) = unsafe { ((*me).may_watch && (*K::local()).habit.skip == 0, (*me).looked_at) };
    if !may || K::offers() == 0 {
        return;
    }
    let now = if looked_at == 0 { K::nanos() } else { looked_at };
    if !is_known_free::<K>(now, KNOWN_FOR / 2) {
        let at = if K::is_interrupting_handled() { 0 } else { now };
        K::table().unhandled_at.store(at, Ordering::Relaxed); // Relaxed: see `is_known_free`
    }
}

/// Whether no handler could end a sleep, as asked at most so many ns before `now`, or since.
fn is_known_free<K: Kernel>(now: u64, within: u64) -> bool {
    // Relaxed: nothing else is read on the strength of it.
    let at = K::table().unhandled_at.load(Ordering::Relaxed);
    at != 0 && now.saturating_sub(at) < within
}

/// Counts a wait that is not to watch, if there are any left.
fn is_crowded(crowd: &AtomicU32) -> bool {
    // Relaxed: a hint; of two threads that count at once, one may be lost.
    let left = crowd.load(Ordering::Relaxed);
    if left > 0 {
        crowd.store(left - 1, Ordering::Relaxed);
    }
    left > 0
}

/// Whether it was over in time; `None` if the CPUs are wanted by others.
fn ends_within(
    offers: u32,
    start: u64,
    is_over: impl Fn() -> bool,
    crowd: &AtomicU32,
    nanos: fn() -> u64,
    offer_cpu: fn(),
) -> Option<bool> {
    let mut before = start;
    for _ in 0..offers {
        for _ in 0..LOOKS {
            if is_over() {
                return Some(true);
            }
            core::hint::spin_loop();
        }
        offer_cpu();
        let now = nanos();
        if now - before >= AWAY || (now - start >= IN_VAIN && !is_over()) {
            crowd.store(CROWDED, Ordering::Relaxed); // Relaxed: a hint
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
        let crowd = AtomicU32::new(0);
        assert_eq!(ends_within(OFFERS, Linux::nanos(), || true, &crowd, Linux::nanos, || ()), Some(true));
        assert!(!is_crowded(&crowd));
    }

    #[test]
    fn what_does_not_has_not() {
        let crowd = AtomicU32::new(0);
        // On a loaded machine the test itself may be kept away: then it is a crowd, and not judged here.
        if let Some(paid) = ends_within(OFFERS, Linux::nanos(), || false, &crowd, Linux::nanos, || ()) {
            assert!(!paid);
        }
    }

    #[test]
    fn a_crowd_is_noticed_and_ends_all_watching_for_a_while() {
        fn others_run() {
            std::thread::sleep(std::time::Duration::from_nanos(AWAY));
        }
        let crowd = AtomicU32::new(0);
        assert_eq!(ends_within(OFFERS, Linux::nanos(), || false, &crowd, Linux::nanos, others_run), None);
        assert_eq!((0..=CROWDED).filter(|_| is_crowded(&crowd)).count(), CROWDED as usize);
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
    fn who_holds_an_inheriting_lock_sleeps_at_once() {
        let looked = std::cell::Cell::new(false);
        let visit = || {
            // SAFETY: this thread's own block.
            unsafe { (*Linux::local()).habit = Habit { skip: 0, setback: 0 } };
            Linux::table().crowd.store(0, Ordering::Relaxed); // Relaxed: see `is_crowded`
            looked.set(false);
            watch::<Linux>(|| Some(Linux::nanos()), None, || !looked.replace(true));
            looked.get()
        };
        if Linux::offers() == 0 {
            return; // one CPU: nobody watches
        }
        let mutex = crate::Mutex::new(());
        let guard = mutex.lock();
        assert!(!visit());
        drop(guard);
        assert!(visit());
    }

    #[test]
    fn success_is_learnt_too() {
        let mut habit = Habit { skip: 0, setback: 1 };
        habit.learn(true);
        assert!(habit.may_watch() && habit.may_watch());
    }

    #[test]
    fn what_is_known_of_handlers_is_asked_for_after_a_wait_and_grows_old() {
        let at = &Linux::table().unhandled_at;
        let mut waiter = Waiter::new(Kind::Semaphore, Linux::tid(), Prio::NORMAL);
        let me = &raw mut waiter;
        let set = |may_watch: bool, skip: u32| {
            // SAFETY: this thread's own waiter, in no queue, and block.
            unsafe {
                (*me).may_watch = may_watch;
                (*Linux::local()).habit = Habit { skip, setback: 0 };
                ask_for_next::<Linux>(me);
            }
        };
        assert!(!is_known_free::<Linux>(Linux::nanos(), KNOWN_FOR), "nobody has asked");
        set(false, 0);
        set(true, 1);
        assert_eq!(at.load(Ordering::Relaxed), 0, "the next wait will not watch");
        set(true, 0);
        let asked = at.load(Ordering::Relaxed);
        assert!(is_known_free::<Linux>(asked, KNOWN_FOR), "this process handles faults alone");
        assert!(!is_known_free::<Linux>(asked + KNOWN_FOR, KNOWN_FOR));
    }

    #[test]
    fn an_ordinary_waiter_may_watch_and_a_real_time_one_may_not() {
        let may_watch = || {
            let mut waiter = Waiter::new(Kind::Mutex, Linux::tid(), Prio::NORMAL);
            // SAFETY: this thread's own waiter, in no queue.
            unsafe { ask_prio::<Linux>(&raw mut waiter, 0) };
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
