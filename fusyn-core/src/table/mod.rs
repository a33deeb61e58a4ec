//! The table: where threads wait. Key = address of a word; one cache line per bucket.
//!
//! Sized by the CPUs (256 each, rounded up to a power of two), mapped at the first block, fixed from then
//! on, and wiped in a forked child, who starts with an empty one whatever kind of fork made it.

pub(crate) mod bucket;
pub(crate) mod section;
#[cfg(all(test, not(loom)))]
mod tests;

use core::ptr::null_mut;

use crate::barrier::round::Rounds;
use crate::sync::{AtomicPtr, AtomicU32, AtomicU64, Ordering};
use bucket::Bucket;

/// Buckets per CPU.
#[cfg(not(loom))]
const PER_CPU: usize = 256;
/// Smallest table that [`set_buckets`] accepts.
pub const MIN_BUCKETS: usize = 2;
/// Largest table that [`set_buckets`] accepts.
pub const MAX_BUCKETS: usize = 1 << 24;

/// A table of buckets and what is common to it.
#[derive(Debug)]
pub struct Table {
    /// First bucket, with log2 of their number in the low bits that its alignment leaves free; null before
    /// the first block. One word: of two racers, one may have got memory and the other the spare table.
    buckets: AtomicPtr<Bucket>,
    /// Counts priority changes that fusyn was told of (P3).
    pub(crate) sched_gen: AtomicU32,
    /// Waits that are to sleep at once, since others want the CPUs (`watch`); a hint.
    pub(crate) crowd: AtomicU32,
    /// When it was last seen that no signal handler could end a sleep, in ns; 0: never, or one could (`watch`).
    pub(crate) unhandled_at: AtomicU64,
    /// Where barriers' rounds are slept through.
    pub(crate) rounds: Rounds,
    /// Keys seen, in order.
    #[cfg(loom)]
    keys: std::sync::Mutex<Vec<usize>>,
}

impl Table {
    /// The bucket of a key. Different keys may share one.
    #[inline]
    pub(crate) fn bucket(&self, key: usize) -> &'static Bucket {
        // Acquire: pairs with the Release in `publish`.
        let mut extent = Extent(self.buckets.load(Ordering::Acquire));
        if extent.is_none() {
            extent = self.create();
        }
        let index = self.index(key, extent);
        // SAFETY: index < number of buckets; never unmapped (I5).
        unsafe { &*extent.first().add(index) }
    }

    #[cfg(not(loom))]
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "a model's table knows its keys")]
    fn index(&self, key: usize, extent: Extent) -> usize {
        (spread(key) >> (u64::BITS - extent.log2())) as usize
    }

    /// Every bucket, or none if nobody has blocked yet.
    ///
    /// If none, then whoever blocks first sees what the caller has written before (P3): the null is not
    /// only read but exchanged for itself, and `publish` reads from that.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static Bucket> + use<> {
        // Release: pairs with the Acquire half in `publish`. Acquire: as in `bucket`.
        let seen =
            self.buckets.compare_exchange(null_mut(), null_mut(), Ordering::Release, Ordering::Acquire);
        let extent = Extent(seen.unwrap_or_else(|table| table));
        // SAFETY: as in `bucket`.
        (0..extent.len()).map(move |i| unsafe { &*extent.first().add(i) })
    }

    #[cfg(not(loom))]
    fn publish(&self, new: Extent) -> Extent {
        // Release: pairs with the Acquire in `bucket` and `all`. Acquire: with the Release in `all`.
        match self.buckets.compare_exchange(null_mut(), new.0, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => new,
            Err(winner) => Extent(winner),
        }
    }
}

/// Where the buckets are and how many: what [`Table::buckets`] holds.
#[derive(Clone, Copy)]
struct Extent(*mut Bucket);

impl Extent {
    /// Bits that the alignment of a bucket leaves free.
    const SIZE: usize = align_of::<Bucket>() - 1;

    /// `first` is the first of `count` buckets, a power of two.
    fn new(first: *mut Bucket, count: usize) -> Extent {
        const { assert!(MAX_BUCKETS.ilog2() as usize <= Self::SIZE) };
        Extent(first.map_addr(|address| address | count.trailing_zeros() as usize))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.is_null()
    }

    #[inline(always)]
    fn first(self) -> *mut Bucket {
        self.0.map_addr(|address| address & !Self::SIZE)
    }

    #[inline(always)]
    fn log2(self) -> u32 {
        (self.0.addr() & Self::SIZE) as u32
    }

    fn len(self) -> usize {
        if self.is_none() { 0 } else { 1 << self.log2() }
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
            buckets: AtomicPtr::new(Extent::new(Box::leak(buckets.into_boxed_slice()).as_mut_ptr(), count).0),
            sched_gen: AtomicU32::new(0),
            crowd: AtomicU32::new(0),
            unhandled_at: AtomicU64::new(0),
            rounds: Rounds::new(),
            keys: std::sync::Mutex::new(Vec::new()),
        }
    }

    /// Addresses differ from run to run, and a model must not: keys take buckets in the order of first use.
    fn index(&self, key: usize, extent: Extent) -> usize {
        let mut keys = self.keys.lock().unwrap();
        let known = keys.iter().position(|k| *k == key);
        let place = known.unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        });
        place % extent.len()
    }

    fn create(&self) -> Extent {
        unreachable!("a model's table is made with its buckets")
    }
}

#[cfg(not(loom))]
pub use process::{buckets, create, set_buckets};

#[cfg(not(loom))]
pub(crate) use process::table as process_table;

#[cfg(not(loom))]
mod process {
    use super::{
        AtomicPtr, AtomicU32, AtomicU64, Bucket, Extent, MAX_BUCKETS, MIN_BUCKETS, Ordering, PER_CPU, Rounds,
        Table, null_mut,
    };
    use crate::sync::AtomicUsize;
    use fusyn_sys::{mem, sched};

    static TABLE: Table = Table {
        buckets: AtomicPtr::new(null_mut()),
        sched_gen: AtomicU32::new(0),
        crowd: AtomicU32::new(0),
        unhandled_at: AtomicU64::new(0),
        rounds: Rounds::new(),
    };

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
        Extent(TABLE.buckets.load(Ordering::Acquire)).len()
    }

    /// Makes the table now, if nobody has blocked yet; how many buckets it has.
    ///
    /// Fewer than asked for where the kernel has no memory: the spare table then serves.
    pub fn create() -> usize {
        // Relaxed: the number alone is read. Acquire, for what it stands for: in `Table::bucket`.
        let extent = Extent(TABLE.buckets.load(Ordering::Relaxed));
        if extent.is_none() { TABLE.create() } else { extent }.len()
    }

    /// Asks for a table of `count` buckets, a power of two from [`MIN_BUCKETS`] to [`MAX_BUCKETS`].
    ///
    /// Returns whether it was taken up: not after the first thread blocked (the table never moves, so that
    /// no lock path counts references), and not for another number.
    pub fn set_buckets(count: usize) -> bool {
        let fits = count.is_power_of_two() && (MIN_BUCKETS..=MAX_BUCKETS).contains(&count);
        // Relaxed: set while one thread starts up; a racer who blocks meanwhile gets either size.
        fits && buckets() == 0
            && WANTED.compare_exchange(0, count, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Serves when the kernel has no memory left for a table: slower, never wrong.
    #[cfg_attr(target_arch = "x86_64", repr(align(4096)))]
    #[cfg_attr(not(target_arch = "x86_64"), repr(align(65536)))]
    struct Spare([Bucket; SPARE]);
    const SPARE: usize = 64;
    static SPARE_TABLE: Spare = Spare([const { Bucket::new() }; SPARE]);

    impl Table {
        #[cold]
        #[inline(never)]
        pub(super) fn create(&self) -> Extent {
            let by_cpus = sched::cpus().next_power_of_two() * PER_CPU;
            // The first to come fixes the size, for `set_buckets` too.
            let count = match WANTED.compare_exchange(0, by_cpus, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => by_cpus,
                Err(wanted) => wanted,
            };
            let bytes = count * size_of::<Bucket>();
            let Ok(memory) = mem::map(bytes) else { return self.publish_spare() };
            // SAFETY: new memory, holding nothing yet. Refused by kernels before 4.14, whose children must
            // then not use what their parent's threads waited for (docs/kernel-contract.md).
            let _ = unsafe { mem::wipe_on_fork(memory, bytes) };
            let winner = self.publish(Extent::new(memory.cast(), count));
            if winner.first() != memory.cast() {
                // SAFETY: nobody has seen this mapping.
                unsafe { mem::unmap(memory, bytes) };
            }
            winner
        }

        fn publish_spare(&self) -> Extent {
            let first = (&raw const SPARE_TABLE.0).cast::<Bucket>().cast_mut();
            // SAFETY: whole pages of our own, whatever their size.
            let _ = unsafe { mem::wipe_on_fork(first.cast(), size_of::<Spare>()) };
            self.publish(Extent::new(first, SPARE))
        }
    }
}
