//! Kernel facts K1-K3, K5, K8, K9, K13: one test each, named after it.

use fusyn_sys::futex::Scope;
use fusyn_sys::{Errno, futex_pi};

use crate::common::child::{Fork, fork};
use crate::common::{gettid, spawn, within, word};
use crate::support::{PRIVATE, W, dead_tid, in_ms, load, lock, lock_until, locker, owned_with};
use crate::support::{store, unlock};

#[test]
fn k1_lock_pi_on_waiters_without_kernel_waiter_drops_waiters() {
    within(20, || {
        let word = word(W);
        assert_eq!(lock(word), Ok(()));
        assert_eq!(load(word), gettid());
    });
}

#[test]
fn k2_unlock_pi_without_kernel_waiter_writes_zero_and_looks_like_a_hand_over() {
    within(20, || {
        let word = word(gettid() | W);
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(load(word), 0);
    });
}

#[test]
fn k3_unlock_pi_with_kernel_waiter_writes_its_tid_and_always_waiters() {
    within(20, || {
        let word = word(gettid());
        let waiter = locker(word);
        let tid = waiter.tid();
        assert_eq!(unlock(word), Ok(()));
        // It is the last one, and WAITERS is set all the same.
        assert_eq!(waiter.join(), owned_with(tid | W));
    });
}

#[test]
fn k5_write_behind_the_kernels_back_makes_lock_pi_fail_and_the_waiter_sleep_on() {
    within(20, || {
        let word = word(gettid());
        let waiter = locker(word);
        store(word, 0);
        let newcomer = spawn(move || lock_until(word, Some(&in_ms(2_000))));
        assert_eq!(newcomer.join(), Err(Errno::EINVAL));
        assert_eq!(load(word), 0);
        assert!(waiter.sleeps_on(word));

        // Another thread's TID is as wrong as none.
        let newcomer = spawn(move || {
            store(word, gettid());
            unlock(word)
        });
        assert_eq!(newcomer.join(), Err(Errno::EINVAL));
        assert!(waiter.sleeps_on(word));

        let tid = waiter.tid();
        store(word, gettid() | W);
        assert_eq!(unlock(word), Ok(()), "the word repaired");
        assert_eq!(waiter.join(), owned_with(tid | W));
    });
}

#[test]
fn k8_lock_pi_with_dead_owner_gives_esrch_and_sets_waiters() {
    within(20, || {
        let dead = dead_tid();
        let word = word(dead);
        assert_eq!(lock(word), Err(Errno::ESRCH));
        assert_eq!(load(word), dead | W);
        assert_eq!(lock(word), Err(Errno::ESRCH), "and again");
    });
}

#[test]
fn k8_trylock_pi_with_dead_owner_gives_esrch_and_sets_waiters() {
    within(20, || {
        let dead = dead_tid();
        let word = word(dead);
        // SAFETY: the test owns the word.
        let result = unsafe { futex_pi::trylock_pi(word.as_ptr(), PRIVATE) };
        assert_eq!(result, Err(Errno::ESRCH));
        assert_eq!(load(word), dead | W);
    });
}

#[test]
fn k8_private_word_naming_another_process_gives_eperm() {
    within(20, || {
        let child = fork(Fork::Full, || {
            // SAFETY: sleeps until it is killed.
            unsafe { libc::pause() }
        });
        let private = word(child.pid());
        assert_eq!(lock_until(private, Some(&in_ms(2_000))), Err(Errno::EPERM));
        let shared = word(child.pid()).as_ptr();
        // SAFETY: the test owns the word.
        let result = unsafe { futex_pi::lock_pi(shared, Scope::Shared, Some(&in_ms(30))) };
        assert_eq!(result, Err(Errno::ETIMEDOUT), "a shared word may name it");
        child.kill();
        child.wait();
    });
}

#[test]
fn k9_timed_out_lock_pi_leaves_waiters_set_and_nothing_else() {
    within(20, || {
        let word = word(gettid());
        let waiter = spawn(move || lock_until(word, Some(&in_ms(30))));
        assert_eq!(waiter.join(), Err(Errno::ETIMEDOUT));
        assert_eq!(load(word), gettid() | W);
        // No kernel state is left: a write in user space does not disturb the next lock.
        store(word, 0);
        // SAFETY: the test owns the word.
        let result = unsafe { futex_pi::lock_pi(word.as_ptr(), PRIVATE, None) };
        assert_eq!(result, Ok(()));
        assert_eq!(unlock(word), Ok(()));
    });
}

#[test]
fn k13_trylock_pi_on_a_word_of_ones_own_tells_who_lives() {
    within(20, || {
        let word = word(0);
        assert_eq!(lock(word), Ok(()));
        let other = locker(word);
        assert!(futex_pi::is_living(gettid(), PRIVATE));
        assert!(futex_pi::is_living(other.tid(), PRIVATE));
        assert!(futex_pi::is_living(other.tid() | W | futex_pi::OWNER_DIED, PRIVATE), "flags do not matter");
        assert_eq!(unlock(word), Ok(()));
        let tid = other.tid();
        let _ = other.join();
        assert!(!futex_pi::is_living(tid, PRIVATE));
        assert!(!futex_pi::is_living(0, PRIVATE));

        let child = fork(Fork::Full, || {
            // SAFETY: sleeps until it is killed.
            unsafe { libc::pause() }
        });
        assert!(futex_pi::is_living(child.pid(), Scope::Shared));
        assert!(!futex_pi::is_living(child.pid(), PRIVATE), "none of this process");
        child.kill();
        // SAFETY: waits for the child's end, and leaves it for `wait`.
        unsafe {
            let mut info = core::mem::zeroed();
            libc::waitid(libc::P_PID, child.pid(), &raw mut info, libc::WEXITED | libc::WNOWAIT);
        }
        assert!(!futex_pi::is_living(child.pid(), Scope::Shared), "dead, and not waited for");
        child.wait();
    });
}
