//! The C library's `errno` is left alone by every operation, and `Errno` itself.

mod common;

use common::everything::OPERATIONS;
use common::within;
use fusyn_sys::Errno;

/// No error number has it.
const CANARY: i32 = 0x5eed;

fn errno() -> *mut i32 {
    // SAFETY: no arguments.
    unsafe { libc::__errno_location() }
}

fn set_errno(value: i32) {
    // SAFETY: the calling thread's own.
    unsafe { errno().write(value) };
}

fn get_errno() -> i32 {
    // SAFETY: the calling thread's own.
    unsafe { errno().read() }
}

#[test]
fn every_operation_leaves_errno_alone() {
    within(20, || {
        for (name, operation) in OPERATIONS {
            set_errno(CANARY);
            operation();
            assert_eq!(get_errno(), CANARY, "{name}");
        }
    });
}

/// The C library's own wrapper changes it: the canary can die.
#[test]
fn canary_sees_a_change() {
    within(20, || {
        set_errno(CANARY);
        // SAFETY: fails, with EBADF.
        let ret = unsafe { libc::close(-1) };
        assert_eq!((ret, get_errno()), (-1, libc::EBADF));
    });
}

#[test]
fn numbers_and_names() {
    within(20, || {
        assert_eq!(Errno::EAGAIN.raw(), libc::EAGAIN);
        assert_eq!(Errno::new(libc::EPERM), Errno::EPERM);
        assert_eq!(Errno::ETIMEDOUT.name(), "ETIMEDOUT");
        assert_eq!(format!("{}", Errno::EDEADLK), "EDEADLK (35)");
        assert_eq!(format!("{:?}", Errno::new(4000)), "an unexpected error (4000)");
        let error: Box<dyn std::error::Error> = Errno::EINVAL.into();
        assert_eq!(error.to_string(), "EINVAL (22)");
    });
}
