//! Looking again before sleeping: an ordinary thread first lets others run, and sleeps if its round goes on.
//!
//! Where more threads meet than there are CPUs, those who are still to come stand behind on the same CPUs. To let
//! them run costs a fraction of a sleep and a wake; where nobody else wants the CPU it returns at once, and the
//! looks hide the latency of a wake from an idle CPU.
//!
//! It is wrong where CPUs are shared with work that has nothing to do with the barrier, since the scheduler then
//! gives that a whole slice. So the time is measured: if it was long, nobody looks again there for a multiple of
//! that time, the longer the more often it happens in a row, until what is lost is one part in 512.
//!
//! Real-time threads sleep at once: they would let nobody run but their equals, and a deadline thread would
//! give away its budget.

use crate::kernel::Kernel;
use crate::sync::{AtomicU32, AtomicU64, Ordering};

/// More nanoseconds than the looks of a round take where only its own threads run.
const LONG: u64 = 500_000;
/// How many times as long nobody looks again, as a power of two: the first time, and at most.
const FIRST_PAUSE: u32 = 6;
const LONGEST_PAUSE: u32 = 9;

/// Of one place for rounds; a hint, whatever it says.
#[derive(Debug)]
pub(super) struct Patience {
    /// When looking again may be tried once more, in nanoseconds; 0: now.
    lost_until: AtomicU64,
    /// The next pause.
    pause: AtomicU32,
}

impl Patience {
    #[cfg(not(loom))]
    pub(super) const fn new() -> Patience {
        Patience { lost_until: AtomicU64::new(0), pause: AtomicU32::new(0) }
    }

    #[cfg(loom)]
    pub(super) fn new() -> Patience {
        Patience { lost_until: AtomicU64::new(0), pause: AtomicU32::new(0) }
    }

    /// Lets others run until `is_over` or patience ends; whether it is over.
    pub(super) fn look_again<K: Kernel>(&self, is_over: impl Fn() -> bool) -> bool {
        // Relaxed, here and below: a hint; nothing is ordered by it.
        if self.lost_until.load(Ordering::Relaxed) != 0 || K::prio().is_real_time() {
            return is_over();
        }
        let began = K::nanos();
        for _ in 0..K::barrier_looks() {
            K::yield_now();
            let now = K::nanos();
            let took = now.saturating_sub(began);
            if took > LONG {
                self.lose(now, took);
                return is_over();
            }
            if is_over() {
                if self.pause.load(Ordering::Relaxed) != 0 {
                    self.pause.store(0, Ordering::Relaxed);
                }
                return true;
            }
        }
        false
    }

    #[cold]
    fn lose(&self, now: u64, took: u64) {
        let pause = self.pause.load(Ordering::Relaxed).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        self.pause.store(pause + 1, Ordering::Relaxed);
        self.lost_until.store(now.saturating_add(took.saturating_mul(1 << pause)), Ordering::Relaxed);
    }

    /// Lets threads look again when the time has come; once in a round.
    pub(super) fn restore<K: Kernel>(&self) {
        let until = self.lost_until.load(Ordering::Relaxed);
        if until != 0 && K::nanos() >= until {
            self.lost_until.store(0, Ordering::Relaxed);
        }
    }
}
