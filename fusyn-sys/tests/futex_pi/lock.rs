//! `LOCK_PI`, `LOCK_PI2`, `TRYLOCK_PI`, `UNLOCK_PI`: results, errors and time-outs.

use std::time::{Duration, Instant};

use fusyn_sys::futex::{self, Scope};
use fusyn_sys::{Clock, Deadline, Errno, futex_pi, probe};

use crate::common::{gettid, needs, signal, spawn, within, word};
use crate::support::{PRIVATE, W, dead_tid, far, load, lock, lock_until, locker, owned_with};
use crate::support::{store, try_lock, unlock};

const SHORT: Duration = Duration::from_millis(30);

#[test]
fn free_lock_is_taken_and_released() {
    within(20, || {
        for scope in [Scope::Private, Scope::Shared] {
            let word = word(0);
            // SAFETY: the test owns the word, which is free.
            let result = unsafe { futex_pi::lock_pi(word.as_ptr(), scope, None) };
            assert_eq!(result, Ok(()));
            assert_eq!(load(word), gettid());
            // SAFETY: the test owns the word and the lock.
            assert_eq!(unsafe { futex_pi::unlock_pi(word.as_ptr(), scope) }, Ok(()));
            assert_eq!(load(word), 0);
        }
    });
}

#[test]
fn waiter_gets_the_lock_at_unlock() {
    within(20, || {
        let word = word(gettid());
        let waiter = locker(word);
        assert_eq!(load(word), gettid() | W, "the waiter says that it waits");
        let tid = waiter.tid();
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(waiter.join(), owned_with(tid | W));
        assert_eq!(load(word), 0);
    });
}

fn times_out(deadline: &Deadline, lock: impl FnOnce() -> Result<(), Errno> + Send + 'static) {
    let start = Instant::now();
    assert_eq!(spawn(lock).join(), Err(Errno::ETIMEDOUT), "{deadline:?}");
    assert!(deadline.has_passed(), "{deadline:?}: gave up early");
    assert!(start.elapsed() >= SHORT / 2, "{deadline:?}: did not sleep");
}

#[test]
fn lock_pi_times_out_on_both_clocks() {
    within(20, || {
        let word = word(gettid());
        for clock in [Clock::Realtime, Clock::Monotonic] {
            let deadline = Deadline::after(clock, SHORT.as_nanos() as u64);
            times_out(&deadline, move || lock_until(word, Some(&deadline)));
        }
        assert_eq!(unlock(word), Ok(()));
    });
}

#[test]
fn lock_pi2_times_out_on_both_clocks() {
    if !needs::kernel(probe::has_lock_pi2(), "no FUTEX_LOCK_PI2 (Linux 5.14)") {
        return;
    }
    within(20, || {
        let word = word(gettid());
        for clock in [Clock::Realtime, Clock::Monotonic] {
            let deadline = Deadline::after(clock, SHORT.as_nanos() as u64);
            times_out(&deadline, move || {
                // SAFETY: the test owns the word.
                unsafe { futex_pi::lock_pi2(word.as_ptr(), PRIVATE, Some(&deadline)) }
            });
        }
        assert_eq!(unlock(word), Ok(()));
    });
}

#[test]
fn passed_deadline_times_out_but_a_free_lock_is_taken() {
    within(20, || {
        for clock in [Clock::Realtime, Clock::Monotonic] {
            let passed = Deadline::new(clock, -5, 0).expect("valid");
            let word = word(0);
            assert_eq!(lock_until(word, Some(&passed)), Ok(()));
            let other = spawn(move || lock_until(word, Some(&passed)));
            assert_eq!(other.join(), Err(Errno::ETIMEDOUT));
            assert_eq!(unlock(word), Ok(()));
        }
    });
}

#[test]
fn lock_by_its_owner_gives_edeadlk() {
    within(20, || {
        let word = word(gettid());
        assert_eq!(lock(word), Err(Errno::EDEADLK));
        assert_eq!(try_lock(word), Err(Errno::EDEADLK));
        assert_eq!(unlock(word), Ok(()));
    });
}

#[test]
fn cycle_of_two_locks_gives_edeadlk() {
    within(20, || {
        let (mine, theirs) = (word(gettid()), word(0));
        let other = spawn(move || {
            assert_eq!(lock(theirs), Ok(()));
            let result = lock(mine);
            assert_eq!(unlock(theirs), Ok(()));
            result
        });
        other.wait_asleep_on(mine);
        assert_eq!(lock(theirs), Err(Errno::EDEADLK));
        let tid = other.tid();
        assert_eq!(unlock(mine), Ok(()));
        assert_eq!(other.join(), Ok(()));
        assert_eq!(load(mine), tid | W, "still the other's");
    });
}

#[test]
fn trylock_takes_a_free_lock_only() {
    within(20, || {
        let word = word(0);
        assert_eq!(try_lock(word), Ok(()));
        assert_eq!(load(word), gettid());
        assert_eq!(spawn(move || try_lock(word)).join(), Err(Errno::EAGAIN));
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(spawn(move || try_lock(word)).join(), Ok(()));
    });
}

/// What a robust word looks like after its owner's death.
#[test]
fn trylock_takes_a_lock_whose_owner_died() {
    within(20, || {
        let word = word(futex_pi::OWNER_DIED);
        assert_eq!(try_lock(word), Ok(()));
        assert_eq!(load(word), gettid() | futex_pi::OWNER_DIED);
    });
}

#[test]
fn trylock_of_a_dead_owners_word_gives_esrch() {
    within(20, || {
        assert_eq!(try_lock(word(dead_tid())), Err(Errno::ESRCH));
    });
}

#[test]
fn unlock_by_another_thread_gives_eperm() {
    within(20, || {
        let word = word(gettid());
        assert_eq!(spawn(move || unlock(word)).join(), Err(Errno::EPERM));
        assert_eq!(load(word), gettid());
        assert_eq!(unlock(word), Ok(()));
    });
}

#[test]
fn unlock_of_a_free_lock_gives_eperm() {
    within(20, || {
        assert_eq!(unlock(word(0)), Err(Errno::EPERM));
    });
}

/// The kernel refuses to mix kinds of waiters on one word.
#[test]
fn plain_waiter_on_the_word_gives_einval() {
    within(20, || {
        let word = word(gettid());
        let expected = load(word);
        // SAFETY: the test owns the word.
        let wait = move || unsafe { futex::wait(word.as_ptr(), expected, PRIVATE, Some(&far())) };
        let plain = spawn(wait);
        plain.wait_asleep_on(word);
        let other = spawn(move || lock_until(word, Some(&far()))).join();
        assert_eq!(other, Err(Errno::EINVAL));
        assert_eq!(spawn(move || try_lock(word)).join(), Err(Errno::EINVAL));
        assert_eq!(unlock(word), Err(Errno::EINVAL));
        // SAFETY: as above.
        assert_eq!(unsafe { futex::wake(word.as_ptr(), 1, PRIVATE) }, Ok(1));
        assert_eq!(plain.join(), Ok(()));
    });
}

/// The other direction is not refused: the plain waiter sleeps until somebody can wake it.
#[test]
fn plain_wait_beside_a_pi_waiter_is_not_refused() {
    within(20, || {
        let word = word(gettid());
        let waiter = locker(word);
        let (tid, expected) = (waiter.tid(), load(word));
        let deadline = Deadline::after(Clock::Monotonic, SHORT.as_nanos() as u64);
        // SAFETY: the test owns the word.
        let wait = move || unsafe { futex::wait(word.as_ptr(), expected, PRIVATE, Some(&deadline)) };
        assert_eq!(spawn(wait).join(), Err(Errno::ETIMEDOUT));
        assert_eq!(unlock(word), Ok(()));
        assert_eq!(waiter.join(), owned_with(tid | W));
    });
}

#[test]
fn lock_pi_is_restarted_after_a_signal() {
    within(20, || {
        signal::handle(libc::SIGUSR1, false);
        let word = word(gettid());
        for deadline in [None, Some(far())] {
            store(word, gettid());
            let waiter = spawn(move || {
                lock_until(word, deadline.as_ref())?;
                unlock(word)
            });
            waiter.wait_asleep_on(word);
            signal::send(&waiter, libc::SIGUSR1);
            waiter.wait_asleep_on(word);
            assert_eq!(unlock(word), Ok(()));
            assert_eq!(waiter.join(), Ok(()), "{deadline:?}");
        }
    });
}

#[test]
fn bad_address_gives_an_error() {
    within(20, || {
        let unmapped = 0x1000 as *const u32;
        let misaligned = (word(0).as_ptr() as usize + 1) as *const u32;
        for (address, error) in [(unmapped, Errno::EFAULT), (misaligned, Errno::EINVAL)] {
            // SAFETY: the kernel checks the address.
            let result = unsafe { futex_pi::lock_pi(address, PRIVATE, None) };
            assert_eq!(result, Err(error));
            // SAFETY: as above.
            let result = unsafe { futex_pi::trylock_pi(address, PRIVATE) };
            assert_eq!(result, Err(error));
        }
        // The owner is looked at first.
        // SAFETY: as above.
        let result = unsafe { futex_pi::unlock_pi(unmapped, PRIVATE) };
        assert_eq!(result, Err(Errno::EFAULT));
    });
}
