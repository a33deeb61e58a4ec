//! Every operation of the crate, once succeeding and once failing where it can: for what must hold of
//! all of them.

use core::sync::atomic::AtomicU32;

use fusyn_sys::futex::{self, Scope, WaitEntry};
use fusyn_sys::futex_pi;
use fusyn_sys::sched::{self, SchedAttr};
use fusyn_sys::{Clock, Deadline, clock, fork_page, io, mem, probe, process, robust, thread_id};

const PRIVATE: Scope = Scope::Private;
const NO_TID: u32 = 0x3fff_ffff;

/// The operations by name.
pub const OPERATIONS: &[(&str, fn())] = &[
    ("futex wait", waits),
    ("futex wake", wakes),
    ("futex requeue", requeues),
    ("futex waitv", waitvs),
    ("lock_pi", locks),
    ("unlock_pi", unlocks),
    ("requeue_pi", requeue_pis),
    ("robust", robust_list),
    ("sched read", sched_reads),
    ("sched write", sched_writes),
    ("memory", memory),
    ("files", files),
    ("clock", clocks),
    ("thread id", thread_ids),
    ("probe", probes),
];

fn unmapped() -> *const u32 {
    0x1000 as *const u32
}

fn passed() -> Deadline {
    Deadline::new(Clock::Monotonic, -1, 0).expect("valid")
}

fn waits() {
    let word = AtomicU32::new(0);
    let (word, passed) = (word.as_ptr().cast_const(), passed());
    // SAFETY: the word is this function's own; the kernel checks the other address.
    unsafe {
        assert!(futex::wait(word, 1, PRIVATE, None).is_err());
        assert!(futex::wait(word, 0, PRIVATE, Some(&passed)).is_err());
        assert!(futex::wait(unmapped(), 0, Scope::Shared, None).is_err());
        assert!(futex::wait_bitset(word, 0, PRIVATE, None, 0).is_err());
    }
}

fn wakes() {
    let word = AtomicU32::new(0);
    // SAFETY: a wake is harmless.
    unsafe {
        assert!(futex::wake(word.as_ptr(), 1, PRIVATE).is_ok());
        assert!(futex::wake(unmapped(), 1, Scope::Shared).is_err());
        assert!(futex::wake_bitset(word.as_ptr(), 1, PRIVATE, 1).is_ok());
        assert!(futex::wake_bitset(word.as_ptr(), 1, PRIVATE, 0).is_err());
    }
}

fn requeues() {
    let (from, to) = (AtomicU32::new(0), AtomicU32::new(0));
    let (from, to) = (from.as_ptr(), to.as_ptr());
    // SAFETY: nobody waits on these words.
    unsafe {
        assert!(futex::requeue(from, to, 1, 1, PRIVATE).is_ok());
        assert!(futex::requeue(unmapped(), to, 1, 1, Scope::Shared).is_err());
        assert!(futex::cmp_requeue(from, 0, to, 1, 1, PRIVATE).is_ok());
        assert!(futex::cmp_requeue(from, 1, to, 1, 1, PRIVATE).is_err());
    }
}

fn waitvs() {
    let word = AtomicU32::new(0);
    let entries = [WaitEntry::new(word.as_ptr(), 1, PRIVATE)];
    // SAFETY: the word is this function's own.
    assert!(unsafe { futex::waitv(&entries, None) }.is_err());
    // SAFETY: as above.
    assert!(unsafe { futex::waitv(&[], Some(&passed())) }.is_err());
}

fn locks() {
    let (word, passed) = (AtomicU32::new(0), passed());
    let word = word.as_ptr();
    // SAFETY: the word is this function's own and follows the PI protocol.
    unsafe {
        assert!(futex_pi::lock_pi(word, PRIVATE, None).is_ok());
        assert!(futex_pi::lock_pi(word, PRIVATE, Some(&passed)).is_err());
        assert!(futex_pi::lock_pi2(word, PRIVATE, Some(&passed)).is_err());
        assert!(futex_pi::trylock_pi(word, PRIVATE).is_err());
        assert!(futex_pi::unlock_pi(word, PRIVATE).is_ok());
        assert!(futex_pi::trylock_pi(word, PRIVATE).is_ok());
        assert!(futex_pi::unlock_pi(word, PRIVATE).is_ok());
    }
}

fn unlocks() {
    let word = AtomicU32::new(0);
    // SAFETY: the word is this function's own; the kernel checks the other address.
    unsafe {
        assert!(futex_pi::unlock_pi(word.as_ptr(), PRIVATE).is_err());
        assert!(futex_pi::unlock_pi(unmapped(), PRIVATE).is_err());
    }
}

fn requeue_pis() {
    let (park, target, passed) = (AtomicU32::new(0), AtomicU32::new(0), passed());
    let (park, target) = (park.as_ptr(), target.as_ptr());
    // SAFETY: both words are this function's own.
    unsafe {
        assert!(futex_pi::wait_requeue_pi(park, 1, target, PRIVATE, None).is_err());
        assert!(futex_pi::wait_requeue_pi(park, 0, target, PRIVATE, Some(&passed)).is_err());
        assert!(futex_pi::cmp_requeue_pi(park, 0, target, 0, PRIVATE).is_ok());
        assert!(futex_pi::cmp_requeue_pi(park, 1, target, 0, PRIVATE).is_err());
    }
}

fn robust_list() {
    let head = robust::current().expect("a list");
    // SAFETY: the C library's own head, registered once more.
    assert!(unsafe { robust::register(head) }.is_ok());
}

fn sched_reads() {
    assert!(sched::getattr(0).is_ok());
    assert!(sched::getattr(NO_TID).is_err());
    assert!(sched::policy(0).is_ok());
    assert!(sched::policy(NO_TID).is_err());
    assert!(sched::priority(0).is_ok());
    assert!(sched::priority(NO_TID).is_err());
    assert!(sched::cpus() > 0);
    sched::yield_now();
}

fn sched_writes() {
    let attr = sched::getattr(0).expect("attributes of the caller");
    assert!(sched::setattr(0, &attr).is_ok());
    assert!(sched::setattr(NO_TID, &SchedAttr::default()).is_err());
    assert!(sched::set_policy(0, attr.policy.cast_signed(), 0).is_ok());
    assert!(sched::set_policy(0, 77, 0).is_err());
    assert!(sched::set_priority(0, 0).is_ok());
    assert!(sched::set_priority(0, 1).is_err());
}

fn memory() {
    let page = mem::map(mem::PAGE).expect("a page");
    assert!(mem::map(0).is_err());
    // SAFETY: the page is this function's own, and given back at the end.
    unsafe {
        assert!(mem::wipe_on_fork(page, mem::PAGE).is_ok());
        assert!(mem::wipe_on_fork(page.wrapping_add(1), mem::PAGE).is_err());
        mem::unmap(page, mem::PAGE);
        // Fails: misaligned.
        mem::unmap(page.wrapping_add(1), mem::PAGE);
    }
}

fn files() {
    let file = io::open_read(c"/proc/self/stat").expect("a readable file");
    assert!(io::read(file, &mut [0; 8]).is_ok());
    assert!(io::write(file, b"x").is_err());
    io::close(file);
    io::close(-1);
    assert!(io::open_read(c"/nonexistent/file").is_err());
    assert!(io::read(-1, &mut [0; 8]).is_err());
    process::say(&[""]);
}

fn clocks() {
    for clock in [Clock::Realtime, Clock::Monotonic] {
        assert!(clock::now(clock).sec > 0);
        assert!(!Deadline::after(clock, u64::MAX).on(Clock::Monotonic).has_passed());
    }
}

fn thread_ids() {
    assert_eq!(thread_id::current(), thread_id::by_kernel());
    assert!(!thread_id::is_ancestor(thread_id::cached()));
    assert_eq!(fork_page::refresh(), fork_page::epoch());
}

fn probes() {
    let (_, _, hash) = (probe::has_lock_pi2(), probe::has_waitv(), probe::has_private_hash());
    assert_eq!(hash, probe::futex_hash_slots().is_ok());
    assert!(probe::set_futex_hash_slots(3).is_err());
}
