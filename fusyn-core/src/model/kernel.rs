//! A kernel for models: futex wait and wake, PI locks with hand-over by priority, time that passes when a
//! model says so.
//!
//! Facts K1-K3, K8 and K9 of the kernel contract hold here: LOCK_PI on a free word drops WAITERS, UNLOCK_PI
//! without a kernel waiter writes 0, a hand-over always sets WAITERS, a dead owner's word gives ESRCH, and a
//! timed-out LOCK_PI leaves WAITERS.

use std::cell::{Cell, UnsafeCell};

use fusyn_sys::{Deadline, Errno};
use loom::sync::{Arc, Condvar, Mutex};

use crate::kernel::Kernel;
use crate::local::Local;
use crate::prio::Prio;
use crate::sync::{AtomicU32, Ordering};
use crate::table::Table;
use crate::word;

pub(super) struct Model;

struct World {
    table: Table,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    sleepers: Vec<Sleeper>,
    threads: u32,
    /// Every deadline has passed.
    expired: bool,
    /// Whose priority was changed, and to what.
    raised: Option<(u32, Prio)>,
    /// Threads that have died.
    dead: Vec<u32>,
}

struct Sleeper {
    tid: u32,
    prio: Prio,
    word: usize,
    pi: bool,
    timed: bool,
    /// Which wakes mean it.
    bits: u32,
    ended: Arc<Condvar>,
}

impl State {
    /// Takes the top kernel waiter of a word out.
    fn pop_kernel_waiter(&mut self, word: usize) -> Option<Sleeper> {
        let mine = |s: &Sleeper| s.word == word && s.pi;
        let top = self.sleepers.iter().filter(|s| mine(s)).map(|s| s.prio).max()?;
        let i = self.sleepers.iter().position(|s| mine(s) && s.prio == top)?;
        Some(self.sleepers.remove(i))
    }

    /// The caller's priority.
    fn prio(&self) -> Prio {
        match self.raised {
            Some((tid, prio)) if tid == Model::tid() => prio,
            _ => PRIO.with(Cell::get),
        }
    }
}

loom::lazy_static! {
    static ref WORLD: World = World { table: Table::for_model(super::BUCKETS.with(Cell::get)), state: Mutex::new(State::default()) };
}

loom::thread_local! {
    static TID: Cell<u32> = Cell::new(0);
    static PRIO: Cell<Prio> = Cell::new(Prio::NORMAL);
    static LOCAL: UnsafeCell<Local> = UnsafeCell::new(Local::new());
}

/// What the kernel was asked in this run, for the one that fails.
static TRACE: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

fn note(what: &str, word: usize, now: u32) {
    TRACE.lock().unwrap().push(format!("T{} {what} {word:x} = {now:x}", Model::tid()));
}

impl Model {
    /// Starts a run's trace, and prints it if the run fails.
    pub(super) fn start_trace() {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let default = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                for line in std::mem::take(&mut *TRACE.lock().unwrap()) {
                    eprintln!("  {line}");
                }
                default(info);
            }));
        });
        TRACE.lock().unwrap().clear();
    }

    pub(super) fn start_thread(prio: Prio) {
        let mut state = WORLD.state.lock().unwrap();
        state.threads += 1;
        TID.with(|tid| tid.set(state.threads));
        PRIO.with(|p| p.set(prio));
    }

    /// Lets every deadline pass.
    pub(super) fn expire() {
        let mut state = WORLD.state.lock().unwrap();
        note("time passes", 0, 0);
        state.expired = true;
        state.sleepers.retain(|s| {
            if s.timed {
                s.ended.notify_one();
            }
            !s.timed
        });
    }

    /// Changes a thread's priority, as a setter's system call does; for a model in [`explore_raised`].
    ///
    /// [`explore_raised`]: super::explore_raised
    pub(super) fn raise(tid: u32, prio: Prio) {
        note("raise", 0, tid);
        WORLD.state.lock().unwrap().raised = Some((tid, prio));
    }

    /// The caller dies, and leaves a word that it owns to the top kernel waiter, if there is one (P13).
    pub(super) fn die(word: &AtomicU32) {
        let mut state = WORLD.state.lock().unwrap();
        note("die", &raw const *word as usize, word.load(Ordering::SeqCst));
        state.dead.push(Self::tid());
        if let Some(heir) = state.pop_kernel_waiter(&raw const *word as usize) {
            replace(word, heir.tid | word::WAITERS | word::OWNER_DIED);
            heir.ended.notify_one();
        }
    }

    /// Whether a thread sleeps in LOCK_PI on a word, and whether it sleeps in a plain wait.
    pub(super) fn sleeps(tid: u32, word: &AtomicU32) -> (bool, bool) {
        let state = WORLD.state.lock().unwrap();
        let word = &raw const *word as usize;
        let is =
            |pi: bool| state.sleepers.iter().any(|s| s.tid == tid && s.pi == pi && (!pi || s.word == word));
        (is(true), is(false))
    }

    /// Threads asleep just now.
    pub(super) fn sleepers() -> usize {
        WORLD.state.lock().unwrap().sleepers.len()
    }

    /// A deadline; when it passes is the model's choice.
    pub(super) fn deadline() -> Deadline {
        Deadline::new(fusyn_sys::Clock::Monotonic, 1, 0).unwrap()
    }

    /// Sleeps until somebody removes the caller's entry.
    fn sleep(
        mut state: loom::sync::MutexGuard<'_, State>,
        word: usize,
        pi: bool,
        timed: bool,
        bits: u32,
    ) -> Result<(), Errno> {
        let (tid, prio, ended) = (Self::tid(), state.prio(), Arc::new(Condvar::new()));
        state.sleepers.push(Sleeper { tid, prio, word, pi, timed, bits, ended: ended.clone() });
        while state.sleepers.iter().any(|s| s.tid == tid) {
            state = ended.wait(state).unwrap();
        }
        if timed && state.expired && !pi { Err(Errno::ETIMEDOUT) } else { Ok(()) }
    }
}

// SAFETY: the model keeps the contract of each operation, under one kernel lock.
unsafe impl Kernel for Model {
    fn tid() -> u32 {
        TID.with(Cell::get)
    }
    fn epoch() -> u32 {
        1
    }
    fn is_ancestor(_: u32) -> bool {
        false
    }
    fn prio() -> Prio {
        // Not in every model: the lock is one more place to branch at.
        if super::RAISES.with(Cell::get) { WORLD.state.lock().unwrap().prio() } else { PRIO.with(Cell::get) }
    }
    fn local() -> *mut Local {
        LOCAL.with(UnsafeCell::get)
    }
    fn table() -> &'static Table {
        &WORLD.table
    }
    fn spins() -> u32 {
        0
    }
    fn bucket_looks() -> u32 {
        0
    }
    fn offers() -> u32 {
        0
    }
    fn is_interrupting_handled() -> bool {
        false
    }
    fn nanos() -> u64 {
        0
    }
    /// Nothing: loom runs a thread that yields after all others, and would never let it queue before they are done.
    fn pause() {}
    fn has_passed(_: &Deadline) -> bool {
        WORLD.state.lock().unwrap().expired
    }
    fn yield_now() {
        loom::thread::yield_now();
    }

    unsafe fn wait(word: *const AtomicU32, expected: u32, deadline: Option<&Deadline>) -> Result<(), Errno> {
        let state = WORLD.state.lock().unwrap();
        // SAFETY: alive by the caller's contract.
        let now = unsafe { (*word).load(Ordering::SeqCst) };
        note("wait", word as usize, now);
        if now != expected {
            return Err(Errno::EAGAIN);
        }
        if deadline.is_some() && state.expired {
            return Err(Errno::ETIMEDOUT);
        }
        Self::sleep(state, word as usize, false, deadline.is_some(), u32::MAX)
    }

    fn wake(word: *const AtomicU32) {
        let mut state = WORLD.state.lock().unwrap();
        note("wake", word as usize, 0);
        if let Some(i) = state.sleepers.iter().position(|s| s.word == word as usize && !s.pi) {
            state.sleepers.remove(i).ended.notify_one();
        }
    }

    unsafe fn wait_bits(word: *const AtomicU32, expected: u32, bits: u32) -> Result<(), Errno> {
        let state = WORLD.state.lock().unwrap();
        // SAFETY: alive by the caller's contract.
        let now = unsafe { (*word).load(Ordering::SeqCst) };
        note("wait_bits", word as usize, now);
        if now != expected {
            return Err(Errno::EAGAIN);
        }
        Self::sleep(state, word as usize, false, false, bits)
    }

    fn wake_all(word: *const AtomicU32, bits: u32) {
        let mut state = WORLD.state.lock().unwrap();
        note("wake_all", word as usize, bits);
        state.sleepers.retain(|s| {
            let meant = s.word == word as usize && !s.pi && s.bits & bits != 0;
            if meant {
                s.ended.notify_one();
            }
            !meant
        });
    }

    unsafe fn lock_pi(word: *const AtomicU32, deadline: Option<&Deadline>) -> Result<(), Errno> {
        let tid = Self::tid();
        let state = WORLD.state.lock().unwrap();
        // SAFETY: alive by the caller's contract.
        let word_ref = unsafe { &*word };
        loop {
            let now = word_ref.load(Ordering::SeqCst);
            if word::owner(now) == tid {
                return Err(Errno::EDEADLK);
            }
            let known = state.sleepers.iter().any(|s| s.word == word as usize && s.pi);
            let (next, got) = if word::is_free(now) {
                (word::owned_by(tid, known), true)
            } else {
                (now | word::WAITERS, false)
            };
            if word_ref.compare_exchange(now, next, Ordering::SeqCst, Ordering::SeqCst).is_err() {
                continue;
            }
            note("lock_pi", word as usize, next);
            if got {
                return Ok(());
            }
            if state.dead.contains(&word::owner(now)) {
                return Err(Errno::ESRCH);
            }
            break;
        }
        if deadline.is_some() && state.expired {
            return Err(Errno::ETIMEDOUT);
        }
        Self::sleep(state, word as usize, true, deadline.is_some(), u32::MAX)?;
        let got = word::owner(word_ref.load(Ordering::SeqCst)) == tid;
        if got { Ok(()) } else { Err(Errno::ETIMEDOUT) }
    }

    fn is_living(tid: u32) -> bool {
        !WORLD.state.lock().unwrap().dead.contains(&tid)
    }

    unsafe fn unlock_pi(word: *const AtomicU32) -> Result<(), Errno> {
        let mut state = WORLD.state.lock().unwrap();
        // SAFETY: alive by the caller's contract.
        let word_ref = unsafe { &*word };
        note("unlock_pi", word as usize, word_ref.load(Ordering::SeqCst));
        if word::owner(word_ref.load(Ordering::SeqCst)) != Self::tid() {
            return Err(Errno::EPERM);
        }
        match state.pop_kernel_waiter(word as usize) {
            Some(heir) => {
                replace(word_ref, heir.tid | word::WAITERS);
                heir.ended.notify_one();
            }
            None => replace(word_ref, 0),
        }
        Ok(())
    }
}

/// Writes as the kernel does, by compare-exchange: loom does not order a plain store after another
/// thread's exchange that it overwrites.
fn replace(word: &AtomicU32, value: u32) {
    let mut now = word.load(Ordering::SeqCst);
    while let Err(other) = word.compare_exchange(now, value, Ordering::SeqCst, Ordering::SeqCst) {
        now = other;
    }
}
