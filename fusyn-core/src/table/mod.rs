//! The table: where threads wait. Key = address of a word; one cache line per bucket.
//!
//! Sized by the CPUs (256 each, rounded up to a power of two), mapped at the first block, fixed from then
//! on, and wiped in a forked child, who starts with an empty one whatever kind of fork made it.

pub(crate) mod bucket;
pub(crate) mod section;

#[cfg(not(loom))]
use core::ptr::null_mut;

use crate::sync::{AtomicPtr, AtomicU32, Ordering};
use bucket::Bucket;

/// Buckets per CPU.
#[cfg(not(loom))]
const PER_CPU: usize = 256;
/// Largest table that [`set_buckets`] accepts.
pub const MAX_BUCKETS: usize = 1 << 24;

/// A table of buckets and what is common to it.
#[derive(Debug)]
pub struct Table {
    buckets: AtomicPtr<Bucket>,
    /// `64 - log2(buckets)`; valid once `buckets` is.
    shift: AtomicU32,
    /// Counts priority changes that fusyn was told of (P3).
    pub(crate) sched_gen: AtomicU32,
    /// Keys seen, in order.
    #[cfg(loom)]
    keys: std::sync::Mutex<Vec<usize>>,
}

impl Table {
    /// The bucket of a key. Different keys may share one.
    #[inline]
    pub(crate) fn bucket(&self, key: usize) -> &'static Bucket {
        // Acquire: pairs with the Release in `publish`; makes `shift` visible.
        let mut first = self.buckets.load(Ordering::Acquire);
        if first.is_null() {
            first = self.create();
        }
        let index = self.index(key);
        // SAFETY: index < number of buckets by the shift; never unmapped (I5).
        unsafe { &*first.add(index) }
    }

    #[cfg(not(loom))]
    #[inline(always)]
    fn index(&self, key: usize) -> usize {
        // Relaxed: published by `buckets`.
        (spread(key) >> self.shift.load(Ordering::Relaxed)) as usize
    }

    /// Every bucket, or none if nobody has blocked yet.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static Bucket> + use<> {
        // Acquire: as in `bucket`.
        let first = self.buckets.load(Ordering::Acquire);
        let count = if first.is_null() { 0 } else { self.len() };
        // SAFETY: as in `bucket`.
        (0..count).map(move |i| unsafe { &*first.add(i) })
    }

    fn len(&self) -> usize {
        1 << (64 - self.shift.load(Ordering::Relaxed))
    }

    #[cfg(not(loom))]
    fn publish(&self, first: *mut Bucket, count: usize) -> *mut Bucket {
        // Every racer stores the same shift: the size was fixed before (see `create`).
        self.shift.store(64 - count.trailing_zeros(), Ordering::Relaxed);
        // Release: pairs with the Acquire in `bucket`; publishes `shift`.
        match self.buckets.compare_exchange(null_mut(), first, Ordering::Release, Ordering::Acquire) {
            Ok(_) => first,
            Err(winner) => winner,
        }
    }
}

/// Multiplicative hash; the low bits of an address say little, the product's high bits mix them all.
#[cfg(not(loom))]
#[inline]
const fn spread(key: usize) -> u64 {
    (key as u64 >> 2).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(loom)]
impl Table {
    /// A table for one run of a model.
    pub(crate) fn for_model(count: usize) -> Table {
        let buckets: Vec<Bucket> = (0..count).map(|_| Bucket::new()).collect();
        Table {
            buckets: AtomicPtr::new(Box::leak(buckets.into_boxed_slice()).as_mut_ptr()),
            shift: AtomicU32::new(64 - count.trailing_zeros()),
            sched_gen: AtomicU32::new(0),
            keys: std::sync::Mutex::new(Vec::new()),
        }
    }

    /// Addresses differ from run to run, and a model must not: keys take buckets in the order of first use.
    fn index(&self, key: usize) -> usize {
        let mut keys = self.keys.lock().unwrap();
        let known = keys.iter().position(|k| *k == key);
        let place = known.unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        });
        place % self.len()
    }

    fn create(&self) -> *mut Bucket {
        unreachable!("a model's table is made with its buckets")
    }
}

#[cfg(not(loom))]
pub use process::{buckets, set_buckets};

#[cfg(not(loom))]
pub(crate) use process::table as process_table;

#[cfg(not(loom))]
mod process {
    use super::{AtomicPtr, AtomicU32, Bucket, MAX_BUCKETS, Ordering, PER_CPU, Table, null_mut};
    use crate::sync::AtomicUsize;
    use fusyn_sys::{mem, sched};

    static TABLE: Table =
        Table { buckets: AtomicPtr::new(null_mut()), shift: AtomicU32::new(0), sched_gen: AtomicU32::new(0) };

    /// Asked-for size; 0 means by CPUs.
    static WANTED: AtomicUsize = AtomicUsize::new(0);

    #[inline(always)]
    pub(crate) fn table() -> &'static Table {
        &TABLE
    }

    /// How many buckets the process has; 0 before the first thread blocked.
    #[must_use]
    pub fn buckets() -> usize {
        // Acquire: as in `Table::bucket`.
        if TABLE.buckets.load(Ordering::Acquire).is_null() { 0 } else { TABLE.len() }
    }

    /// Asks for a table of `count` buckets, a power of two up to [`MAX_BUCKETS`].
    ///
    /// Returns whether it was taken up: not after the first thread blocked (the table never moves, so that
    /// no lock path counts references), and not for another number.
    pub fn set_buckets(count: usize) -> bool {
        let fits = count.is_power_of_two() && (2..=MAX_BUCKETS).contains(&count);
        // Relaxed: set while one thread starts up; a racer who blocks meanwhile gets either size.
        fits && buckets() == 0
            && WANTED.compare_exchange(0, count, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Serves when the kernel has no memory left for a table: slower, never wrong.
    #[repr(align(4096))]
    struct Spare([Bucket; SPARE]);
    const SPARE: usize = 64;
    static SPARE_TABLE: Spare = Spare([const { Bucket::new() }; SPARE]);

    impl Table {
        #[cold]
        #[inline(never)]
        pub(super) fn create(&self) -> *mut Bucket {
            let by_cpus = sched::cpus().next_power_of_two() * PER_CPU;
            // Every racer must see one size: the first to come fixes it.
            let count = match WANTED.compare_exchange(0, by_cpus, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => by_cpus,
                Err(wanted) => wanted,
            };
            let bytes = count * size_of::<Bucket>();
            let Ok(memory) = mem::map(bytes) else { return self.publish_spare() };
            // SAFETY: new memory, holding nothing yet. Refused by kernels before 4.14, whose children must
            // then not use what their parent's threads waited for (docs/kernel-contract.md).
            let _ = unsafe { mem::wipe_on_fork(memory, bytes) };
            let winner = self.publish(memory.cast(), count);
            if winner != memory.cast() {
                // SAFETY: nobody has seen this mapping.
                unsafe { mem::unmap(memory, bytes) };
            }
            winner
        }

        fn publish_spare(&self) -> *mut Bucket {
            let first = (&raw const SPARE_TABLE.0).cast::<Bucket>().cast_mut();
            WANTED.store(SPARE, Ordering::Relaxed);
            // SAFETY: whole pages of our own (4096-aligned, 64 buckets of 64 bytes).
            let _ = unsafe { mem::wipe_on_fork(first.cast(), size_of::<Spare>()) };
            self.publish(first, SPARE)
        }
    }
}
