//! `FUTEX_WAKE`: counts, scopes, stale addresses.

use fusyn_sys::Errno;
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::mem;

use crate::common::{spawn, until, within, word};
use crate::{sleeper, wait, wake};

#[test]
fn nobody_to_wake_gives_zero() {
    within(20, || {
        assert_eq!(wake(word(0), 1, Scope::Private), Ok(0));
        assert_eq!(wake(word(0), u32::MAX, Scope::Shared), Ok(0));
    });
}

/// The kernel by itself wakes one.
#[test]
fn count_zero_wakes_nobody() {
    within(20, || {
        let word = word(0);
        let waiter = sleeper(word);
        assert_eq!(wake(word, 0, Scope::Private), Ok(0));
        // SAFETY: the test owns the word.
        let woken = unsafe { futex::wake_bitset(word.as_ptr(), 0, Scope::Private, 1) };
        assert_eq!(woken, Ok(0));
        assert!(waiter.sleeps_on(word));
        assert_eq!(wake(word, 1, Scope::Private), Ok(1));
        assert_eq!(waiter.join(), Ok(()));
    });
}

#[test]
fn wakes_at_most_count_and_says_how_many() {
    within(20, || {
        let word = word(0);
        let waiters: Vec<_> = (0..4).map(|_| sleeper(word)).collect();
        assert_eq!(wake(word, 1, Scope::Private), Ok(1));
        until("one woken", || waiters.iter().filter(|w| w.is_finished()).count() == 1);
        assert_eq!(waiters.iter().filter(|w| w.sleeps_on(word)).count(), 3);
        assert_eq!(wake(word, u32::MAX, Scope::Private), Ok(3));
        for waiter in waiters {
            assert_eq!(waiter.join(), Ok(()));
        }
    });
}

/// A private waiter is known by its address, a shared one by its page: neither sees the other's wake.
#[test]
fn scopes_do_not_mix() {
    within(20, || {
        let word = word(0);
        let (private, shared) = (Scope::Private, Scope::Shared);
        for (own, other) in [(private, shared), (shared, private)] {
            let waiter = spawn(move || wait(word, 0, own, None));
            waiter.wait_asleep_on(word);
            assert_eq!(wake(word, 1, other), Ok(0), "{own:?}");
            assert!(waiter.sleeps_on(word));
            assert_eq!(wake(word, 1, own), Ok(1), "{own:?}");
            assert_eq!(waiter.join(), Ok(()));
        }
    });
}

/// Rule R5: a wake may come after the waiter's stack is gone.
#[test]
fn wake_of_a_stale_address_is_harmless() {
    within(20, || {
        let page = mem::map(mem::PAGE).expect("a page");
        let word = page.cast::<u32>();
        // SAFETY: nothing uses the page.
        unsafe { mem::unmap(page, mem::PAGE) };
        // SAFETY: a wake may name memory that is gone.
        let private = unsafe { futex::wake(word, 1, Scope::Private) };
        assert_eq!(private, Ok(0));
        // SAFETY: as above.
        let shared = unsafe { futex::wake(word, 1, Scope::Shared) };
        assert_eq!(shared, Err(Errno::EFAULT));
    });
}

#[test]
fn impossible_address_gives_an_error() {
    within(20, || {
        let kernel = (usize::MAX << 12) as *const u32;
        let misaligned = (word(0).as_ptr() as usize + 1) as *const u32;
        // SAFETY: the kernel only hashes the address.
        let result = unsafe { futex::wake(kernel, 1, Scope::Private) };
        assert_eq!(result, Err(Errno::EFAULT));
        // SAFETY: as above.
        let result = unsafe { futex::wake(misaligned, 1, Scope::Private) };
        assert_eq!(result, Err(Errno::EINVAL));
    });
}
