//! Without memory for a table, the spare one serves. In a file of its own: it limits the whole process.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fusyn_core::kernel::Linux;
use fusyn_core::{Deadline, fuqueue, table};

const ANY: u32 = u32::MAX;
const SPARE: usize = 64;

/// A thread queues at the word's address, is seen there, and is woken with a code.
fn waits_and_is_woken() {
    let word = AtomicU32::new(0);
    let key = word.as_ptr() as usize;
    let give_up = Deadline::after(fusyn_core::Clock::Monotonic, 10_000_000_000);
    std::thread::scope(|s| {
        let unset = || word.load(Ordering::Relaxed) == 0;
        let waiter = s.spawn(move || fuqueue::wait::<Linux>(key, unset, ANY, Some(&give_up)));
        let end = Instant::now() + Duration::from_secs(10);
        while fuqueue::wake::<Linux>(key, 1, ANY, 7) == 0 {
            assert!(Instant::now() < end, "the waiter never came");
            std::thread::yield_now();
        }
        assert_eq!(waiter.join().expect("no panic"), Ok(7));
    });
}

#[test]
fn spare_table_serves_when_there_is_no_memory() {
    assert!(table::set_buckets(table::MAX_BUCKETS), "a gigabyte");
    let limit = libc::rlimit { rlim_cur: 768 << 20, rlim_max: 768 << 20 };
    // SAFETY: limits this process only.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) }, 0);
    waits_and_is_woken();
    assert_eq!(table::buckets(), SPARE);
    waits_and_is_woken();
    assert!(!table::set_buckets(1024), "fixed from the first block on");
}
