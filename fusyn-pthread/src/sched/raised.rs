//! The threads that run at a ceiling just now, where the scheduling setters can find them.
//!
//! A thread that holds a ceiling mutex has a *base*, what it was set to, and a *ceiling*, the highest it
//! holds; it runs at the higher of both. The owner changes the ceiling, anybody the base; both then
//! apply what the slot says, and look again whether it still says so: the last to look has applied the
//! last state.
//!
//! A slot belongs to a thread of an epoch (see `fusyn_sys::fork_page`), so a forked child's slots are free.

use fusyn_core::sync::{AtomicU32, AtomicU64, Ordering};
use fusyn_sys::sched::SCHED_DEADLINE;
use fusyn_sys::{Errno, fork_page, sched};

/// What a thread was set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Base {
    /// The policy, with the reset-on-fork flag if it is set.
    pub(crate) policy: i32,
    /// 1..=99 for FIFO and RR, else 0.
    pub(crate) priority: i32,
}

/// What a setter left as it was.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub(super) policy: bool,
    pub(super) priority: bool,
}

impl Kept {
    /// All was set.
    pub(super) const NOTHING: Kept = Kept { policy: false, priority: false };
    /// The priority alone was set.
    pub(super) const POLICY: Kept = Kept { policy: true, priority: false };
}

const RESET_ON_FORK: i32 = 0x4000_0000;
const FLAG_RESET_ON_FORK: u64 = 1;

impl Base {
    /// What thread `tid` is set to in the kernel (0: the caller).
    pub(super) fn read(tid: u32) -> Result<Base, Errno> {
        let attr = sched::getattr(tid)?;
        let flag = if attr.flags & FLAG_RESET_ON_FORK != 0 { RESET_ON_FORK } else { 0 };
        Ok(Base { policy: attr.policy as i32 | flag, priority: attr.priority as i32 })
    }

    /// The policy alone.
    pub(super) fn plain_policy(self) -> i32 {
        self.policy & !RESET_ON_FORK
    }

    /// What was kept of `self`, and `set` for the rest; all of `self` if those do not go together.
    fn with(self, set: Base, kept: Kept) -> Base {
        let merged = Base {
            policy: if kept.policy { self.policy } else { set.policy },
            priority: if kept.priority { self.priority } else { set.priority },
        };
        if merged.is_real_time() == (merged.priority != 0) { merged } else { self }
    }

    /// Whether it is FIFO or RR.
    pub(super) fn is_real_time(self) -> bool {
        matches!(self.plain_policy(), libc::SCHED_FIFO | libc::SCHED_RR)
    }

    /// What a thread with this base runs at under a ceiling (0: none).
    pub(super) fn under(self, ceiling: u32) -> Base {
        let ceiling = ceiling as i32;
        // Nothing goes before a deadline, and its parameters could not be given back.
        if ceiling <= self.priority || self.plain_policy() == SCHED_DEADLINE {
            self
        } else if self.is_real_time() {
            Base { priority: ceiling, ..self }
        } else {
            Base { policy: libc::SCHED_FIFO | self.policy & RESET_ON_FORK, priority: ceiling }
        }
    }

    fn pack(self) -> u64 {
        u64::from(self.policy as u32) << 32 | u64::from(self.priority as u32)
    }

    fn unpack(packed: u64) -> Base {
        Base { policy: (packed >> 32) as i32, priority: packed as u32 as i32 }
    }

    /// Sets thread `tid` to this (0: the caller).
    pub(super) fn apply(self, tid: u32) -> Result<(), Errno> {
        sched::set_policy(tid, self.policy, self.priority)
    }
}

struct Slot {
    /// Epoch and id of the thread, packed; 0 is free.
    thread: AtomicU64,
    /// A packed [`Base`]; any thread.
    base: AtomicU64,
    /// The highest ceiling held; the slot's thread only.
    ceiling: AtomicU32,
}

/// No thread's id: the kernel's are below 2^30.
const NOBODY: u64 = u32::MAX as u64;

const SLOTS: usize = 128;
static TABLE: [Slot; SLOTS] =
    [const { Slot { thread: AtomicU64::new(0), base: AtomicU64::new(0), ceiling: AtomicU32::new(0) } };
        SLOTS];

fn name_of(tid: u32) -> u64 {
    u64::from(fork_page::epoch()) << 32 | u64::from(tid)
}

fn find(tid: u32) -> Option<&'static Slot> {
    let name = name_of(tid);
    TABLE.iter().find(|slot| slot.thread.load(Ordering::Acquire) == name)
}

/// Enters the calling thread with its base; false if the table is full: then only the thread itself
/// knows its base, and a setter's change lasts until the ceiling is left.
pub(super) fn enter(tid: u32, base: Base) -> bool {
    let name = name_of(tid);
    let epoch = name >> 32;
    for slot in &TABLE {
        // Relaxed: confirmed by the compare-exchange.
        let thread = slot.thread.load(Ordering::Relaxed);
        let is_free = thread == 0 || thread >> 32 != epoch || thread == name;
        // Claimed first under a name that nobody looks for: a setter that found the slot half filled would
        // have its new base overwritten.
        let claimed = epoch << 32 | NOBODY;
        if is_free
            && slot.thread.compare_exchange(thread, claimed, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        {
            slot.ceiling.store(0, Ordering::SeqCst);
            slot.base.store(base.pack(), Ordering::SeqCst);
            // Release: pairs with the Acquire in `find`; publishes both.
            slot.thread.store(name, Ordering::Release);
            return true;
        }
    }
    false
}

/// Takes the calling thread out.
pub(super) fn leave(tid: u32) {
    if let Some(slot) = find(tid) {
        slot.thread.store(0, Ordering::Release);
    }
}

/// The base of a thread that runs at a ceiling.
pub(super) fn base_of(tid: u32) -> Option<Base> {
    find(tid).map(|slot| Base::unpack(slot.base.load(Ordering::SeqCst)))
}

/// Puts the calling thread under another ceiling; `fallback` is its base if it has no slot.
pub(super) fn set_ceiling(tid: u32, from: u32, to: u32, fallback: Base) -> Result<(), Errno> {
    let Some(slot) = find(tid) else {
        return if fallback.under(from) == fallback.under(to) { Ok(()) } else { fallback.under(to).apply(0) };
    };
    slot.ceiling.store(to, Ordering::SeqCst);
    let mut applied = Base::unpack(slot.base.load(Ordering::SeqCst)).under(from);
    loop {
        // ORDER(CE-A): SeqCst with CE-B: of two changes at once, one sees the other's.
        let wanted = Base::unpack(slot.base.load(Ordering::SeqCst)).under(to);
        if wanted == applied {
            return Ok(());
        }
        if let Err(error) = wanted.apply(0) {
            slot.ceiling.store(from, Ordering::SeqCst);
            return Err(error);
        }
        applied = wanted;
    }
}

/// After thread `tid` was set to something: if it stands under a ceiling, that is its new base, but for what
/// was `kept`, and the ceiling is applied again.
pub(super) fn base_changed(tid: u32, kept: Kept) {
    let Some(slot) = find(tid) else { return };
    let Ok(set) = Base::read(tid) else { return };
    let base = Base::unpack(slot.base.load(Ordering::SeqCst)).with(set, kept);
    slot.base.store(base.pack(), Ordering::SeqCst);
    loop {
        // ORDER(CE-B): SeqCst with CE-A.
        let ceiling = slot.ceiling.load(Ordering::SeqCst);
        if base.under(ceiling) != base && base.under(ceiling).apply(tid).is_err() {
            return;
        }
        if slot.ceiling.load(Ordering::SeqCst) == ceiling {
            return;
        }
    }
}
