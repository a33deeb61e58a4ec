//! A section: the time during which a thread holds one bucket's lock, or two.
//!
//! Inside: bounded work, no system call, no allocation, nothing that can block or panic. Decide inside,
//! wake after leaving.
//!
//! **Lock order**: of two buckets, the one at the lower address first; [`Section::also`] takes a second
//! one out of order only if it is free.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::kernel::Kernel;
use crate::local::{self, Local};
use crate::table::bucket::Bucket;

/// Dereferences to the bucket that was asked for first.
pub(crate) struct Section<K: Kernel> {
    first: &'static Bucket,
    second: Option<&'static Bucket>,
    local: *mut Local,
    epoch: u32,
    kernel: PhantomData<K>,
}

impl<K: Kernel> Section<K> {
    /// Enters the bucket of a key.
    #[inline]
    pub(crate) fn of_key(key: usize) -> Section<K> {
        Self::of(K::table().bucket(key))
    }

    #[inline]
    pub(crate) fn of(bucket: &'static Bucket) -> Section<K> {
        let local = K::local();
        let epoch = K::epoch();
        local::enter(local);
        bucket.lock().lock::<K>();
        Section { first: bucket, second: None, local, epoch, kernel: PhantomData }
    }

    /// Enters two keys' buckets, in the lock order; one lock if they are one bucket.
    #[inline]
    pub(crate) fn of_keys(first: usize, second: usize) -> Section<K> {
        let (a, b) = (K::table().bucket(first), K::table().bucket(second));
        if core::ptr::eq(a, b) {
            return Self::of(a);
        }
        let local = K::local();
        let epoch = K::epoch();
        local::enter(local);
        let (low, high) = if core::ptr::from_ref(a) < core::ptr::from_ref(b) { (a, b) } else { (b, a) };
        low.lock().lock::<K>();
        high.lock().lock::<K>();
        Section { first: a, second: Some(b), local, epoch, kernel: PhantomData }
    }

    /// Takes a second key's bucket too; false if the lock order forbids to wait for it.
    #[inline]
    pub(crate) fn also(&mut self, key: usize) -> bool {
        let other = K::table().bucket(key);
        if core::ptr::eq(other, self.first) {
            return true;
        }
        debug_assert!(self.second.is_none());
        if core::ptr::from_ref(other) > core::ptr::from_ref(self.first) {
            other.lock().lock::<K>();
        } else if !other.lock().try_lock::<K>() {
            return false;
        }
        self.second = Some(other);
        true
    }

    /// The bucket of a key that this section holds.
    #[inline]
    pub(crate) fn bucket(&self, key: usize) -> &'static Bucket {
        let bucket = K::table().bucket(key);
        debug_assert!(self.holds(key));
        bucket
    }

    /// Whether this section holds the bucket of a key.
    #[inline]
    pub(crate) fn holds(&self, key: usize) -> bool {
        let bucket = K::table().bucket(key);
        core::ptr::eq(bucket, self.first) || self.second.is_some_and(|s| core::ptr::eq(s, bucket))
    }

    /// Whether a handler forked inside this section: the child's table is another.
    #[inline]
    fn is_in_child(&self) -> bool {
        K::epoch() != self.epoch && self.epoch != 0
    }
}

impl<K: Kernel> Deref for Section<K> {
    type Target = Bucket;
    #[inline]
    fn deref(&self) -> &Bucket {
        self.first
    }
}

impl<K: Kernel> Drop for Section<K> {
    #[inline]
    fn drop(&mut self) {
        if self.is_in_child() {
            for bucket in [Some(self.first), self.second].into_iter().flatten() {
                // SAFETY: a child starts with one thread, us.
                unsafe { bucket.forget() };
            }
        }
        if let Some(second) = self.second {
            second.lock().unlock::<K>();
        }
        self.first.lock().unlock::<K>();
        local::leave::<K>(self.local);
    }
}
