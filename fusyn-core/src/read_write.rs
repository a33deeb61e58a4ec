//! [`RwLock`]: a read-write lock that owns its data.

use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::time::Duration;

use fusyn_sys::Deadline;

use crate::kernel::{Kernel, Linux};
use crate::mutex::deadline_after;
use crate::rwlock::inherit::{self, Parts};
use crate::rwlock::{self, Access, Preference, RwError};
use crate::sync::{AtomicU32, Ordering};

/// A lock for data that many threads read together, or one writes alone.
///
/// # Differences from `std::sync::RwLock`
/// * No poisoning: a panic while a guard lives unlocks, and leaves the data as they are.
/// * A thread may read again while it reads, whoever waits: it is always let in.
/// * A thread that writes and locks again panics instead of waiting for ever.
/// * Guards are not `Send`: a hold is a thread's.
///
/// # Blocking
/// Locking waits until the lock may be had; signals do not end it. A thread that reads and asks to write
/// waits for itself.
/// # Priority
/// A real-time reader passes waiting writers of lower priority, and none of equal or higher. An ordinary
/// reader passes a waiting ordinary writer [`rwlock::PASSED_LIMIT`] times at most ([`RwLock::new`]) or never
/// ([`RwLock::new_writers_first`]), so that nobody starves. Unlocking serves by priority, writers first
/// among real-time equals. The writer of a lock made by [`RwLock::new_inheriting`] runs with the priority of the
/// most urgent thread that waits for it; that of another, and readers, are not boosted.
/// # Signal safety
/// Not async-signal-safe.
///
/// # Examples
/// ```
/// use fusyn_core::RwLock;
/// static ROUTES: RwLock<Vec<u32>> = RwLock::new(Vec::new());
/// ROUTES.write().push(7);
/// let (one, two) = (ROUTES.read(), ROUTES.read());
/// assert_eq!(one[0] + two[0], 14);
/// assert!(ROUTES.try_write().is_none());
/// drop((one, two));
/// if let Some(mut routes) = ROUTES.try_write_for(std::time::Duration::from_millis(5)) {
///     routes.clear();
/// }
/// assert!(ROUTES.read().is_empty());
/// ```
///
/// Guards stay with their thread:
/// ```compile_fail,E0277
/// use fusyn_core::RwLock;
/// static ROUTES: RwLock<u32> = RwLock::new(0);
/// let guard = ROUTES.read();
/// std::thread::spawn(move || drop(guard));
/// ```
/// ```compile_fail,E0277
/// use fusyn_core::RwLock;
/// static ROUTES: RwLock<u32> = RwLock::new(0);
/// let guard = ROUTES.write();
/// std::thread::spawn(move || drop(guard));
/// ```
pub struct RwLock<T: ?Sized> {
    word: AtomicU32,
    /// Who writes; only ever compared with the reader's own id.
    writer: AtomicU32,
    /// Inheriting locks: the gate, and how its owner waits for readers.
    gate: AtomicU32,
    drain: AtomicU32,
    inherits: bool,
    preference: Preference,
    data: UnsafeCell<T>,
}

// SAFETY: the data move with the lock.
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
// SAFETY: the lock gives many threads shared access, or one exclusive access.
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}

impl<T> RwLock<T> {
    /// A free lock; ordinary readers may pass waiting writers, a bounded number of times.
    #[must_use]
    pub const fn new(data: T) -> RwLock<T> {
        Self::with(Preference::Readers, false, data)
    }

    /// A free lock whose readers wait behind waiting writers, if they hold no read lock of it already.
    #[must_use]
    pub const fn new_writers_first(data: T) -> RwLock<T> {
        Self::with(Preference::Writers, false, data)
    }

    /// A free lock whose writer inherits the priority of the threads that wait for it, to read or to write,
    /// and is real-time while a real-time thread does. Costs a second exchange per write, and readers that
    /// had to wait go in one after the other. A lock that would close a cycle of inheriting locks panics.
    ///
    /// # Examples
    /// ```
    /// use fusyn_core::RwLock;
    /// static POSE: RwLock<[f64; 3]> = RwLock::new_inheriting([0.0; 3]);
    /// POSE.write()[0] = 1.5;
    /// assert_eq!(POSE.read()[0], 1.5);
    /// ```
    #[must_use]
    pub const fn new_inheriting(data: T) -> RwLock<T> {
        Self::with(Preference::Readers, true, data)
    }

    const fn with(preference: Preference, inherits: bool, data: T) -> RwLock<T> {
        RwLock {
            word: AtomicU32::new(0),
            writer: AtomicU32::new(0),
            gate: AtomicU32::new(0),
            drain: AtomicU32::new(0),
            inherits,
            preference,
            data: UnsafeCell::new(data),
        }
    }

    /// The data; nobody can hold the lock.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.data.into_inner()
    }
}

impl<T: ?Sized> RwLock<T> {
    /// Takes a read lock.
    ///
    /// # Panics
    /// If the caller writes, or [`rwlock::MAX_READERS`] read locks are held.
    #[inline]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        // SAFETY: the word is ours, and alive while borrowed.
        if !unsafe { rwlock::read_fast::<Linux>(&raw const self.word) } {
            let _ = self.wait_for(Access::Read, None);
        }
        RwLockReadGuard { lock: self, not_send: PhantomData }
    }

    /// Takes a read lock if that needs no wait.
    #[inline]
    pub fn try_read(&self) -> Option<RwLockReadGuard<'_, T>> {
        let word = &raw const self.word;
        // SAFETY: as in `read`.
        let taken = unsafe { rwlock::read_fast::<Linux>(word) } || self.try_for(Access::Read);
        taken.then(|| RwLockReadGuard { lock: self, not_send: PhantomData })
    }

    /// Takes a read lock, waiting at most for a duration.
    ///
    /// # Panics
    /// As [`read`](RwLock::read).
    pub fn try_read_for(&self, timeout: Duration) -> Option<RwLockReadGuard<'_, T>> {
        self.try_read_until(deadline_after(timeout))
    }

    /// Takes a read lock, waiting at most until an instant on either clock.
    ///
    /// # Panics
    /// As [`read`](RwLock::read).
    pub fn try_read_until(&self, deadline: Deadline) -> Option<RwLockReadGuard<'_, T>> {
        self.try_read().or_else(|| {
            self.wait_for(Access::Read, Some(&deadline))
                .then(|| RwLockReadGuard { lock: self, not_send: PhantomData })
        })
    }

    /// Takes the write lock.
    ///
    /// # Panics
    /// If the caller writes already.
    #[inline]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        // SAFETY: as in `read`.
        if self.inherits || !unsafe { rwlock::write_fast(&raw const self.word) } {
            let _ = self.wait_for(Access::Write, None);
        }
        self.write_guard()
    }

    /// Takes the write lock if that needs no wait.
    #[inline]
    pub fn try_write(&self) -> Option<RwLockWriteGuard<'_, T>> {
        let word = &raw const self.word;
        // SAFETY: as in `read`.
        let taken = !self.inherits && unsafe { rwlock::write_fast(word) } || self.try_for(Access::Write);
        taken.then(|| self.write_guard())
    }

    /// Takes the write lock, waiting at most for a duration.
    ///
    /// # Panics
    /// As [`write`](RwLock::write).
    pub fn try_write_for(&self, timeout: Duration) -> Option<RwLockWriteGuard<'_, T>> {
        self.try_write_until(deadline_after(timeout))
    }

    /// Takes the write lock, waiting at most until an instant on either clock.
    ///
    /// # Panics
    /// As [`write`](RwLock::write).
    pub fn try_write_until(&self, deadline: Deadline) -> Option<RwLockWriteGuard<'_, T>> {
        self.try_write().or_else(|| self.wait_for(Access::Write, Some(&deadline)).then(|| self.write_guard()))
    }

    fn parts(&self) -> Parts {
        Parts {
            word: &raw const self.word,
            gate: &raw const self.gate,
            drain: &raw const self.drain,
            preference: self.preference,
        }
    }

    /// False if it would have to wait.
    #[cold]
    #[inline(never)]
    fn try_for(&self, access: Access) -> bool {
        // SAFETY: as in `read`.
        let taken = unsafe {
            if self.inherits {
                inherit::try_lock::<Linux>(self.parts(), access)
            } else {
                rwlock::try_lock_slow::<Linux>(&raw const self.word, access, self.preference)
            }
        };
        taken.is_ok()
    }

    /// False if the deadline passed.
    #[cold]
    #[inline(never)]
    fn wait_for(&self, access: Access, deadline: Option<&Deadline>) -> bool {
        // Relaxed: only the caller itself writes its own id.
        let writer = self.writer.load(Ordering::Relaxed);
        let mine = writer != 0 && (writer == Linux::tid() || Linux::is_ancestor(writer));
        assert!(!mine, "the caller writes this lock already");
        // SAFETY: as in `read`; the caller is not the writer.
        let taken = unsafe {
            if self.inherits {
                inherit::lock::<Linux>(self.parts(), access, deadline)
            } else {
                rwlock::lock_slow::<Linux>(&raw const self.word, access, self.preference, deadline)
            }
        };
        match taken {
            Ok(()) => true,
            Err(RwError::TimedOut) => false,
            Err(error) => panic!("the lock cannot be taken: {error:?}"),
        }
    }

    #[inline]
    fn write_guard(&self) -> RwLockWriteGuard<'_, T> {
        // Relaxed: for this thread's own checks.
        self.writer.store(Linux::tid(), Ordering::Relaxed);
        RwLockWriteGuard { lock: self, not_send: PhantomData }
    }

    /// The data, through an exclusive borrow: no lock is needed.
    pub fn get_mut(&mut self) -> &mut T {
        self.data.get_mut()
    }

    /// Whether some thread reads or writes just now.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        // Relaxed: a snapshot.
        !rwlock::is_free(self.word.load(Ordering::Relaxed))
    }

    /// How many read locks are held just now.
    #[must_use]
    pub fn readers(&self) -> u32 {
        // Relaxed: a snapshot.
        rwlock::readers(self.word.load(Ordering::Relaxed))
    }

    /// The kernel's id of the writer, if any, just now.
    #[must_use]
    pub fn writer(&self) -> Option<u32> {
        // Relaxed: a snapshot.
        let writer = self.writer.load(Ordering::Relaxed);
        (writer != 0).then_some(writer)
    }
}

impl<T: Default> Default for RwLock<T> {
    fn default() -> Self {
        RwLock::new(T::default())
    }
}

impl<T> From<T> for RwLock<T> {
    fn from(data: T) -> Self {
        RwLock::new(data)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.try_read() {
            Some(guard) => f.debug_struct("RwLock").field("data", &&*guard).finish(),
            None => f.write_str("RwLock { <locked> }"),
        }
    }
}

/// Shared access to the data of an [`RwLock`]; gives the read lock back when dropped.
#[must_use = "the read lock is given back at once if the guard is dropped"]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    not_send: PhantomData<*const ()>,
}

// SAFETY: a shared guard gives shared access to the data only.
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}

impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the guard proves that the calling thread holds a read lock: nobody writes.
        unsafe { &*self.lock.data.get() }
    }
}

impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let word = &raw const self.lock.word;
        // SAFETY: the word is alive while borrowed; the guard proves the read lock.
        unsafe {
            if self.lock.inherits {
                inherit::read_unlock::<Linux>(self.lock.parts());
            } else if rwlock::was_last(rwlock::leave(word)) {
                rwlock::serve_or_defer::<Linux>(word as usize);
            }
        }
        rwlock::forget::<Linux>(word as usize);
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// Exclusive access to the data of an [`RwLock`]; gives the write lock back when dropped.
#[must_use = "the write lock is given back at once if the guard is dropped"]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    not_send: PhantomData<*const ()>,
}

// SAFETY: a shared guard gives shared access to the data only.
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}

impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the guard proves that the calling thread alone holds the lock.
        unsafe { &*self.lock.data.get() }
    }
}

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; the guard is borrowed exclusively.
        unsafe { &mut *self.lock.data.get() }
    }
}

impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let word = &raw const self.lock.word;
        // Relaxed: published by the release.
        self.lock.writer.store(0, Ordering::Relaxed);
        // SAFETY: the word is alive while borrowed; the guard proves the write lock.
        unsafe {
            if self.lock.inherits {
                inherit::write_unlock::<Linux>(self.lock.parts());
            } else if !rwlock::write_unlock_fast(word) {
                rwlock::write_unlock_slow::<Linux>(word);
            }
        }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
