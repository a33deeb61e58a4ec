//! The size of the kernel's hash of this process's private futexes: of the words on which threads sleep.
//!
//! The kernel makes it with the first thread: 4 slots for each thread, of at most as many threads as there are CPUs,
//! and 16 at least. Whoever sleeps or wakes locks a slot, and a wake walks past all who sleep there: with hundreds of
//! sleepers on few CPUs that is felt (decision 0005). One that is asked for before costs a system call, and is there
//! when the first thread is; later it would have to be exchanged under the sleepers.

use fusyn_sys::{probe, sched};

use crate::config::{self, HashSlots};

/// Slots without `FUSYN_HASH_SLOTS`: 32 KiB of kernel memory.
const SLOTS: usize = 512;
/// The kernel's own measure.
const PER_CPU: usize = 4;

/// Sizes it, while the process has none. Where the kernel knows no private hash, or the process has chosen another
/// or the global one, nothing happens.
pub(crate) fn size() {
    let slots = match config::hash_slots() {
        HashSlots::Kernels => return,
        HashSlots::Asked(slots) => slots,
        HashSlots::Ours => SLOTS.max((sched::cpus() * PER_CPU).next_power_of_two()),
    };
    if probe::futex_hash_slots() == Ok(0) {
        let _ = probe::set_futex_hash_slots(slots); // without memory for it, the kernel's own comes
    }
}
