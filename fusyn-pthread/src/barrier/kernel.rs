//! Barriers on kernel futexes: one 64-bit word, the round's number above how many have arrived.
//!
//! * An arrival is one exchange, and so is the end of a round (the number goes up, the count to 0): a
//!   process that is killed has arrived or has not, and never leaves the word between the two. One that is
//!   killed while it waits has arrived.
//! * A waiter sleeps on the round's number and lets the kernel compare it: after its round is over it
//!   reads nothing of the object, which may be destroyed and unmapped as soon as one thread has returned.
//! * The wakes of one who is killed between ending a round and waking are made up for by time: shared
//!   waits are cut into slices, after each of which the kernel compares again.

use core::ffi::c_int;

use fusyn_core::sync::{AtomicU64, Ordering, fence};
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Clock, Errno, clock};

use crate::abi::Barrier;
use crate::time;

const ROUND: u32 = 32;

/// The half of the word that is the round's number: what is slept on.
fn round_word(state: *const AtomicU64) -> *const u32 {
    state.cast::<u32>().wrapping_add(usize::from(cfg!(target_endian = "little")))
}

/// The first state of a barrier. Not the round of an earlier object here, which a late waiter might still
/// compare with.
pub(super) fn first_state() -> u64 {
    (clock::now(Clock::Monotonic).nsec as u64) << ROUND
}

/// `pthread_barrier_wait`.
///
/// # Safety
/// `b` is a live barrier of this scope; it may be gone as soon as the round is over.
pub(super) unsafe fn wait(b: *mut Barrier, scope: Scope) -> c_int {
    // SAFETY: live until the exchange, and after it until the round is over.
    unsafe {
        let state = &raw const (*b).state;
        // Relaxed: read-only after init.
        let count = (*b).count.load(Ordering::Relaxed);
        // Relaxed: the exchange decides.
        let mut now = (*state).load(Ordering::Relaxed);
        loop {
            let round = (now >> ROUND) as u32;
            let is_last = (now as u32).saturating_add(1) >= count;
            let next = if is_last { u64::from(round.wrapping_add(1)) << ROUND } else { now + 1 };
            // AcqRel: the last one sees what all others did, and they (below) what it has seen.
            match (*state).compare_exchange_weak(now, next, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) if is_last => {
                    let _ = futex::wake(round_word(state), u32::MAX, scope);
                    return libc::PTHREAD_BARRIER_SERIAL_THREAD;
                }
                Ok(_) => {
                    sleep(round_word(state), round, scope);
                    return 0;
                }
                Err(other) => now = other,
            }
        }
    }
}

/// Sleeps while the round is not over.
unsafe fn sleep(word: *const u32, round: u32, scope: Scope) {
    loop {
        let slice = (scope == Scope::Shared).then(|| time::slice(None));
        // SAFETY: the kernel checks the address.
        match unsafe { futex::wait(word, round, scope, slice.as_ref().map(|slice| &slice.end)) } {
            Ok(()) | Err(Errno::EINTR | Errno::ETIMEDOUT) => {}
            // Another number, or no such memory any more.
            Err(_) => break,
        }
    }
    // Acquire: pairs with the end of the round, which the kernel has seen for us.
    fence(Ordering::Acquire);
}

/// Ends the life of a barrier that nobody waits at; false if somebody does.
///
/// # Safety
/// `b` is a live barrier of this family.
pub(super) unsafe fn destroy(b: *mut Barrier) -> bool {
    // SAFETY: live, by the caller. Relaxed: nobody else may use it.
    unsafe {
        let now = (*b).state.load(Ordering::Relaxed);
        now as u32 == 0
            && (*b)
                .state
                .compare_exchange(now, now.wrapping_add(1 << ROUND), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }
}
