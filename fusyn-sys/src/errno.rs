//! Error numbers as the kernel returns them; the C library's `errno` has no part in it.

use core::fmt;

/// An error number from the kernel, always positive (`EAGAIN` is 11).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Errno(i32);

macro_rules! names {
    ($($name:ident)*) => {
        impl Errno {
            $(#[doc = concat!("`", stringify!($name), "`, see errno(3).")]
            pub const $name: Errno = Errno(libc::$name);)*

            /// The symbol of the number, where fusyn knows it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self.0 { $(libc::$name => stringify!($name),)* _ => "an unexpected error" }
            }
        }
    };
}
names! { EAGAIN EBUSY EDEADLK EFAULT EINTR EINVAL ENOMEM ENOSYS ENOTSUP EOWNERDEAD ENOTRECOVERABLE EPERM ESRCH ETIMEDOUT }

impl Errno {
    /// Wraps a positive error number.
    #[must_use]
    pub const fn new(number: i32) -> Errno {
        Errno(number)
    }

    /// The number, as the POSIX functions return it.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Splits a raw system call result: -4095..=-1 are errors.
    #[inline]
    pub(crate) const fn check(ret: usize) -> Result<usize, Errno> {
        if ret > -4096isize as usize { Err(Errno((ret as isize).wrapping_neg() as i32)) } else { Ok(ret) }
    }
}

impl fmt::Debug for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl core::error::Error for Errno {}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Errno;

    #[test]
    fn results_from_minus_4095_are_errors() {
        let check = |ret: isize| Errno::check(ret.cast_unsigned());
        assert_eq!(check(-1), Err(Errno::EPERM));
        assert_eq!(check(-4095), Err(Errno::new(4095)));
        assert_eq!(check(-4096), Ok((-4096isize).cast_unsigned()));
        assert_eq!(check(0), Ok(0));
        assert_eq!(check(isize::MAX), Ok(isize::MAX.cast_unsigned()));
    }
}
