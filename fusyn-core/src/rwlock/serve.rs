//! Releasing a lock that somebody waits for, and choosing who is next.

use super::{MAX_READERS, PASSED_LIMIT, WAITERS, WRITER, WRITERS_FIRST, WRITES, readers};
use crate::kernel::Kernel;
use crate::local::{self, What};
use crate::park::Wakes;
use crate::sync::{AtomicU32, Ordering};
use crate::table::bucket::Bucket;
use crate::table::section::Section;
use crate::waiter::{HANDED, Kind, POPPED, Waiter};

/// Readers that one section lets in at most, so that a bucket is never held for long.
const PER_SECTION: usize = 16;

/// Gives the write lock back while somebody may be queued.
///
/// # Safety
/// `word` is a live rwlock word whose writer is the caller. Nothing of it is touched after the release,
/// unless a waiter proves that it lives.
#[cold]
#[inline(never)]
pub unsafe fn write_unlock_slow<K: Kernel>(word: *const AtomicU32) {
    let key = word as usize;
    // SAFETY: alive by the caller's contract until the release; members are valid (I1).
    unsafe {
        if local::must_defer::<K>() {
            // Release: as below. WAITERS stays: free, and somebody will serve.
            (*word).fetch_and(!WRITER, Ordering::Release);
            return local::defer::<K>(What::Serve, key);
        }
        let mut wakes = Wakes::<PER_SECTION>::none();
        let section = Section::<K>::of_key(key);
        let more = if section.find(Kind::RwLock, key).is_null() {
            // Release: pairs with the Acquire of the next lock. WAITERS was a false hint.
            (*word).fetch_and(!(WRITER | WAITERS), Ordering::Release);
            false
        } else {
            (*word).fetch_and(!WRITER, Ordering::Release);
            grant(&section, key, &mut wakes)
        };
        drop(section);
        wakes.make::<K>();
        if more {
            serve_key::<K>(key);
        }
    }
}

/// Lets in whoever may go in, of those queued at a key, or has it done by the caller's interrupted section,
/// if there is one. The word may be gone: a waiter proves that it lives.
#[cold]
#[inline(never)]
pub fn serve_or_defer<K: Kernel>(key: usize) {
    if local::must_defer::<K>() {
        return local::defer::<K>(What::Serve, key);
    }
    serve_key::<K>(key);
}

/// Lets in whoever may go in, of those queued at a key; nothing if nobody is.
pub(crate) fn serve_key<K: Kernel>(key: usize) {
    loop {
        let mut wakes = Wakes::<PER_SECTION>::none();
        let section = Section::<K>::of_key(key);
        // SAFETY: under the bucket lock.
        let more = unsafe { grant(&section, key, &mut wakes) };
        drop(section);
        wakes.make::<K>();
        if !more {
            return;
        }
    }
}

/// In one section: hands the lock to the readers at the top, or to the writer there, or wakes that writer
/// to compete. True if more readers may go in.
///
/// # Safety
/// The caller holds the bucket of `key`.
unsafe fn grant(bucket: &Bucket, key: usize, wakes: &mut Wakes<PER_SECTION>) -> bool {
    // SAFETY: under the bucket lock; members are valid (I1), and prove that the word is alive (I4) until
    // they are marked, which is done last.
    unsafe {
        for _ in 0..PER_SECTION {
            let top = bucket.find(Kind::RwLock, key);
            if top.is_null() {
                return false;
            }
            // Relaxed: decisive only in what cannot change under the bucket lock while somebody is queued.
            let now = (*(*top).lock).load(Ordering::Relaxed);
            if now & WRITER != 0 || readers(now) == MAX_READERS {
                return false;
            }
            if (*top).bits & WRITES != 0 {
                if readers(now) == 0 {
                    pop_writer(bucket, key, top, wakes);
                }
                return false;
            }
            let word = (*top).lock;
            Bucket::remove(top);
            change(word, bucket.find(Kind::RwLock, key).is_null(), |held| held + 1);
            wakes.mark(top, HANDED);
        }
    }
    true
}

/// Auto: a real-time or preferred writer, or one that was overtaken too often, is handed the lock; another
/// competes.
///
/// # Safety
/// As [`grant`]; `top` is the queue's top, and the lock is free.
unsafe fn pop_writer(bucket: &Bucket, key: usize, top: *mut Waiter, wakes: &mut Wakes<PER_SECTION>) {
    // SAFETY: as in `grant`.
    unsafe {
        let word = (*top).lock;
        let is_preferred = (*top).node.prio.is_real_time() || (*top).bits & WRITERS_FIRST != 0;
        let hand_over = is_preferred || (*top).overtaken >= PASSED_LIMIT;
        Bucket::remove(top);
        let is_last = bucket.find(Kind::RwLock, key).is_null();
        change(word, is_last, |held| if hand_over { WRITER } else { held });
        wakes.mark(top, if hand_over { HANDED } else { POPPED });
    }
}

/// Writes the word for the waiter just removed: who holds it, and WAITERS unless that was the last one.
///
/// # Safety
/// As [`grant`].
unsafe fn change(word: *const AtomicU32, is_last: bool, held: impl Fn(u32) -> u32) {
    let waiters = if is_last { 0 } else { WAITERS };
    // SAFETY: alive, as in `grant`.
    let state = unsafe { &*word };
    // Relaxed: a look; the exchange orders.
    let mut now = state.load(Ordering::Relaxed);
    loop {
        // AcqRel: what the holders before did, passed on to the one who is let in.
        match state.compare_exchange_weak(
            now,
            held(now & !WAITERS) | waiters,
            Ordering::AcqRel,
            Ordering::Relaxed,
        ) {
            Ok(_) => return,
            Err(other) => now = other,
        }
    }
}
