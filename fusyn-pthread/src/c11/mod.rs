//! C11 mutexes and condvars: the same objects, other names and result codes.

mod cnd;
mod mtx;

use core::ffi::c_int;

const SUCCESS: c_int = 0;
const BUSY: c_int = 1;
const ERROR: c_int = 2;
const NO_MEMORY: c_int = 3;
const TIMED_OUT: c_int = 4;

/// The `thrd_*` code of an error number.
fn code(error: c_int) -> c_int {
    match error {
        0 => SUCCESS,
        libc::ENOMEM => NO_MEMORY,
        libc::ETIMEDOUT => TIMED_OUT,
        libc::EBUSY => BUSY,
        _ => ERROR,
    }
}
