//! The kernel's PI futex operations on the mutex's word, each one step. K1-K9 are the facts that were
//! seen on a real kernel; tests below state them for the model.

use super::program::Pc;
use super::state::{NodeState, State, Word, tid};
use super::violation::{KernelFault, Violation};

/// What an attempt to get the lock through the kernel came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The word was free; the thread owns it now, and W is dropped (K1, K4).
    Taken,
    /// The thread sleeps in the rt_mutex; W is set.
    Blocked,
}

/// What FUTEX_UNLOCK_PI came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlock {
    /// That thread owns the word now (K3).
    HandedOver(usize),
    /// There was no kernel waiter: the word is 0 (K2).
    Freed,
}

/// What FUTEX_CMP_REQUEUE_PI came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requeue {
    /// The waiter's word has changed.
    Again,
    /// Nobody sleeps on it.
    Nobody,
    /// The waiter was moved, and owns the word or sleeps on it.
    Moved(Attempt),
}

fn fault<T>(fault: KernelFault) -> Result<T, Violation> {
    Err(Violation::Kernel(fault))
}

/// FUTEX_LOCK_PI, or the part of a requeue that is the same.
///
/// # Errors
///
/// What the kernel would refuse, and a kernel waiter that has no ghost.
pub fn lock_pi(state: &mut State, thread: usize) -> Result<Attempt, Violation> {
    state.touch_word()?;
    if state.word.is_owned_by(thread) {
        return fault(KernelFault::Deadlk);
    }
    if !state.threads[thread].ghost || !state.mutex_queue.contains(thread) {
        return fault(KernelFault::WithoutGhost);
    }
    if !state.kernel.waiters.is_empty() {
        if state.word.tid != state.kernel.owner {
            return fault(KernelFault::Inval); // K5
        }
        state.kernel.waiters.push(thread);
        return Ok(Attempt::Blocked);
    }
    if state.word.is_free() {
        state.word = Word { tid: tid(thread), waiters: false };
        return Ok(Attempt::Taken);
    }
    state.word.waiters = true;
    state.kernel.owner = state.word.tid;
    state.kernel.waiters.push(thread);
    Ok(Attempt::Blocked)
}

/// FUTEX_LOCK_PI takes the rt_mutex from a thread of lower priority that was handed it and has not run
/// yet. The robbed thread, if this is possible now.
pub fn lock_pi_steals(state: &mut State, thread: usize, priorities: &[u8]) -> Option<usize> {
    let robbed = usize::from(state.word.tid).checked_sub(1)?;
    let back_to = match state.threads[robbed].pc {
        Pc::LockPiHanded => Pc::LockPiBlocked,
        Pc::RequeuedHanded => Pc::RequeuedBlocked,
        _ => return None,
    };
    let is_top = |other: usize| priorities[thread] > priorities[other];
    if !is_top(robbed) || !state.kernel.waiters.iter().all(is_top) {
        return None;
    }
    state.word = Word { tid: tid(thread), waiters: true };
    state.kernel.waiters.push(robbed);
    state.kernel.owner = tid(thread);
    state.threads[robbed].pc = back_to;
    Some(robbed)
}

/// A waiter's time runs out, or its attempt fails, in the rt_mutex. W stays (K9).
pub fn leave(state: &mut State, thread: usize) {
    state.kernel.waiters.remove(thread);
    if state.kernel.waiters.is_empty() {
        state.kernel.owner = 0;
    }
}

/// FUTEX_UNLOCK_PI.
///
/// # Errors
///
/// What the kernel would refuse.
pub fn unlock_pi(state: &mut State, thread: usize, priorities: &[u8]) -> Result<Unlock, Violation> {
    state.touch_word()?;
    if !state.word.is_owned_by(thread) {
        return fault(KernelFault::Perm);
    }
    let Some(next) = state.kernel.waiters.top(priorities) else {
        state.word = Word::default();
        return Ok(Unlock::Freed);
    };
    if state.kernel.owner != tid(thread) {
        return fault(KernelFault::Inval);
    }
    state.kernel.waiters.remove(next);
    state.kernel.owner = if state.kernel.waiters.is_empty() { 0 } else { tid(next) };
    state.word = Word { tid: tid(next), waiters: true };
    let handed = &mut state.threads[next];
    handed.pc = if handed.pc == Pc::RequeuedBlocked { Pc::RequeuedHanded } else { Pc::LockPiHanded };
    Ok(Unlock::HandedOver(next))
}

/// FUTEX_CMP_REQUEUE_PI(1, 0) from `thread`'s own word to the mutex's word.
///
/// # Errors
///
/// As [`lock_pi`].
pub fn cmp_requeue_pi(state: &mut State, thread: usize) -> Result<Requeue, Violation> {
    let asleep = 1 << thread;
    if state.threads[thread].node != NodeState::Ghost {
        return Ok(Requeue::Again);
    }
    if state.kernel.requeue_asleep & asleep == 0 {
        return Ok(Requeue::Nobody);
    }
    state.kernel.requeue_asleep &= !asleep;
    let attempt = lock_pi(state, thread)?;
    state.threads[thread].pc = match attempt {
        Attempt::Taken => Pc::RequeuedHanded,
        Attempt::Blocked => Pc::RequeuedBlocked,
    };
    Ok(Requeue::Moved(attempt))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIORITIES: [u8; 3] = [0, 10, 20];
    const FREE_WITH_W: Word = Word { tid: 0, waiters: true };

    fn with_ghosts(word: Word, ghosts: &[usize]) -> State {
        let mut state = State { word, ..State::default() };
        for &ghost in ghosts {
            state.enter_ghost(ghost).expect("not entered yet");
            state.threads[ghost].pc = Pc::LockPi;
        }
        state
    }

    fn owned(thread: usize, waiters: bool) -> Word {
        Word { tid: tid(thread), waiters }
    }

    #[test]
    fn k1_lock_pi_of_a_free_word_drops_w() {
        let mut state = with_ghosts(FREE_WITH_W, &[1]);
        assert_eq!(lock_pi(&mut state, 1), Ok(Attempt::Taken));
        assert_eq!(state.word, owned(1, false));
    }

    #[test]
    fn k2_unlock_pi_without_kernel_waiter_frees() {
        let mut state = with_ghosts(owned(0, true), &[]);
        assert_eq!(unlock_pi(&mut state, 0, &PRIORITIES), Ok(Unlock::Freed));
        assert_eq!(state.word, Word::default());
    }

    #[test]
    fn k3_unlock_pi_hands_over_by_priority_and_sets_w() {
        let mut state = with_ghosts(owned(0, false), &[1, 2]);
        for ghost in [1, 2] {
            assert_eq!(lock_pi(&mut state, ghost), Ok(Attempt::Blocked));
            state.threads[ghost].pc = Pc::LockPiBlocked;
        }
        assert_eq!(unlock_pi(&mut state, 0, &PRIORITIES), Ok(Unlock::HandedOver(2)));
        assert_eq!(state.word, owned(2, true));
        assert_eq!(state.threads[2].pc, Pc::LockPiHanded);
        assert_eq!(unlock_pi(&mut state, 2, &PRIORITIES), Ok(Unlock::HandedOver(1)));
        assert_eq!(state.word, owned(1, true), "W is set although the kernel has no waiter left");
    }

    #[test]
    fn k4_requeue_onto_a_free_word_drops_w() {
        let mut state = with_ghosts(FREE_WITH_W, &[1]);
        state.kernel.requeue_asleep = 1 << 1;
        assert_eq!(cmp_requeue_pi(&mut state, 1), Ok(Requeue::Moved(Attempt::Taken)));
        assert_eq!(state.word, owned(1, false));
    }

    #[test]
    fn k5_a_word_written_in_user_space_is_refused() {
        let mut state = with_ghosts(owned(0, false), &[1, 2]);
        assert_eq!(lock_pi(&mut state, 1), Ok(Attempt::Blocked));
        state.word = Word::default();
        assert_eq!(lock_pi(&mut state, 2), fault(KernelFault::Inval));
    }

    #[test]
    fn k7_lock_pi_of_an_own_word_is_refused() {
        let mut state = with_ghosts(owned(1, false), &[1]);
        assert_eq!(lock_pi(&mut state, 1), fault(KernelFault::Deadlk));
    }

    #[test]
    fn k9_a_waiter_that_leaves_leaves_w_set() {
        let mut state = with_ghosts(owned(0, false), &[1]);
        assert_eq!(lock_pi(&mut state, 1), Ok(Attempt::Blocked));
        leave(&mut state, 1);
        assert_eq!((state.word, state.kernel.owner), (owned(0, true), 0));
    }

    #[test]
    fn requeue_of_a_changed_word_or_of_nobody_touches_nothing() {
        let mut state = with_ghosts(FREE_WITH_W, &[1]);
        assert_eq!(cmp_requeue_pi(&mut state, 1), Ok(Requeue::Nobody));
        state.threads[1].node = NodeState::Queued;
        assert_eq!(cmp_requeue_pi(&mut state, 1), Ok(Requeue::Again));
        assert_eq!(state.word, FREE_WITH_W);
    }

    #[test]
    fn only_a_higher_priority_steals() {
        let mut state = with_ghosts(owned(1, true), &[1, 2]);
        state.threads[1].pc = Pc::LockPiHanded;
        assert_eq!(lock_pi_steals(&mut state.clone(), 0, &PRIORITIES), None);
        assert_eq!(lock_pi_steals(&mut state, 2, &PRIORITIES), Some(1));
        assert_eq!((state.word, state.threads[1].pc), (owned(2, true), Pc::LockPiBlocked));
    }
}
