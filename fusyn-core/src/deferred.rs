//! What signal handlers noted while their thread was inside a bucket, done when it has left.

use crate::condvar;
use crate::fulock;
use crate::kernel::Kernel;
use crate::local::What;
use crate::semaphore;
use crate::table::section::Section;
use crate::waiter::Kind;

pub(crate) fn perform<K: Kernel>(what: What, key: usize) {
    match what {
        What::Settle => fulock::settle_key::<K>(key),
        What::Signal => condvar::signal_key::<K>(key),
        What::Broadcast => condvar::broadcast_key::<K>(key),
        What::Post => semaphore::wake_key::<K>(key),
    }
}

/// More was noted than there are slots: every mutex is settled, every condvar waiter woken, and as
/// many waiters of each semaphore as its value allows, which covers whatever it was (P7).
pub(crate) fn perform_all<K: Kernel>() {
    for bucket in K::table().all() {
        condvar::wake_all_in::<K>(bucket);
        semaphore::wake_all_in::<K>(bucket);
        let mut done = 0;
        while let Some(key) = nth_mutex::<K>(bucket, done) {
            fulock::settle_key::<K>(key);
            done += 1;
        }
    }
}

fn nth_mutex<K: Kernel>(bucket: &'static crate::table::bucket::Bucket, n: usize) -> Option<usize> {
    let section = Section::<K>::of(bucket);
    let mut seen = 0;
    // SAFETY: under the bucket lock; tops are valid (I1).
    unsafe {
        let mut top = section.first();
        while !top.is_null() {
            if (*top).header.kind == Kind::Mutex {
                if seen == n {
                    return Some((*top).header.id);
                }
                seen += 1;
            }
            top = (*top).header.next;
        }
    }
    None
}
