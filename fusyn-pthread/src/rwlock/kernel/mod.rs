//! Rwlocks on kernel futexes: shared between processes, and private ones of the kernel backend.
//!
//! The state word is that of `fusyn_core::rwlock`. WAITERS sends every call through a section (the lock of
//! shared condvars: inheriting, and robust through the thread's pending slot), in which all is decided:
//!
//! * who must wait registers his priority's level (`writer_levels`, `reader_level`), reads the sequence of
//!   his class, leaves the section and sleeps while the sequence holds;
//! * who releases, or gives up, *serves*: advances the sequence of the class whose turn it is and wakes the
//!   highest writer, or all readers; they come back into the section and take the lock, or register again.
//!
//! Levels err upwards: a wake that finds nobody asleep takes its level back, and serves on, unless a writer that was
//! woken before has yet to come (`ON_THE_WAY`): else readers would go in before it again and again. Whoever
//! registered before that and sleeps after it finds the sequence changed, and registers again.
//!
//! WAITERS is cleared by a locker only. So every call that could let a thread destroy the object comes
//! after the section of the release before it.
//!
//! This file has the calls and the section; `serve.rs` the levels, the sequences and the wakes.
//!
//! # What a death leaves behind
//!
//! | killed | outcome |
//! | --- | --- |
//! | asleep | a level too high: taken back at the next release, by a reader that it held up for forty milliseconds, or by a reader's try that failed for it |
//! | woken, before it locked | the others look again within a slice, and take its level back within another |
//! | inside the section | the next to enter wakes all, who register again |
//! | holding the lock | the lock stays held, as POSIX has it: rwlocks are not robust |

mod serve;

use core::ffi::c_int;

use fusyn_core::kernel::{Kernel, Linux};
use fusyn_core::rwlock::{
    Access, MAX_READERS, PASSED_LIMIT, Preference, WAITERS, WRITER, is_free, is_only_read, may_hold, note,
    readers,
};
use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_sys::futex::{self, MATCH_ANY, Scope};
use fusyn_sys::{Deadline, Errno};

use self::serve::{
    ON_THE_WAY, ask_writers, forget_dead_writers, highest, is_on_the_way, prove_writers, register, serve,
    wake_readers, wake_writers,
};
use super::preference;
use crate::abi::RwLock;
use crate::cond::shared::section;
use crate::time;

/// How one attempt is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Come for the first time.
    New,
    /// Has slept: may have been woken to take it.
    Again,
    /// Has slept a whole slice: the writers before it are asked whether they live.
    Ask,
    /// Has slept another since: they are dead, if none has come.
    Heal,
    /// Not to wait.
    Try,
    /// Has slept, and its time is up.
    Last,
}

enum Attempt {
    Taken,
    Refused(c_int),
    /// Registered: sleep while the word holds this, for wakes with these bits.
    Sleep(*const AtomicU32, u32, u32),
}

/// Locks an rwlock that the caller does not write.
///
/// # Safety
/// `rw` must point to an rwlock of this scope.
pub(super) unsafe fn lock(
    rw: *mut RwLock,
    scope: Scope,
    access: Access,
    deadline: Option<&Deadline>,
) -> c_int {
    let mut mode = Mode::New;
    // SAFETY: forwarded from the caller.
    unsafe {
        loop {
            let (word, expected, bits) = match attempt(rw, scope, access, mode) {
                Attempt::Taken => return 0,
                Attempt::Refused(error) => return error,
                Attempt::Sleep(word, expected, bits) => (word, expected, bits),
            };
            let (slice, end) = match scope {
                // In a forked child there may be nobody on the way.
                Scope::Private if !is_on_the_way(rw) => (None, deadline),
                // A reader may wait for writers that were killed: it looks soon.
                _ if access == Access::Read && matches!(mode, Mode::New | Mode::Ask) => {
                    (Some(time::first_slice(deadline)), None)
                }
                _ => (Some(time::slice(deadline)), None),
            };
            let end = slice.as_ref().map_or(end, |slice| Some(&slice.end));
            let is_last = slice.as_ref().is_none_or(|slice| slice.is_last);
            match futex::wait_bitset(word.cast(), expected, scope, end, bits) {
                Err(Errno::ETIMEDOUT) if is_last => return give_up(rw, scope, access),
                // At an odd address nobody can sleep.
                Err(Errno::EINVAL) => {
                    let taken = give_up(rw, scope, access) == 0;
                    return if taken { 0 } else { libc::EINVAL };
                }
                Err(Errno::ETIMEDOUT) => {
                    mode = if mode == Mode::Ask { Mode::Heal } else { Mode::Ask };
                }
                _ => mode = Mode::Again,
            }
        }
    }
}

/// Locks if that needs no wait.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn try_lock(rw: *mut RwLock, scope: Scope, access: Access) -> c_int {
    // SAFETY: forwarded from the caller. Relaxed: an answer for a moment.
    unsafe {
        let now = (*rw).state.load(Ordering::Relaxed);
        if now & WRITER != 0 || (access == Access::Write && readers(now) > 0) {
            return libc::EBUSY;
        }
        match attempt(rw, scope, access, Mode::Try) {
            Attempt::Taken => 0,
            Attempt::Refused(error) => error,
            Attempt::Sleep(..) => libc::EBUSY,
        }
    }
}

/// The deadline has passed: one more attempt, then the caller's level is taken back, and who waited for
/// the caller only is woken.
///
/// # Safety
/// As [`lock`].
unsafe fn give_up(rw: *mut RwLock, scope: Scope, access: Access) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        match attempt(rw, scope, access, Mode::Last) {
            Attempt::Taken => return 0,
            Attempt::Refused(error) if error != libc::EBUSY => return error,
            _ => {}
        }
        let result = within(rw, scope, || {
            let others = match access {
                Access::Write => prove_writers(rw, scope, Linux::prio().level()),
                Access::Read => 0,
            };
            if others == 0 {
                serve(rw, scope);
            }
            libc::ETIMEDOUT
        });
        result.unwrap_or_else(|error| error)
    }
}

/// Unlocks for a reader. With WAITERS set it leaves inside the section only, so that who destroys the
/// object can wait for that.
///
/// # Safety
/// As [`lock`]; the caller holds a read lock.
pub(super) unsafe fn unlock_read(rw: *mut RwLock, scope: Scope) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        // Relaxed: a look; the exchange orders.
        let mut now = (*rw).state.load(Ordering::Relaxed);
        while is_only_read(now) {
            // Release: pairs with the Acquire of the next writer.
            match (*rw).state.compare_exchange_weak(now, now - 1, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return 0,
                Err(other) => now = other,
            }
        }
        let result = within(rw, scope, || {
            // Release: pairs with the Acquire of the next writer.
            if readers((*rw).state.fetch_sub(1, Ordering::Release)) == 1 {
                serve(rw, scope);
            }
            0
        });
        result.unwrap_or_else(|error| error)
    }
}

/// Unlocks for the writer, when WAITERS was seen.
///
/// # Safety
/// As [`lock`]; the caller holds the write lock.
pub(super) unsafe fn unlock_write(rw: *mut RwLock, scope: Scope) -> c_int {
    // SAFETY: forwarded from the caller.
    unsafe {
        let result = within(rw, scope, || {
            // Release: pairs with the Acquire of the next lock. WAITERS stays.
            (*rw).state.fetch_and(!WRITER, Ordering::Release);
            serve(rw, scope);
            0
        });
        result.unwrap_or_else(|error| error)
    }
}

/// Waits until nobody is inside the section, before the object goes away.
///
/// # Safety
/// As [`lock`].
pub(super) unsafe fn pass_through(rw: *mut RwLock, scope: Scope) {
    // SAFETY: forwarded from the caller.
    let _ = unsafe { within(rw, scope, || ()) };
}

/// # Safety
/// As [`lock`].
unsafe fn within<R>(rw: *mut RwLock, scope: Scope, act: impl FnOnce() -> R) -> Result<R, c_int> {
    // SAFETY: forwarded from the caller.
    unsafe {
        let lock = &raw const (*rw).lock;
        let section = section::enter_lock(lock, scope, || repair(rw, scope))?;
        let result = act();
        section::leave_lock(lock, scope, section);
        Ok(result)
    }
}

/// A holder of the section was killed: everybody looks for himself.
///
/// # Safety
/// Inside the section.
unsafe fn repair(rw: *mut RwLock, scope: Scope) {
    // SAFETY: by the caller. Relaxed, here and below: ordered by the section; sequences are compared by
    // the kernel.
    unsafe {
        (*rw).state.fetch_or(WAITERS, Ordering::Relaxed);
        (*rw).writer_levels.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        wake_readers(rw, scope);
        wake_writers(rw, scope, u32::MAX, MATCH_ANY);
    }
}

/// # Safety
/// As [`lock`].
unsafe fn attempt(rw: *mut RwLock, scope: Scope, access: Access, mode: Mode) -> Attempt {
    let level = Linux::prio().level();
    // SAFETY: forwarded from the caller.
    let result = unsafe {
        within(rw, scope, || {
            // Acquire: pairs with the Release of the holders before. From here on nobody passes by.
            let now = (*rw).state.fetch_or(WAITERS, Ordering::Acquire);
            if access == Access::Write && highest(rw).is_none_or(|top| level >= top) {
                (*rw).passed.fetch_and(!ON_THE_WAY, Ordering::Relaxed); // Relaxed: under the section
            }
            match may(rw, now, access, level, mode) {
                Ok(true) => {
                    take(rw, access);
                    Attempt::Taken
                }
                Ok(false) if matches!(mode, Mode::Try | Mode::Last) => {
                    if mode == Mode::Try && readers(now) > 0 && scope == Scope::Shared {
                        forget_dead_writers(rw, scope);
                    }
                    Attempt::Refused(libc::EBUSY)
                }
                Ok(false) => {
                    let top = highest(rw).unwrap_or(0);
                    if now & WRITER == 0 && (access == Access::Read || top > level) {
                        match mode {
                            Mode::Ask => ask_writers(rw, scope, top),
                            Mode::Heal if is_on_the_way(rw) => _ = prove_writers(rw, scope, top),
                            _ => {}
                        }
                    }
                    let sleep = register(rw, access, level);
                    serve(rw, scope);
                    sleep
                }
                Err(error) => Attempt::Refused(error),
            }
        })
    };
    let attempt = result.unwrap_or_else(Attempt::Refused);
    if access == Access::Read && matches!(attempt, Attempt::Taken) {
        // SAFETY: a place in the caller's object, as an address.
        note::<Linux>(unsafe { &raw const (*rw).state } as usize);
    }
    attempt
}

/// Whether the caller may take it now.
///
/// # Safety
/// Inside the section.
unsafe fn may(rw: *mut RwLock, now: u32, access: Access, level: u32, mode: Mode) -> Result<bool, c_int> {
    // SAFETY: by the caller.
    unsafe {
        if now & WRITER != 0 {
            return Ok(false);
        }
        let writers = highest(rw);
        if access == Access::Write {
            let reader = (*rw).reader_level.load(Ordering::Relaxed);
            let before_me = match writers {
                Some(other) if other == level => {
                    matches!(mode, Mode::New | Mode::Try) && (level > 0 || !pass(rw))
                }
                Some(other) => other > level,
                None => false,
            };
            return Ok(is_free(now) && !before_me && reader <= level + 1);
        }
        if readers(now) == MAX_READERS {
            return Err(libc::EAGAIN);
        }
        Ok(match writers {
            None => true,
            Some(_) if may_hold::<Linux>(&raw const (*rw).state as usize) => true,
            Some(_) if matches!(mode, Mode::Ask | Mode::Heal) => false,
            Some(0) if level == 0 => preference(rw) == Preference::Readers && pass(rw),
            Some(other) => level > other,
        })
    }
}

/// Passes a waiting ordinary writer, unless that has happened too often.
///
/// # Safety
/// Inside the section.
unsafe fn pass(rw: *mut RwLock) -> bool {
    // SAFETY: by the caller. Relaxed: under the section.
    unsafe { (*rw).passed.fetch_add(1, Ordering::Relaxed) & !ON_THE_WAY < PASSED_LIMIT }
}

/// Takes it; WAITERS is cleared if nobody is registered.
///
/// # Safety
/// Inside the section, and the caller may.
unsafe fn take(rw: *mut RwLock, access: Access) {
    // SAFETY: by the caller. Relaxed: under the section; only readers leave meanwhile, and only inside it.
    unsafe {
        let is_awaited = highest(rw).is_some() || (*rw).reader_level.load(Ordering::Relaxed) != 0;
        let now = (*rw).state.load(Ordering::Relaxed);
        let held = match access {
            Access::Read => readers(now) + 1,
            Access::Write => {
                (*rw).passed.store(0, Ordering::Relaxed);
                WRITER
            }
        };
        // Acquire: as in `attempt`.
        (*rw).state.swap(held | if is_awaited { WAITERS } else { 0 }, Ordering::Acquire);
    }
}
