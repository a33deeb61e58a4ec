//! `fusyn_sys::thread_id`: right in every thread and after every kind of fork.

mod common;

use core::sync::atomic::Ordering;

use common::child::{EVERY_FORK, Fork, fork, in_fresh_process};
use common::{gettid, needs, refuse, shared_word, spawn, within};
use fusyn_sys::thread_id::{by_kernel, cached, cached_plain, current, is_ancestor, set_plain_fast};

/// 0 if `ok`, else a number that says where.
fn failed_unless(ok: bool, place: i32) -> i32 {
    if ok { 0 } else { place }
}

#[test]
fn id_is_the_kernels_and_cached_from_then_on() {
    within(20, || {
        for _ in 0..50 {
            // Many of these threads get a stack, and its thread-local memory, that another one used.
            spawn(|| {
                assert_eq!((cached(), cached_plain()), (0, 0));
                assert_eq!(current(), gettid());
                assert_eq!((cached(), cached_plain()), (gettid(), gettid()));
                assert_eq!((current(), by_kernel()), (gettid(), gettid()));
            })
            .join();
        }
    });
}

#[test]
fn parent_has_no_ancestors() {
    within(20, || {
        assert!(!is_ancestor(0));
        assert!(!is_ancestor(current()));
        assert!(!is_ancestor(1));
    });
}

#[test]
fn child_asks_again_and_remembers_its_parent() {
    within(20, || {
        for how in EVERY_FORK {
            let parent = current();
            let child = fork(how, || {
                let forgot = failed_unless((cached(), cached_plain()) == (0, 0), 1);
                let right = failed_unless(current() == gettid() && gettid() != parent, 2);
                let caches = failed_unless((cached(), cached_plain()) == (gettid(), gettid()), 4);
                let ancestor = failed_unless(is_ancestor(parent) && !is_ancestor(gettid()), 8);
                forgot + right + caches + ancestor
            });
            assert_eq!(child.wait(), 0, "{how:?}");
            assert_eq!(cached(), parent, "the parent's own stays");
            assert!(!is_ancestor(parent));
        }
    });
}

#[test]
fn child_of_a_thread_that_never_asked_has_no_ancestor() {
    within(20, || {
        let child = fork(Fork::Full, || {
            failed_unless(current() == gettid() && !is_ancestor(1) && !is_ancestor(0), 1)
        });
        assert_eq!(child.wait(), 0);
    });
}

#[test]
fn ancestors_of_ancestors_are_remembered() {
    within(20, || {
        for how in EVERY_FORK {
            let first = current();
            let child = fork(how, || {
                let second = current();
                fork(how, || {
                    let third = current();
                    fork(how, || {
                        let fourth = current();
                        let all = [first, second, third].into_iter().all(is_ancestor);
                        failed_unless(all && !is_ancestor(fourth) && fourth == gettid(), 1)
                    })
                    .wait()
                })
                .wait()
            });
            assert_eq!(child.wait(), 0, "{how:?}");
        }
    });
}

/// A child that never asks leaves no trace of itself, but passes its parent's on.
#[test]
fn child_that_never_asked_is_skipped() {
    within(20, || {
        let first = current();
        let child = fork(Fork::Raw, || {
            let silent = gettid();
            fork(Fork::Raw, || {
                let right = current() == gettid();
                failed_unless(right && is_ancestor(first) && !is_ancestor(silent), 1)
            })
            .wait()
        });
        assert_eq!(child.wait(), 0);
    });
}

#[test]
fn thread_of_a_child_whose_first_thread_has_not_noticed_the_fork() {
    within(20, || {
        in_fresh_process("thread_of_a_child_whose_first_thread_has_not_noticed_the_fork", || {
            for how in EVERY_FORK {
                let parent = current();
                let child = fork(how, || {
                    let second = std::thread::spawn(|| {
                        let new = cached() == 0 && cached_plain() == 0;
                        new && current() == gettid() && cached() == gettid()
                    });
                    let second = failed_unless(second.join().is_ok_and(|ok| ok), 1);
                    let first = failed_unless((cached(), cached_plain()) == (0, 0), 2);
                    let right = failed_unless(current() == gettid(), 4);
                    second + first + right + failed_unless(is_ancestor(parent), 8)
                });
                assert_eq!(child.wait(), 0, "{how:?}");
            }
        });
    });
}

/// New threads have no ancestors, and push nobody's out.
#[test]
fn ancestors_stay_known_however_many_threads_come() {
    within(20, || {
        in_fresh_process("ancestors_stay_known_however_many_threads_come", || {
            let parent = current();
            let child = fork(Fork::Full, || {
                let right = failed_unless(current() == gettid(), 1);
                for _ in 0..20 {
                    let unknown = std::thread::spawn(move || current() != 0 && !is_ancestor(parent));
                    if !unknown.join().is_ok_and(|unknown| unknown) {
                        return 2;
                    }
                }
                right + failed_unless(is_ancestor(parent), 4)
            });
            assert_eq!(child.wait(), 0);
        });
    });
}

#[test]
fn plain_fast_off_gives_zero_also_in_children() {
    within(20, || {
        in_fresh_process("plain_fast_off_gives_zero_also_in_children", || {
            set_plain_fast(false);
            assert_eq!(cached_plain(), 0);
            assert_eq!(current(), gettid());
            assert_eq!((cached(), cached_plain()), (gettid(), 0));
            for how in EVERY_FORK {
                let child = fork(how, || {
                    let before = failed_unless((cached(), cached_plain()) == (0, 0), 1);
                    let right = failed_unless(current() == gettid(), 2);
                    before + right + failed_unless((cached(), cached_plain()) == (gettid(), 0), 4)
                });
                assert_eq!(child.wait(), 0, "{how:?}");
            }
            set_plain_fast(true);
            let other = spawn(|| (current(), cached_plain()));
            let tid = other.tid();
            assert_eq!(other.join(), (tid, tid), "a thread that has not used it yet");
        });
    });
}

/// Before Linux 4.14: nothing would tell a child, so nothing may be cached.
#[test]
fn nothing_is_cached_where_the_kernel_cannot_wipe_pages() {
    within(20, || {
        in_fresh_process("nothing_is_cached_where_the_kernel_cannot_wipe_pages", || {
            let advice = libc::MADV_WIPEONFORK as u32;
            refuse::call(libc::SYS_madvise, 2, u32::MAX, advice, libc::EINVAL);
            let parent = current();
            assert_eq!(parent, gettid());
            assert_eq!((cached(), cached_plain()), (0, 0));
            assert_eq!(current(), gettid());
            for how in EVERY_FORK {
                let child = fork(how, || {
                    let right = failed_unless(current() == gettid(), 1);
                    let none = failed_unless((cached(), cached_plain()) == (0, 0), 2);
                    right + none + failed_unless(is_ancestor(parent), 4)
                });
                assert_eq!(child.wait(), 0, "{how:?}");
            }
        });
    });
}

/// A fork in which the child's id is chosen: `clone3` with `set_tid`. `None` without the right to it.
fn fork_as(tid: u32, body: impl FnOnce() -> i32) -> Option<i32> {
    let wanted = tid.cast_signed();
    // SAFETY: all-zero arguments are valid.
    let mut args: libc::clone_args = unsafe { core::mem::zeroed() };
    args.exit_signal = libc::SIGCHLD as u64;
    args.set_tid = &raw const wanted as u64;
    args.set_tid_size = 1;
    // SAFETY: a child with a copy of the memory, which ends by `_exit`.
    let pid = unsafe { libc::syscall(libc::SYS_clone3, &raw const args, size_of_val(&args)) };
    if pid == 0 {
        let code = body();
        // SAFETY: ends the child.
        unsafe { libc::_exit(code) };
    }
    if pid < 0 {
        return None;
    }
    let mut status = 0;
    // SAFETY: `status` is writable.
    let ret = unsafe { libc::waitpid(wanted, &raw mut status, 0) };
    (ret == wanted && libc::WIFEXITED(status)).then(|| libc::WEXITSTATUS(status))
}

/// The id of an ancestor that has died may come again, as the id of a live thread.
#[test]
fn ancestors_id_given_out_again_is_forgotten() {
    const NO_RIGHT: i32 = 77;
    const DONE: u32 = 1000;
    within(20, || {
        let (first, report) = (current(), shared_word());
        let second = fork(Fork::Raw, || {
            let second = current();
            // The third outlives the second.
            let _third = fork(Fork::Raw, || {
                let third = current();
                common::until("second dies", || {
                    // SAFETY: signal 0 only asks.
                    unsafe { libc::kill(second.cast_signed(), 0) != 0 }
                });
                let result = fork_as(second, || {
                    let forgotten = current() == second && !is_ancestor(second);
                    failed_unless(forgotten && is_ancestor(first) && is_ancestor(third), 1)
                });
                let result = result.unwrap_or(NO_RIGHT).cast_unsigned();
                report.store(DONE + result, Ordering::SeqCst);
                0
            });
            0
        });
        assert_eq!(second.wait(), 0);
        common::until("third reports", || report.load(Ordering::SeqCst) >= DONE);
        match (report.load(Ordering::SeqCst) - DONE).cast_signed() {
            NO_RIGHT => needs::skip("no right to choose a TID (CAP_CHECKPOINT_RESTORE)"),
            code => assert_eq!(code, 0),
        }
    });
}
