//! Objects that the C library's own code uses beside the shim's, in one process or two: `tests/c/interop`.

use fusyn_tests::suite::Suite;

#[test]
fn foreign_condvar_is_refused() {
    Suite::open("interop").run("foreign_cond");
}

#[test]
fn one_robust_list_serves_both() {
    Suite::open("interop").run("glibc_list");
}

#[test]
fn processes_with_and_without_the_shim_share_mutexes() {
    Suite::open("interop").run("plain_process");
}

#[test]
fn process_without_the_shim_is_told_of_a_death() {
    Suite::open("interop").run("plain_process_dies_last");
}

#[test]
fn raw_clones_are_processes_too() {
    Suite::open("interop").run("raw_clone");
}

#[test]
fn table_and_programs_agree() {
    Suite::open("interop").check_complete(&[
        "foreign_cond",
        "glibc_list",
        "plain_process",
        "plain_process_dies_last",
        "raw_clone",
    ]);
}
