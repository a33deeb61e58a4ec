//! `fusyn_sys::robust` against the running kernel: what happens to a dead thread's words.

mod common;

use core::ptr::null_mut;
use core::sync::atomic::{AtomicU32, Ordering};

use common::child::{Fork, fork};
use common::{Helper, gettid, shared_word, spawn, until, within};
use fusyn_sys::futex::{self, Scope};
use fusyn_sys::futex_pi::{self, OWNER_DIED, WAITERS};
use fusyn_sys::robust::{self, RobustListHead};
use fusyn_sys::{Clock, Deadline, Errno};

/// A lock as the kernel sees it: an entry of the list, and the word behind it.
#[repr(C)]
struct Entry {
    next: *mut u8,
    word: AtomicU32,
}

const WORD_OFFSET: isize = core::mem::offset_of!(Entry, word) as isize;
const PI: usize = 1;

/// Memory that the kernel reads after the thread is gone; never freed.
struct List {
    head: *mut RobustListHead,
}

impl List {
    /// Takes the place of the C library's list in this thread.
    fn register() -> List {
        let head = RobustListHead { first: null_mut(), futex_offset: WORD_OFFSET, pending: null_mut() };
        let head = Box::into_raw(Box::new(head));
        let list = List { head };
        list.set_first(list.end());
        // SAFETY: the head is never freed; no robust mutex of the C library is locked here.
        unsafe { robust::register(head) }.expect("the size is right");
        list
    }

    fn end(&self) -> *mut u8 {
        self.head.cast()
    }

    fn set_first(&self, first: *mut u8) {
        // SAFETY: the head is alive, and only this thread uses it.
        unsafe { (*self.head).first = first };
    }

    fn first(&self) -> *mut u8 {
        // SAFETY: as above.
        unsafe { (*self.head).first }
    }

    fn set_pending(&self, pending: *mut u8) {
        // SAFETY: as above.
        unsafe { (*self.head).pending = pending };
    }

    /// Puts an entry in front, marked with `mark` in bit 0.
    fn push(&self, entry: *mut Entry, mark: usize) {
        // SAFETY: the tests' entries are never freed.
        unsafe { (*entry).next = self.first() };
        self.set_first(entry.cast::<u8>().map_addr(|address| address | mark));
    }
}

/// An entry that is never freed; an address, so that it can be named by another thread.
fn entry(value: u32) -> usize {
    let entry = Entry { next: null_mut(), word: AtomicU32::new(value) };
    Box::into_raw(Box::new(entry)).expose_provenance()
}

fn at(entry: usize) -> *mut Entry {
    core::ptr::with_exposed_provenance_mut(entry)
}

fn word_of(entry: usize) -> &'static AtomicU32 {
    // SAFETY: the tests' entries are never freed.
    unsafe { &(*at(entry)).word }
}

fn load(word: &AtomicU32) -> u32 {
    word.load(Ordering::SeqCst)
}

/// A thread that sleeps on the word while it holds `value`.
fn sleeper(word: &'static AtomicU32, value: u32, scope: Scope) -> Helper<Result<(), Errno>> {
    let helper = spawn(move || {
        let far = Deadline::after(Clock::Monotonic, 8_000_000_000);
        // SAFETY: the test owns the word.
        unsafe { futex::wait(word.as_ptr(), value, scope, Some(&far)) }
    });
    helper.wait_asleep_on(word);
    helper
}

fn wake(word: &'static AtomicU32, scope: Scope) -> Result<u32, Errno> {
    // SAFETY: the test owns the word.
    unsafe { futex::wake(word.as_ptr(), 9, scope) }
}

/// A thread that runs `prepare`, waits to be told, and dies. Gives it and the way to tell it.
fn doomed(prepare: impl FnOnce(&List) + Send + 'static) -> (Helper<()>, std::sync::mpsc::SyncSender<()>) {
    let (tell, told) = std::sync::mpsc::sync_channel(1);
    let (ready, is_ready) = std::sync::mpsc::channel();
    let thread = spawn(move || {
        prepare(&List::register());
        ready.send(()).expect("the test listens");
        told.recv().expect("the test tells");
    });
    is_ready.recv().expect("the thread gets ready");
    (thread, tell)
}

#[test]
fn the_c_librarys_list_is_where_fusyn_expects_it() {
    within(20, || {
        let head = robust::current().expect("a list");
        // SAFETY: the C library's head lives as long as the thread.
        let offset = unsafe { (*head).futex_offset };
        if cfg!(target_env = "gnu") {
            assert_eq!(offset, robust::GLIBC_FUTEX_OFFSET);
        }
        let other = spawn(|| robust::current().expect("a list").addr()).join();
        assert_ne!(head.addr(), other, "one per thread");
    });
}

#[test]
fn register_replaces_the_list() {
    within(20, || {
        spawn(|| {
            let before = robust::current().expect("a list");
            let list = List::register();
            assert_eq!(robust::current(), Ok(list.head));
            // SAFETY: the C library's own head, put back.
            assert_eq!(unsafe { robust::register(before) }, Ok(()));
            assert_eq!(robust::current(), Ok(before));
        })
        .join();
    });
}

#[test]
fn death_of_the_owner_marks_the_word() {
    within(20, || {
        let (one, two) = (entry(0), entry(0));
        spawn(move || {
            let list = List::register();
            for lock in [one, two] {
                word_of(lock).store(gettid(), Ordering::SeqCst);
                list.push(at(lock), 0);
            }
        })
        .join();
        assert_eq!(load(word_of(one)), OWNER_DIED);
        assert_eq!(load(word_of(two)), OWNER_DIED);
    });
}

#[test]
fn death_of_the_owner_keeps_waiters_and_wakes_one_shared_waiter() {
    within(20, || {
        let lock = entry(0);
        let (owner, die) = doomed(move |list| {
            word_of(lock).store(gettid() | WAITERS, Ordering::SeqCst);
            list.push(at(lock), 0);
        });
        let contended = owner.tid() | WAITERS;
        let waiters = [(); 2].map(|()| sleeper(word_of(lock), contended, Scope::Shared));
        die.send(()).expect("the owner listens");
        owner.join();
        assert_eq!(load(word_of(lock)), OWNER_DIED | WAITERS);
        until("one woken", || waiters.iter().filter(|w| w.is_finished()).count() == 1);
        assert_eq!(wake(word_of(lock), Scope::Shared), Ok(1), "the other sleeps on");
        for waiter in waiters {
            assert_eq!(waiter.join(), Ok(()));
        }
    });
}

/// Why waiters on robust words never use the private flag.
#[test]
fn death_of_the_owner_wakes_no_private_waiter() {
    within(20, || {
        let lock = entry(0);
        let (owner, die) = doomed(move |list| {
            word_of(lock).store(gettid() | WAITERS, Ordering::SeqCst);
            list.push(at(lock), 0);
        });
        let waiter = sleeper(word_of(lock), owner.tid() | WAITERS, Scope::Private);
        die.send(()).expect("the owner listens");
        owner.join();
        assert_eq!(load(word_of(lock)), OWNER_DIED | WAITERS);
        assert!(waiter.sleeps_on(word_of(lock)));
        assert_eq!(wake(word_of(lock), Scope::Private), Ok(1));
        assert_eq!(waiter.join(), Ok(()));
    });
}

#[test]
fn word_of_another_owner_is_left_alone() {
    within(20, || {
        let (other, own) = (entry(gettid()), entry(0));
        spawn(move || {
            let list = List::register();
            word_of(own).store(gettid(), Ordering::SeqCst);
            list.push(at(own), 0);
            list.push(at(other), 0);
        })
        .join();
        assert_eq!(load(word_of(other)), gettid());
        assert_eq!(load(word_of(own)), OWNER_DIED);
    });
}

#[test]
fn pending_lock_that_was_taken_is_marked() {
    within(20, || {
        let lock = entry(0);
        spawn(move || {
            let list = List::register();
            list.set_pending(at(lock).cast());
            word_of(lock).store(gettid(), Ordering::SeqCst);
            // Dies before the entry is linked.
        })
        .join();
        assert_eq!(load(word_of(lock)), OWNER_DIED);
    });
}

/// Died between the release and the wake: the kernel wakes in its place, and leaves the word.
#[test]
fn pending_unlock_that_was_released_wakes_one() {
    within(20, || {
        let lock = entry(0);
        let (owner, die) = doomed(move |list| list.set_pending(at(lock).cast()));
        let waiter = sleeper(word_of(lock), 0, Scope::Shared);
        die.send(()).expect("the owner listens");
        owner.join();
        assert_eq!(waiter.join(), Ok(()));
        assert_eq!(load(word_of(lock)), 0);
    });
}

#[test]
fn pending_unlock_of_a_lock_that_another_took_is_left_alone() {
    within(20, || {
        let lock = entry(gettid());
        spawn(move || List::register().set_pending(at(lock).cast())).join();
        assert_eq!(load(word_of(lock)), gettid());
    });
}

#[test]
fn pi_waiter_gets_the_dead_owners_lock_with_owner_died_set() {
    within(20, || {
        let lock = entry(0);
        let (owner, die) = doomed(move |list| {
            let word = word_of(lock).as_ptr();
            // SAFETY: the test owns the word, which is free.
            unsafe { futex_pi::lock_pi(word, Scope::Shared, None) }.expect("a free lock");
            list.push(at(lock), PI);
        });
        let word = word_of(lock);
        let waiter = spawn(move || {
            // SAFETY: the test owns the word, which follows the PI protocol.
            unsafe { futex_pi::lock_pi(word.as_ptr(), Scope::Shared, None)? };
            let seen = load(word);
            // SAFETY: as above; the caller owns it.
            unsafe { futex_pi::unlock_pi(word.as_ptr(), Scope::Shared)? };
            Ok::<u32, Errno>(seen)
        });
        waiter.wait_asleep_on(word);
        let tid = waiter.tid();
        die.send(()).expect("the owner listens");
        owner.join();
        let seen = waiter.join().expect("the lock");
        assert_eq!(seen & !WAITERS, tid | OWNER_DIED);
        assert_eq!(load(word), 0, "UNLOCK_PI forgets that an owner died");
    });
}

/// The first locker after the death of an owner whom nobody waited for.
#[test]
fn pi_lock_after_the_death_keeps_owner_died() {
    within(20, || {
        let lock = entry(0);
        spawn(move || {
            let list = List::register();
            word_of(lock).store(gettid(), Ordering::SeqCst);
            list.push(at(lock), PI);
        })
        .join();
        let word = word_of(lock);
        assert_eq!(load(word), OWNER_DIED);
        // SAFETY: the test owns the word.
        let result = unsafe { futex_pi::lock_pi(word.as_ptr(), Scope::Shared, None) };
        assert_eq!(result, Ok(()));
        assert_eq!(load(word), gettid() | OWNER_DIED);
        // SAFETY: as above.
        let result = unsafe { futex_pi::unlock_pi(word.as_ptr(), Scope::Shared) };
        assert_eq!(result, Ok(()));
    });
}

#[test]
fn entry_marked_pi_wakes_no_plain_waiter() {
    within(20, || {
        let (marked, plain) = (entry(0), entry(0));
        let (owner, die) = doomed(move |list| {
            for (lock, mark) in [(marked, PI), (plain, 0)] {
                word_of(lock).store(gettid() | WAITERS, Ordering::SeqCst);
                list.push(at(lock), mark);
            }
        });
        let value = owner.tid() | WAITERS;
        let on_marked = sleeper(word_of(marked), value, Scope::Shared);
        let on_plain = sleeper(word_of(plain), value, Scope::Shared);
        die.send(()).expect("the owner listens");
        owner.join();
        assert_eq!(on_plain.join(), Ok(()));
        assert!(on_marked.sleeps_on(word_of(marked)));
        assert_eq!(load(word_of(marked)), OWNER_DIED | WAITERS);
        assert_eq!(wake(word_of(marked), Scope::Shared), Ok(1));
        assert_eq!(on_marked.join(), Ok(()));
    });
}

#[test]
fn pending_pi_unlock_that_was_released_wakes_nobody() {
    within(20, || {
        let lock = entry(0);
        let (owner, die) = doomed(move |list| {
            list.set_pending(at(lock).cast::<u8>().map_addr(|address| address | PI));
        });
        let waiter = sleeper(word_of(lock), 0, Scope::Shared);
        die.send(()).expect("the owner listens");
        owner.join();
        assert!(waiter.sleeps_on(word_of(lock)));
        assert_eq!(wake(word_of(lock), Scope::Shared), Ok(1));
        assert_eq!(waiter.join(), Ok(()));
    });
}

#[test]
fn broken_list_ends_the_walk_silently() {
    within(20, || {
        let (before, after) = (entry(0), entry(0));
        let tid = spawn(move || {
            let list = List::register();
            for lock in [after, before] {
                word_of(lock).store(gettid(), Ordering::SeqCst);
                list.push(at(lock), 0);
            }
            // SAFETY: the tests' entries are never freed.
            unsafe { (*at(before)).next = core::ptr::without_provenance_mut(0x1000) };
            gettid()
        })
        .join();
        assert_eq!(load(word_of(before)), OWNER_DIED);
        assert_eq!(load(word_of(after)), tid);
    });
}

#[test]
fn walk_ends_after_the_limit() {
    within(20, || {
        let locks: Vec<usize> = (0..=robust::LIST_LIMIT).map(|_| entry(0)).collect();
        let (last, first) = (locks[0], locks[1]);
        let tid = spawn(move || {
            let list = List::register();
            for &lock in &locks {
                word_of(lock).store(gettid(), Ordering::SeqCst);
                list.push(at(lock), 0);
            }
            gettid()
        })
        .join();
        assert_eq!(load(word_of(first)), OWNER_DIED, "entry 2048 of the walk");
        assert_eq!(load(word_of(last)), tid, "entry 2049 of the walk");
    });
}

#[test]
fn circle_without_end_does_not_stop_the_exit() {
    within(20, || {
        let (one, two) = (entry(0), entry(0));
        spawn(move || {
            let list = List::register();
            for lock in [one, two] {
                word_of(lock).store(gettid(), Ordering::SeqCst);
                list.push(at(lock), 0);
            }
            // SAFETY: the tests' entries are never freed.
            unsafe { (*at(one)).next = at(two).cast() };
        })
        .join();
        assert_eq!(load(word_of(one)), OWNER_DIED);
        assert_eq!(load(word_of(two)), OWNER_DIED);
    });
}

/// The same for a whole process, at an instruction that it did not choose.
#[test]
fn killed_process_leaves_its_shared_word_marked() {
    within(20, || {
        // The page has room for a whole entry.
        let lock = shared_word().as_ptr().expose_provenance();
        let head = Box::into_raw(Box::new(RobustListHead {
            first: null_mut(),
            futex_offset: WORD_OFFSET,
            pending: null_mut(),
        }));
        let child = fork(Fork::Raw, || {
            let list = List { head };
            list.set_first(list.end());
            // SAFETY: the child's copy of the head lives as long as the child.
            if unsafe { robust::register(head) }.is_err() {
                return 1;
            }
            list.push(at(lock), 0);
            word_of(lock).store(gettid() | WAITERS, Ordering::SeqCst);
            // SAFETY: sleeps until it is killed.
            unsafe { libc::pause() }
        });
        let owned = child.pid() | WAITERS;
        until("the child has the lock", || load(word_of(lock)) == owned);
        let waiter = sleeper(word_of(lock), owned, Scope::Shared);
        child.kill();
        assert_eq!(child.wait(), 1000 + libc::SIGKILL);
        assert_eq!(waiter.join(), Ok(()), "woken by the death in another process");
        assert_eq!(load(word_of(lock)), OWNER_DIED | WAITERS);
        // SAFETY: the child's memory was a copy; nothing here uses the head.
        drop(unsafe { Box::from_raw(head) });
    });
}
