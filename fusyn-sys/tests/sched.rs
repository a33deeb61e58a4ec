//! `fusyn_sys::sched` against the running kernel.

mod common;

use common::child::{Fork, fork};
use common::{gettid, needs, spawn, within};
use fusyn_sys::Errno;
use fusyn_sys::sched::{self, SchedAttr};

/// No thread has it: the kernel's ids end at 2^22.
const NO_TID: u32 = 0x3fff_ffff;

#[test]
fn attributes_of_an_ordinary_thread() {
    within(20, || {
        let attr = sched::getattr(0).expect("attributes of the caller");
        assert_eq!(attr.size as usize, size_of::<SchedAttr>());
        assert_eq!(attr.policy, libc::SCHED_OTHER as u32);
        assert_eq!((attr.nice, attr.priority), (0, 0));
        assert_eq!(sched::getattr(gettid()).map(|a| a.policy), Ok(attr.policy));
        assert_eq!(sched::policy(0), Ok(libc::SCHED_OTHER));
        assert_eq!(sched::priority(0), Ok(0));
    });
}

#[test]
fn setattr_sets_what_getattr_shows() {
    within(20, || {
        spawn(|| {
            let attr = sched::getattr(0).expect("attributes of the caller");
            let nicer = SchedAttr { nice: 7, ..attr };
            assert_eq!(sched::setattr(0, &nicer), Ok(()));
            assert_eq!(sched::getattr(0).map(|a| a.nice), Ok(7));
            let batch = SchedAttr { policy: libc::SCHED_BATCH as u32, size: 0, ..nicer };
            assert_eq!(sched::setattr(0, &batch), Ok(()), "the size is filled in");
            assert_eq!(sched::policy(0), Ok(libc::SCHED_BATCH));
        })
        .join();
    });
}

#[test]
fn raw_forms_take_any_struct_and_give_the_kernels_errors() {
    within(20, || {
        spawn(|| {
            let mut attr = SchedAttr::default();
            let size = size_of::<SchedAttr>() as u32;
            // SAFETY: room for `size` bytes, here and below; null where the kernel must refuse.
            unsafe {
                assert_eq!(sched::getattr_raw(0, &raw mut attr, size, 0), Ok(()));
                attr.nice = 5;
                assert_eq!(sched::setattr_raw(0, &raw mut attr, 0), Ok(()));
                assert_eq!(sched::getattr(0).map(|a| a.nice), Ok(5));
                assert_eq!(sched::getattr_raw(0, &raw mut attr, 8, 0), Err(Errno::EINVAL));
                assert_eq!(sched::getattr_raw(0, &raw mut attr, size, 1), Err(Errno::EINVAL));
                assert_eq!(sched::setattr_raw(0, &raw mut attr, 1), Err(Errno::EINVAL));
                assert_eq!(sched::setattr_raw(0, core::ptr::null_mut(), 0), Err(Errno::EINVAL));
                assert_eq!(sched::setattr_raw(NO_TID, &raw mut attr, 0), Err(Errno::ESRCH));
                // The kernel writes the size that it knows into a struct that is too short.
                attr.size = 8;
                assert!(sched::setattr_raw(0, &raw mut attr, 0).is_err());
                assert!(attr.size >= size);
            }
        })
        .join();
    });
}

#[test]
fn real_time_policies_can_be_set_and_read_every_way() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        spawn(|| {
            for policy in [libc::SCHED_FIFO, libc::SCHED_RR] {
                for priority in [1, 50, 99] {
                    assert_eq!(sched::set_policy(0, policy, priority), Ok(()));
                    assert_eq!(sched::policy(0), Ok(policy));
                    assert_eq!(sched::priority(0), Ok(priority));
                    let attr = sched::getattr(0).expect("attributes of the caller");
                    assert_eq!((attr.policy, attr.priority), (policy as u32, priority as u32));
                    assert_eq!(common::proc::effective_priority(gettid()), priority);
                }
                assert_eq!(sched::set_priority(0, 17), Ok(()));
                assert_eq!(sched::priority(0), Ok(17));
            }
            let other = SchedAttr { policy: libc::SCHED_OTHER as u32, ..SchedAttr::default() };
            assert_eq!(sched::setattr(0, &other), Ok(()));
            let fifo = SchedAttr { policy: libc::SCHED_FIFO as u32, priority: 33, ..other };
            assert_eq!(sched::setattr(0, &fifo), Ok(()));
            assert_eq!(sched::priority(0), Ok(33));
            assert_eq!(sched::set_policy(0, libc::SCHED_OTHER, 0), Ok(()));
        })
        .join();
    });
}

#[test]
fn another_threads_attributes_can_be_set() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let other = spawn(move || told.recv());
        assert_eq!(sched::set_policy(other.tid(), libc::SCHED_FIFO, 12), Ok(()));
        assert_eq!(sched::priority(other.tid()), Ok(12));
        assert_eq!(sched::priority(0), Ok(0));
        tell.send(()).expect("the thread listens");
        assert!(other.join().is_ok());
    });
}

#[test]
fn policy_is_read_without_the_reset_on_fork_flag() {
    if !needs::fifo() {
        return;
    }
    within(20, || {
        spawn(|| {
            let with_reset = libc::SCHED_FIFO | libc::SCHED_RESET_ON_FORK;
            assert_eq!(sched::set_policy(0, with_reset, 5), Ok(()));
            assert_eq!(sched::policy(0), Ok(libc::SCHED_FIFO));
            let attr = sched::getattr(0).expect("attributes of the caller");
            assert_eq!(attr.flags & libc::SCHED_FLAG_RESET_ON_FORK as u64, 1);
            assert_eq!(attr.policy, libc::SCHED_FIFO as u32);
        })
        .join();
    });
}

#[test]
fn deadline_policy_can_be_set() {
    let attr = SchedAttr {
        policy: sched::SCHED_DEADLINE as u32,
        runtime: 1_000_000,
        deadline: 100_000_000,
        period: 100_000_000,
        ..SchedAttr::default()
    };
    within(20, move || {
        let set = move || (sched::setattr(0, &attr), sched::policy(0), sched::getattr(0));
        match spawn(set).join() {
            (Ok(()), policy, seen) => {
                assert_eq!(policy, Ok(sched::SCHED_DEADLINE));
                let seen = seen.expect("attributes of the caller");
                let times = |a: &SchedAttr| (a.runtime, a.deadline, a.period);
                assert_eq!(times(&seen), times(&attr));
            }
            (Err(error), ..) => needs::skip(&format!("no right to SCHED_DEADLINE: {error}")),
        }
    });
}

#[test]
fn no_such_thread_gives_esrch() {
    within(20, || {
        let attr = SchedAttr::default();
        assert_eq!(sched::getattr(NO_TID), Err(Errno::ESRCH));
        assert_eq!(sched::setattr(NO_TID, &attr), Err(Errno::ESRCH));
        assert_eq!(sched::policy(NO_TID), Err(Errno::ESRCH));
        assert_eq!(sched::priority(NO_TID), Err(Errno::ESRCH));
        assert_eq!(sched::set_policy(NO_TID, libc::SCHED_OTHER, 0), Err(Errno::ESRCH));
        assert_eq!(sched::set_priority(NO_TID, 0), Err(Errno::ESRCH));
    });
}

#[test]
fn impossible_attributes_give_einval() {
    within(20, || {
        spawn(|| {
            assert_eq!(sched::set_policy(0, libc::SCHED_FIFO, 0), Err(Errno::EINVAL));
            assert_eq!(sched::set_policy(0, libc::SCHED_FIFO, 100), Err(Errno::EINVAL));
            assert_eq!(sched::set_policy(0, libc::SCHED_OTHER, 1), Err(Errno::EINVAL));
            assert_eq!(sched::set_policy(0, 77, 0), Err(Errno::EINVAL));
            assert_eq!(sched::set_priority(0, 1), Err(Errno::EINVAL));
            let attr = SchedAttr { policy: 77, ..SchedAttr::default() };
            assert_eq!(sched::setattr(0, &attr), Err(Errno::EINVAL));
        })
        .join();
    });
}

#[test]
fn real_time_policy_without_the_right_gives_eperm() {
    within(20, || {
        let child = fork(Fork::Full, || {
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            // SAFETY: the child gives its rights up; every argument is a plain value.
            unsafe {
                libc::setrlimit(libc::RLIMIT_RTPRIO, &raw const none);
                libc::setresuid(65534, 65534, 65534);
            }
            let attr = SchedAttr { policy: libc::SCHED_FIFO as u32, priority: 1, ..SchedAttr::default() };
            let by_policy = sched::set_policy(0, libc::SCHED_FIFO, 1);
            let by_attr = sched::setattr(0, &attr);
            i32::from(by_policy != Err(Errno::EPERM)) + 2 * i32::from(by_attr != Err(Errno::EPERM))
        });
        assert_eq!(child.wait(), 0);
    });
}

#[test]
fn cpus_counts_the_affinity_mask() {
    within(20, || {
        // SAFETY: an empty set, filled in by the C library.
        let all = unsafe {
            let mut set: libc::cpu_set_t = core::mem::zeroed();
            let ret = libc::sched_getaffinity(0, size_of_val(&set), &raw mut set);
            assert_eq!(ret, 0, "sched_getaffinity");
            libc::CPU_COUNT(&set)
        };
        assert_eq!(sched::cpus(), all as usize);
        spawn(|| {
            // SAFETY: an empty set, filled with the CPU that the thread is on.
            unsafe {
                let mut one: libc::cpu_set_t = core::mem::zeroed();
                libc::CPU_SET(libc::sched_getcpu() as usize, &mut one);
                let ret = libc::sched_setaffinity(0, size_of_val(&one), &raw const one);
                assert_eq!(ret, 0, "sched_setaffinity");
            }
            assert_eq!(sched::cpus(), 1);
        })
        .join();
    });
}

#[test]
fn yield_returns() {
    within(20, sched::yield_now);
}
