//! The ceilings that the calling thread holds (`PTHREAD_PRIO_PROTECT`).
//!
//! A thread that holds ceiling mutexes runs at the highest of their ceilings, or at its own priority if
//! that is higher. A count per ceiling lets them be left in any order. A thread without a real-time
//! policy becomes FIFO at the ceiling meanwhile, if it is allowed to.

use core::ffi::c_int;

use fusyn_sys::Errno;
use fusyn_sys::sched::SCHED_DEADLINE;

use super::raised::{self, Base};
use crate::me;

/// The lowest and highest ceiling: Linux's FIFO priorities.
pub(crate) const MIN: u32 = 1;
/// See [`MIN`].
pub(crate) const MAX: u32 = 99;

/// What a thread remembers of its ceilings; zero in a new thread.
#[repr(C)]
struct CeilingBlock {
    /// The highest ceiling held, 0 if none.
    top: u32,
    /// Under which id the thread has entered itself as raised; another in a forked child.
    tid: u32,
    base_policy: i32,
    base_priority: i32,
    /// How many mutexes of each ceiling are held.
    held: [u16; MAX as usize + 1],
}

fusyn_sys::thread_block! {
    /// The calling thread's [`CeilingBlock`].
    mod ceiling_block: CeilingBlock = "fusyn_ceiling_block"
}

/// The calling thread's block. One call is live at a time: none of the functions here re-enters.
fn block() -> &'static mut CeilingBlock {
    // SAFETY: the block is this thread's own and lives as long as the thread; see above.
    unsafe { &mut *ceiling_block::ptr() }
}

/// Goes under one more ceiling, before a mutex is acquired.
///
/// # Errors
/// `EINVAL`: the thread's own priority is higher, or it may not become real-time at all; `EPERM`: it may not
/// be raised so far; `EAGAIN`: too many are held.
pub(crate) fn enter(ceiling: u32) -> Result<(), c_int> {
    let tid = me::tid();
    let block = block();
    let base = base(block, tid).map_err(Errno::raw)?;
    if base.plain_policy() == SCHED_DEADLINE || base.priority > ceiling as i32 {
        return Err(libc::EINVAL);
    }
    raise(block, tid, base, ceiling)
}

/// Goes under one more ceiling, whatever the thread's own priority: its mutex got another one.
pub(crate) fn enter_unchecked(ceiling: u32) -> Result<(), c_int> {
    let tid = me::tid();
    let block = block();
    let base = base(block, tid).map_err(Errno::raw)?;
    raise(block, tid, base, ceiling)
}

/// The thread's base; enters it as raised if it was not yet, or if a fork has changed its id.
fn base(block: &mut CeilingBlock, tid: u32) -> Result<Base, Errno> {
    let remembered = Base { policy: block.base_policy, priority: block.base_priority };
    if block.top == 0 {
        let base = Base::read(0)?;
        block.base_policy = base.policy;
        block.base_priority = base.priority;
        return Ok(base);
    }
    if block.tid != tid {
        block.tid = tid;
        raised::enter(tid, remembered);
    }
    Ok(raised::base_of(tid).unwrap_or(remembered))
}

fn raise(block: &mut CeilingBlock, tid: u32, base: Base, ceiling: u32) -> Result<(), c_int> {
    let held = block.held.get_mut(ceiling as usize).filter(|_| ceiling >= MIN).ok_or(libc::EINVAL)?;
    *held = held.checked_add(1).ok_or(libc::EAGAIN)?;
    let top = block.top;
    if ceiling <= top {
        return Ok(());
    }
    if top == 0 {
        block.tid = tid;
        raised::enter(tid, base);
    }
    match raised::set_ceiling(tid, top, ceiling, base) {
        Ok(()) => {
            block.top = ceiling;
            Ok(())
        }
        Err(error) => {
            *held -= 1;
            if top == 0 {
                raised::leave(tid);
            }
            // A thread that may not become real-time at all: glibc's answer.
            let is_refused = error == Errno::EPERM && !base.is_real_time();
            Err(if is_refused { libc::EINVAL } else { error.raw() })
        }
    }
}

/// Leaves a ceiling, after its mutex was released.
pub(crate) fn leave(ceiling: u32) {
    let tid = me::tid();
    let block = block();
    let Some(held) = block.held.get_mut(ceiling as usize) else { return };
    *held = held.saturating_sub(1);
    if *held != 0 || ceiling != block.top {
        return;
    }
    let Ok(base) = base(block, tid) else { return };
    let mut below = block.held.iter().take(ceiling as usize);
    let top = below.rposition(|&held| held != 0).unwrap_or(0) as u32;
    // Going down to what the thread was set to is never refused.
    let _ = raised::set_ceiling(tid, block.top, top, base);
    block.top = top;
    if top == 0 {
        raised::leave(tid);
    }
}
