//! What this kernel can do; asked once, remembered.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::Errno;
use crate::arch::{syscall5, syscall6};

const UNKNOWN: u32 = 0;
const NO: u32 = 1;
const YES: u32 = 2;

/// A yes-or-no answer of the kernel that never changes while the machine runs.
struct Answer(AtomicU32);

impl Answer {
    const fn new() -> Answer {
        Answer(AtomicU32::new(UNKNOWN))
    }

    #[inline]
    fn get(&self, ask: fn() -> bool) -> bool {
        // Relaxed: the answer carries no other data, and every thread that asks gets the same one.
        match self.0.load(Ordering::Relaxed) {
            UNKNOWN => {
                let yes = ask();
                self.0.store(if yes { YES } else { NO }, Ordering::Relaxed);
                yes
            }
            answer => answer == YES,
        }
    }
}

static LOCK_PI2: Answer = Answer::new();
static WAITV: Answer = Answer::new();
static PRIVATE_HASH: Answer = Answer::new();

/// Whether `FUTEX_LOCK_PI2` exists (Linux 5.14).
#[inline]
pub fn has_lock_pi2() -> bool {
    LOCK_PI2.get(|| {
        let op = (libc::FUTEX_LOCK_PI2 | libc::FUTEX_PRIVATE_FLAG) as usize;
        // A misaligned address is refused with EINVAL before it is read, by a kernel that knows the
        // operation.
        const MISALIGNED: usize = 1;
        // SAFETY: a misaligned address is rejected, nothing is read or written.
        let ret = unsafe { syscall6(libc::SYS_futex as usize, MISALIGNED, op, 0, 0, 0, 0) };
        exists(ret)
    })
}

/// Whether `futex_waitv` exists (Linux 5.16).
#[inline]
pub fn has_waitv() -> bool {
    WAITV.get(|| {
        // SAFETY: no entries, so nothing is read; the kernel answers EINVAL.
        let ret = unsafe { syscall5(libc::SYS_futex_waitv as usize, 0, 0, 0, 0, 0) };
        exists(ret)
    })
}

/// `ENOSYS` from the kernel, `EPERM` from the seccomp filters of older container runtimes.
fn exists(ret: usize) -> bool {
    !matches!(Errno::check(ret), Err(Errno::ENOSYS | Errno::EPERM))
}

/// Whether the process's private futex hash can be sized (`PR_FUTEX_HASH`, Linux 6.17).
#[inline]
pub fn has_private_hash() -> bool {
    PRIVATE_HASH.get(|| futex_hash_slots().is_ok())
}

const PR_FUTEX_HASH: usize = 78;
const SET_SLOTS: usize = 1;
const GET_SLOTS: usize = 2;

/// `prctl(PR_FUTEX_HASH, GET_SLOTS)`: slots of the process's private futex hash; 0 is the global one,
/// also for a process that has not made a thread yet.
///
/// # Errors
/// `EINVAL` or `ENOSYS` where the kernel has none.
pub fn futex_hash_slots() -> Result<usize, Errno> {
    // SAFETY: a query without pointers.
    let ret = unsafe { syscall5(libc::SYS_prctl as usize, PR_FUTEX_HASH, GET_SLOTS, 0, 0, 0) };
    Errno::check(ret)
}

/// `prctl(PR_FUTEX_HASH, SET_SLOTS)`: sizes the process's private futex hash; a power of two, from 2.
/// The kernel no longer resizes it by itself then. 0 is the global hash, for good.
///
/// # Errors
/// `EINVAL` not such a number, or no such call; `EBUSY` the process is on the global hash for good;
/// `ENOMEM`.
pub fn set_futex_hash_slots(slots: usize) -> Result<(), Errno> {
    // SAFETY: a setting without pointers.
    let ret = unsafe { syscall5(libc::SYS_prctl as usize, PR_FUTEX_HASH, SET_SLOTS, slots, 0, 0) };
    Errno::check(ret).map(drop)
}
