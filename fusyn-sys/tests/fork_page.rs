//! `fusyn_sys::fork_page`: epochs over every kind of fork.

mod common;

use common::child::{EVERY_FORK, Fork, fork, in_fresh_process};
use common::{spawn, within};
use fusyn_sys::fork_page;

#[test]
fn epoch_starts_at_zero_and_stays_once_begun() {
    within(20, || {
        in_fresh_process("epoch_starts_at_zero_and_stays_once_begun", || {
            assert_eq!(fork_page::epoch(), 0);
            let first = fork_page::refresh();
            assert_eq!(first, 1);
            assert_eq!(fork_page::epoch(), first);
            assert_eq!(fork_page::refresh(), first);
            assert_eq!(spawn(fork_page::refresh).join(), first);
        });
    });
}

#[test]
fn child_finds_epoch_zero_and_begins_a_later_one() {
    within(20, || {
        for how in EVERY_FORK {
            let parents = fork_page::refresh();
            let child = fork(how, || {
                let found = fork_page::epoch();
                let begun = fork_page::refresh();
                let kept = fork_page::epoch() == begun && fork_page::refresh() == begun;
                i32::from(!(found == 0 && begun > parents && kept))
            });
            assert_eq!(child.wait(), 0, "{how:?}");
            assert_eq!(fork_page::epoch(), parents, "the parent's own stays");
        }
    });
}

/// Epochs along a line of children, in which one of them does not look.
#[test]
fn epochs_of_ancestors_never_come_again() {
    within(20, || {
        let first = fork_page::refresh();
        let child = fork(Fork::Full, || {
            let second = fork_page::refresh();
            // This one begins none.
            fork(Fork::Raw, || {
                fork(Fork::Bare, || {
                    let found = fork_page::epoch();
                    let fourth = fork_page::refresh();
                    i32::from(!(found == 0 && first < second && second < fourth))
                })
                .wait()
            })
            .wait()
        });
        assert_eq!(child.wait(), 0);
    });
}

#[test]
fn many_threads_begin_one_epoch_together() {
    within(20, || {
        in_fresh_process("many_threads_begin_one_epoch_together", || {
            let threads: Vec<_> = (0..16).map(|_| spawn(fork_page::refresh)).collect();
            let epochs: Vec<u32> = threads.into_iter().map(common::Helper::join).collect();
            assert!(epochs.iter().all(|epoch| *epoch == fork_page::epoch() && *epoch != 0));
            assert_ne!(fork_page::epoch(), fork_page::NEVER);
        });
    });
}
