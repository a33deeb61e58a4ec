//! The C library's object layouts (x86-64 and other LP64 Linux targets), as programs compiled them in.
//!
//! The positions of `lock`, `count`, `owner` and `kind` are what debuggers read; the static
//! initialisers are all zero but for `kind`.

use core::mem::{align_of, offset_of, size_of};

use fusyn_core::rwlock::robust;
use fusyn_core::sync::{AtomicI32, AtomicU32, AtomicU64};

/// `pthread_mutex_t`: 40 bytes.
///
/// `lock` holds, by kind: private, robust or priority-inheriting: `TID | WAITERS | OWNER_DIED`;
/// process-shared without either: glibc's 0, 1, 2; ceiling: glibc's `ceiling << 19 | 0, 1, 2`.
#[repr(C)]
#[derive(Debug)]
pub struct Mutex {
    /// The lock word.
    pub lock: AtomicU32,
    /// Depth of a recursive mutex, 0 when free; its owner only.
    pub count: AtomicU32,
    /// Owner's TID for debuggers; robust: also [`INCONSISTENT`] and [`NOT_RECOVERABLE`].
    pub owner: AtomicU32,
    /// glibc's count of users: kept 0 or 1 for its debugger helpers.
    pub nusers: AtomicU32,
    /// Type, protocol, robustness and scope: the `KIND_*` bits; read-only after init.
    pub kind: AtomicI32,
    /// glibc's spin and elision counts. Private: an [`UNLOCK_AUTO`] or other number, read by contended releases;
    /// robust ceiling: the ceiling.
    pub spins: AtomicU32,
    /// Robust list: the entry before this one (its `list_next` field's address).
    pub list_prev: *mut u8,
    /// Robust list: the entry after this one; the kernel finds `lock` 32 bytes before this field.
    pub list_next: *mut u8,
}

/// `pthread_cond_t`: 48 bytes; all zero is a private condvar on the realtime clock.
#[repr(C)]
#[derive(Debug)]
pub struct Cond {
    /// Private: non-zero while somebody may wait (a hint that errs upwards). Shared: the sequence.
    pub word: AtomicU32,
    /// Shared: the internal lock, a robust priority-inheriting word.
    pub lock: AtomicU32,
    /// `COND_*` bits; read-only after init.
    pub flags: AtomicU32,
    /// Shared objects carry [`COND_SHARED_MAGIC`]: another value is not ours.
    pub magic: AtomicU32,
    /// Room that a process without the shim may have written.
    pub reserved: [u64; 4],
}

/// `sem_t`: 32 bytes.
#[repr(C)]
#[derive(Debug)]
pub struct Sem {
    /// The value in the low half. High half, by `private`: how many threads wait (glibc's protocol), or the
    /// core's hint that somebody does.
    pub data: AtomicU64,
    /// glibc's [`SEM_PRIVATE`] or [`SEM_SHARED`], or ours, [`SEM_QUEUE`]; read-only after init.
    pub private: AtomicU32,
    /// Padding.
    pub pad: u32,
    /// Unused, as in glibc.
    pub reserved: [u64; 2],
}

/// `pthread_barrier_t`: 32 bytes.
#[repr(C)]
#[derive(Debug)]
pub struct Barrier {
    /// On kernel futexes: the round's number in the high half, how many have arrived in the low half.
    pub state: AtomicU64,
    /// In fuqueues: how many have arrived.
    pub arrived: AtomicU32,
    /// How many must arrive; read-only after init.
    pub count: AtomicU32,
    /// One of the `BARRIER_*` numbers; another value is not ours.
    pub magic: AtomicU32,
    /// Padding.
    pub pad: u32,
    /// Unused.
    pub reserved: u64,
}

/// `pthread_barrierattr_t`: 4 bytes, glibc's encoding: 0 private, 1 shared.
#[repr(C)]
#[derive(Debug)]
pub struct BarrierAttr {
    /// See the type.
    pub pshared: i32,
}

/// `pthread_rwlock_t`: 56 bytes; all zero is a private rwlock that prefers readers, `flags` 2 one that
/// prefers writers.
///
/// Private ones use `state`, `writer` and `flags`; the rest serves the kernel protocol.
#[repr(C)]
#[derive(Debug)]
pub struct RwLock {
    /// Readers, the writer's bit, the waiters' bit: `fusyn_core::rwlock`.
    pub state: AtomicU32,
    /// Shared objects carry [`RW_SHARED_MAGIC`]: another value is not ours.
    pub magic: AtomicU32,
    /// Readers sleep here: a sequence.
    pub readers_seq: AtomicU32,
    /// Writers sleep here: a sequence.
    pub writers_seq: AtomicU32,
    /// The internal lock, a robust priority-inheriting word. [`RW_INHERIT`]: the gate, a fulock.
    pub lock: AtomicU32,
    /// The highest level of a waiting reader, plus 1; errs upwards. [`RW_INHERIT`]: of the draining writer.
    pub reader_level: AtomicU32,
    /// The writer's TID, where debuggers look for it.
    pub writer: AtomicU32,
    /// glibc's mark of a shared object.
    pub shared: AtomicU32,
    /// A bit for each level of which a writer waits; errs upwards.
    pub writer_levels: [AtomicU32; 4],
    /// The kind, and [`RW_SHARED`]; read-only after init.
    pub flags: AtomicU32,
    /// How often ordinary readers passed a waiting ordinary writer; the top bit is `rwlock::kernel`'s.
    pub passed: AtomicU32,
}

/// `pthread_rwlock_t` of a robust one: the same 56 bytes, otherwise used. `state` lies where another rwlock has
/// glibc's mark of a shared object, which is never 0 here; so nobody takes it for a private one.
#[repr(C)]
#[derive(Debug)]
pub struct RobustRwLock {
    /// A reader's slot.
    pub slot: AtomicU32,
    /// [`RW_ROBUST_MAGIC`].
    pub magic: AtomicU32,
    /// The gate: `TID | WAITERS | OWNER_DIED`.
    pub lock: AtomicU32,
    /// Readers' slots.
    pub slots: [AtomicU32; 4],
    /// [`RW_ROBUST_MARK`], and the state of `fusyn_core::rwlock::robust`.
    pub state: AtomicU32,
    /// Robust list, as in [`Mutex`]: the entry before this one.
    pub list_prev: *mut u8,
    /// Robust list: the entry after this one.
    pub list_next: *mut u8,
    /// Readers' slots.
    pub more_slots: [AtomicU32; 2],
}

/// `pthread_rwlockattr_t`: 8 bytes, glibc's encoding.
#[repr(C)]
#[derive(Debug)]
pub struct RwLockAttr {
    /// `PTHREAD_RWLOCK_*`, and fusyn's [`RW_ATTR_INHERIT`] and [`RW_ATTR_ROBUST`].
    pub kind: i32,
    /// `PTHREAD_PROCESS_*`.
    pub pshared: i32,
}

/// `pthread_mutexattr_t`: 4 bytes, glibc's encoding.
#[repr(C)]
#[derive(Debug)]
pub struct MutexAttr {
    /// Type in the low bits, ceiling in bits 12..=23, protocol in 28..=29, robust 30, shared 31; ours: the
    /// `UNLOCK_*` number in 24..=25, which glibc leaves alone.
    pub bits: u32,
}

/// `pthread_condattr_t`: 4 bytes, glibc's encoding: bit 0 shared, bit 1 monotonic clock.
#[repr(C)]
#[derive(Debug)]
pub struct CondAttr {
    /// See the type.
    pub bits: u32,
}

/// `kind`: the type in the low two bits.
pub const KIND_TYPE: i32 = 3;
/// Type 0: `PTHREAD_MUTEX_NORMAL`, the default.
pub const TYPE_NORMAL: i32 = 0;
/// Type 1: `PTHREAD_MUTEX_RECURSIVE`.
pub const TYPE_RECURSIVE: i32 = 1;
/// Type 2: `PTHREAD_MUTEX_ERRORCHECK`.
pub const TYPE_ERRORCHECK: i32 = 2;
/// Type 3: `PTHREAD_MUTEX_ADAPTIVE_NP`, treated as normal.
pub const TYPE_ADAPTIVE: i32 = 3;
/// `kind`: robust.
pub const KIND_ROBUST: i32 = 16;
/// `kind`: priority inheritance.
pub const KIND_INHERIT: i32 = 32;
/// `kind`: priority ceiling.
pub const KIND_PROTECT: i32 = 64;
/// `kind`: shared between processes.
pub const KIND_SHARED: i32 = 128;
/// `kind`: glibc's lock-elision marks; ignored.
pub const KIND_ELISION: i32 = 256 | 512;

/// `kind`: robust only by `FUSYN_ROBUST=recover`; private objects only.
pub const KIND_RECOVER: i32 = 1024;
/// Every bit that an initialised mutex may have; a destroyed one has all bits.
pub const KIND_KNOWN: i32 =
    KIND_TYPE | KIND_ROBUST | KIND_INHERIT | KIND_PROTECT | KIND_SHARED | KIND_ELISION | KIND_RECOVER;

/// `spins`, and attributes: a release chooses (0, so that static initialisers have it).
pub const UNLOCK_AUTO: u32 = 0;
/// `spins`, and attributes: a contended release hands over.
pub const UNLOCK_SERIAL: u32 = 1;
/// `spins`, and attributes: a release lets the woken waiter compete.
pub const UNLOCK_PARALLEL: u32 = 2;

/// `owner` of a robust mutex taken from a dead owner and not yet made consistent.
pub const INCONSISTENT: u32 = i32::MAX as u32;
/// `owner` of a robust mutex that was unlocked without being made consistent.
pub const NOT_RECOVERABLE: u32 = i32::MAX as u32 - 1;

/// `Cond::flags`: shared between processes.
pub const COND_SHARED: u32 = 1;
/// `Cond::flags`: timed waits use the monotonic clock.
pub const COND_MONOTONIC: u32 = 2;
/// `Cond::magic` of an initialised shared condvar.
pub const COND_SHARED_MAGIC: u32 = 0x6675_5363;

/// `Sem::private`: one process, glibc's protocol on kernel futexes; also a zeroed object.
pub const SEM_PRIVATE: u32 = 0;
/// `Sem::private`: several processes, glibc's protocol; named ones too.
pub const SEM_SHARED: u32 = 128;
/// `Sem::private`: one process, waiting in fuqueues; glibc's own `sem_init` overwrites it.
pub const SEM_QUEUE: u32 = 0x6675_5371;
/// `Sem::private` after `sem_destroy` of a [`SEM_QUEUE`] one.
pub const SEM_DESTROYED: u32 = u32::MAX;

/// `Barrier::magic`: one process, waiting in fuqueues.
pub const BARRIER_QUEUE: u32 = 0x6675_4271;
/// `Barrier::magic`: one process, waiting on kernel futexes.
pub const BARRIER_KERNEL: u32 = 0x6675_426b;
/// `Barrier::magic`: several processes.
pub const BARRIER_SHARED: u32 = 0x6675_4273;
/// `Barrier::magic` after destroy.
pub const BARRIER_DESTROYED: u32 = u32::MAX;
/// Kind 0, the default.
pub const RW_PREFER_READER: u32 = 0;
/// Kind 1: as kind 0, in glibc too.
pub const RW_PREFER_WRITER: u32 = 1;
/// Kind 2: readers wait behind waiting writers.
pub const RW_PREFER_WRITER_NONRECURSIVE: u32 = 2;
/// `RwLock::flags`: shared between processes.
pub const RW_SHARED: u32 = 1 << 8;
/// `RwLock::flags`: the writer inherits priority; private objects only.
pub const RW_INHERIT: u32 = 1 << 9;
/// `RwLockAttr::kind`: `PTHREAD_RWLOCK_*`.
pub const RW_ATTR_KIND: i32 = 0xff;
/// `RwLockAttr::kind`: the writer inherits priority.
pub const RW_ATTR_INHERIT: i32 = 1 << 16;
/// `RwLockAttr::kind`: robust.
pub const RW_ATTR_ROBUST: i32 = 1 << 17;
/// `RwLock::magic` of an initialised shared rwlock.
pub const RW_SHARED_MAGIC: u32 = 0x6675_7277;

/// `RobustRwLock::magic`.
pub const RW_ROBUST_MAGIC: u32 = 0x6675_7272;
/// `RobustRwLock::state`: always set.
pub const RW_ROBUST_MARK: u32 = 1;
/// How many slots a robust rwlock has.
pub const RW_ROBUST_READERS: usize = 7;

const _: () = {
    assert!(size_of::<RobustRwLock>() == 56 && offset_of!(RobustRwLock, magic) == offset_of!(RwLock, magic));
    assert!(offset_of!(RobustRwLock, state) == offset_of!(RwLock, shared));
    assert!(
        offset_of!(RobustRwLock, list_next) - offset_of!(RobustRwLock, lock)
            == -fusyn_sys::robust::GLIBC_FUTEX_OFFSET as usize
    );
    assert!(RW_ROBUST_MARK & (robust::WRITER | robust::CLOSED | robust::INCONSISTENT | robust::LOST) == 0);
    assert!(size_of::<RwLock>() == 56 && size_of::<RwLockAttr>() == 8);
    assert!(offset_of!(RwLock, writer) == 24 && offset_of!(RwLock, flags) == 48);
    // The pending slot names `lock` by an address behind it, which must be in the object.
    assert!(offset_of!(RwLock, lock) as isize - fusyn_sys::robust::GLIBC_FUTEX_OFFSET < 56);
    assert!(size_of::<Mutex>() == 40 && align_of::<Mutex>() == 8);
    assert!(size_of::<Cond>() == 48 && align_of::<Cond>() == 8);
    assert!(offset_of!(Mutex, count) == 4 && offset_of!(Mutex, owner) == 8 && offset_of!(Mutex, kind) == 16);
    assert!(offset_of!(Mutex, list_next) as isize == -fusyn_sys::robust::GLIBC_FUTEX_OFFSET);
    assert!(size_of::<Sem>() == 32 && align_of::<Sem>() == 8 && offset_of!(Sem, private) == 8);
    assert!(size_of::<Barrier>() == 32 && align_of::<Barrier>() == 8);
    assert!(size_of::<MutexAttr>() == 4 && size_of::<CondAttr>() == 4 && size_of::<BarrierAttr>() == 4);
};
