//! Who waits for a kernel rwlock, and who is woken: levels, sequences, and whose turn it is.
//!
//! The words are written inside the section only, so that Relaxed suffices; the kernel compares the sequences.

use fusyn_core::rwlock::{Access, PASSED_LIMIT, Preference, WRITER, readers};
use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, MATCH_ANY, Scope};

use super::super::preference;
use super::Attempt;
use crate::abi::RwLock;

/// # Safety
/// Inside the section.
pub(super) unsafe fn register(rw: *mut RwLock, access: Access, level: u32) -> Attempt {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        match access {
            Access::Read => {
                (*rw).reader_level.fetch_max(level + 1, Ordering::Relaxed);
                let word = &raw const (*rw).readers_seq;
                Attempt::Sleep(word, (*word).load(Ordering::Relaxed), MATCH_ANY)
            }
            Access::Write => {
                let (word, bit) = place_of(rw, level);
                (*word).fetch_or(bit, Ordering::Relaxed);
                let word = &raw const (*rw).writers_seq;
                Attempt::Sleep(word, (*word).load(Ordering::Relaxed), bit)
            }
        }
    }
}

/// The word and the bit of a level; the bit is also what its writers are woken by.
unsafe fn place_of(rw: *mut RwLock, level: u32) -> (*const AtomicU32, u32) {
    // SAFETY: a live rwlock, by the caller.
    let words = unsafe { &(*rw).writer_levels };
    (&raw const words[level as usize / 32 % words.len()], 1 << (level % 32))
}

/// The highest level of which a writer may wait.
///
/// # Safety
/// Inside the section.
pub(super) unsafe fn highest(rw: *mut RwLock) -> Option<u32> {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        (0..4).rev().find_map(|i| {
            let word = (*rw).writer_levels[i as usize].load(Ordering::Relaxed);
            (word != 0).then(|| i * 32 + word.ilog2())
        })
    }
}

/// In `passed`: a writer of the highest level was woken, and none has come into the section since.
pub(super) const ON_THE_WAY: u32 = 1 << 31;

/// Wakes the writers of the highest level, who come into the section if they live, and register again. Their level
/// stays meanwhile, so that readers do not go in before them.
///
/// # Safety
/// Inside the section.
pub(super) unsafe fn ask_writers(rw: *mut RwLock, scope: Scope, level: u32) {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        let (_, bit) = place_of(rw, level);
        (*rw).passed.fetch_or(ON_THE_WAY, Ordering::Relaxed);
        wake_writers(rw, scope, u32::MAX, bit);
    }
}

/// Whether a writer was woken that has yet to come; outside of the section, a look.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn is_on_the_way(rw: *mut RwLock) -> bool {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe { (*rw).passed.load(Ordering::Relaxed) & ON_THE_WAY != 0 }
}

/// Takes a level of writers back, and wakes those who wait with it: they register again. How many.
///
/// # Safety
/// Inside the section.
pub(super) unsafe fn prove_writers(rw: *mut RwLock, scope: Scope, level: u32) -> u32 {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        let (word, bit) = place_of(rw, level);
        (*word).fetch_and(!bit, Ordering::Relaxed);
        (*rw).passed.fetch_and(!ON_THE_WAY, Ordering::Relaxed);
        wake_writers(rw, scope, u32::MAX, bit)
    }
}

/// Takes every level of writers back if none is asleep, for tries, which cannot wait for a proof of life.
///
/// # Safety
/// Inside the section.
pub(super) unsafe fn forget_dead_writers(rw: *mut RwLock, scope: Scope) {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        let word = &raw const (*rw).writers_seq;
        let sequence = (*word).load(Ordering::Relaxed);
        // The kernel tells how many it moves, here to where they are.
        if futex::cmp_requeue(word.cast(), sequence, word.cast(), 0, u32::MAX, scope) == Ok(0) {
            (*rw).writer_levels.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            // Who is about to sleep registers again.
            (*word).fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// # Safety
/// Inside the section.
pub(super) unsafe fn wake_readers(rw: *mut RwLock, scope: Scope) -> u32 {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        (*rw).reader_level.store(0, Ordering::Relaxed);
        let word = &raw const (*rw).readers_seq;
        (*word).fetch_add(1, Ordering::Relaxed);
        futex::wake(word.cast(), u32::MAX, scope).unwrap_or(0)
    }
}

/// # Safety
/// Inside the section.
pub(super) unsafe fn wake_writers(rw: *mut RwLock, scope: Scope, count: u32, bits: u32) -> u32 {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        let word = &raw const (*rw).writers_seq;
        (*word).fetch_add(1, Ordering::Relaxed);
        futex::wake_bitset(word.cast(), count, scope, bits).unwrap_or(0)
    }
}

/// Wakes whoever may go in: the highest writer, or all readers.
///
/// # Safety
/// Inside the section.
pub(super) unsafe fn serve(rw: *mut RwLock, scope: Scope) {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe {
        let now = (*rw).state.load(Ordering::Relaxed);
        if now & WRITER != 0 {
            return;
        }
        loop {
            let reader = (*rw).reader_level.load(Ordering::Relaxed);
            let writer = highest(rw);
            if reader == 0 && writer.is_none() {
                return;
            }
            if is_readers_turn(rw, writer, reader) {
                if wake_readers(rw, scope) > 0 {
                    return;
                }
            } else if let Some(level) = writer {
                let (word, bit) = place_of(rw, level);
                if readers(now) > 0 {
                    return;
                }
                if wake_writers(rw, scope, 1, bit) > 0 {
                    (*rw).passed.fetch_or(ON_THE_WAY, Ordering::Relaxed);
                    return;
                }
                if is_on_the_way(rw) {
                    return;
                }
                (*word).fetch_and(!bit, Ordering::Relaxed);
            }
        }
    }
}

/// # Safety
/// Inside the section.
unsafe fn is_readers_turn(rw: *mut RwLock, writer: Option<u32>, reader: u32) -> bool {
    let Some(level) = writer else { return true };
    // SAFETY: by the caller. Relaxed: under the section.
    let may_pass = unsafe {
        preference(rw) == Preference::Readers
            && (*rw).passed.load(Ordering::Relaxed) & !ON_THE_WAY < PASSED_LIMIT
    };
    reader > level + 1 || (level == 0 && reader == 1 && may_pass)
}
