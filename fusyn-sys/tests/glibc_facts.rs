//! Kernel facts K10 and K12: what glibc does where fusyn must be as good or better.
#![cfg(target_env = "gnu")]

mod common;

use core::mem::MaybeUninit;

use common::child::{Fork, fork};
use common::{gettid, within};

/// The id that glibc keeps in the calling thread's descriptor, found by its table for debuggers.
#[cfg(target_arch = "x86_64")]
fn tid_of_glibc() -> u32 {
    // SAFETY: the table is three numbers: bits, count, offset.
    let offset = unsafe {
        let table = libc::dlsym(libc::RTLD_DEFAULT, c"_thread_db_pthread_tid".as_ptr());
        assert!(!table.is_null(), "glibc's table for debuggers");
        table.cast::<u32>().add(2).read()
    };
    let thread: *const u8;
    // SAFETY: reads the thread pointer.
    unsafe { core::arch::asm!("mov {p}, qword ptr fs:[0]", p = out(reg) thread, options(nostack)) };
    // SAFETY: the field lies inside the thread's descriptor.
    unsafe { thread.add(offset as usize).cast::<u32>().read() }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn k10_glibcs_tid_is_the_parents_after_a_raw_clone_only() {
    within(20, || {
        let parent = gettid();
        assert_eq!(tid_of_glibc(), parent);
        for (how, keeps_the_parents) in [(Fork::Full, false), (Fork::Bare, false), (Fork::Raw, true)] {
            let child = fork(how, || {
                let expected = if keeps_the_parents { parent } else { gettid() };
                i32::from(tid_of_glibc() != expected)
            });
            assert_eq!(child.wait(), 0, "{how:?}");
        }
    });
}

/// A mutex of a kind and a protocol, locked by the caller.
fn locked_mutex(kind: i32, protocol: i32) -> Box<libc::pthread_mutex_t> {
    let mut mutex = Box::new(libc::PTHREAD_MUTEX_INITIALIZER);
    let mut attr = MaybeUninit::uninit();
    // SAFETY: the mutex stays where it is and is used only after it was made.
    unsafe {
        assert_eq!(libc::pthread_mutexattr_init(attr.as_mut_ptr()), 0);
        assert_eq!(libc::pthread_mutexattr_settype(attr.as_mut_ptr(), kind), 0);
        assert_eq!(libc::pthread_mutexattr_setprotocol(attr.as_mut_ptr(), protocol), 0);
        assert_eq!(libc::pthread_mutex_init(&raw mut *mutex, attr.as_ptr()), 0);
        assert_eq!(libc::pthread_mutex_lock(&raw mut *mutex), 0);
    }
    mutex
}

/// glibc keeps TIDs in the words of all kinds but one, and so does a child's unlock fail there.
#[test]
fn k12_child_can_unlock_only_a_normal_plain_mutex_held_over_fork() {
    within(20, || {
        let kinds =
            [libc::PTHREAD_MUTEX_NORMAL, libc::PTHREAD_MUTEX_RECURSIVE, libc::PTHREAD_MUTEX_ERRORCHECK];
        for protocol in [libc::PTHREAD_PRIO_NONE, libc::PTHREAD_PRIO_INHERIT] {
            for kind in kinds {
                let mut mutex = locked_mutex(kind, protocol);
                let mutex = &raw mut *mutex;
                let plain = kind == libc::PTHREAD_MUTEX_NORMAL && protocol == libc::PTHREAD_PRIO_NONE;
                // SAFETY: the child's copy of the mutex.
                let child = fork(Fork::Full, || unsafe { libc::pthread_mutex_unlock(mutex) });
                let expected = if plain { 0 } else { libc::EPERM };
                assert_eq!(child.wait(), expected, "kind {kind}, protocol {protocol}");
                // SAFETY: the parent's own.
                assert_eq!(unsafe { libc::pthread_mutex_unlock(mutex) }, 0);
            }
        }
    });
}
