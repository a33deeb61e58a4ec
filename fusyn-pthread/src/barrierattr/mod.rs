//! Barrier attributes, in glibc's encoding. Each C function has a file of its own name.

mod pthread_barrierattr_destroy;
mod pthread_barrierattr_getpshared;
mod pthread_barrierattr_init;
mod pthread_barrierattr_setpshared;

/// Whether it is one of the two values of the only attribute.
pub(crate) fn is_valid(pshared: i32) -> bool {
    pshared == libc::PTHREAD_PROCESS_PRIVATE || pshared == libc::PTHREAD_PROCESS_SHARED
}
