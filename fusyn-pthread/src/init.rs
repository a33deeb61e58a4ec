//! What happens at load; everything works before it too, in `.preinit_array` and in other constructors.

use core::ffi::{CStr, c_char, c_void};
use core::mem::MaybeUninit;

use crate::report::Line;
use crate::{config, kernel_hash, robust_list};

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = construct;

extern "C" fn construct() {
    config::latch();
    kernel_hash::size();
    robust_list::learn();
    #[cfg(all(target_arch = "x86_64", not(fusyn_portable)))]
    crate::dlvsym::find();
    if config::verbose() {
        config::announce();
    }
    if is_preloaded() {
        for name in [c"pthread_mutex_lock", c"pthread_cond_wait"] {
            if !is_ours(name) {
                warn(name);
            }
        }
    }
}

fn warn(name: &CStr) {
    let mut line = Line::new();
    line.text(b"NOT IN FORCE: another library has taken ").text(name.to_bytes());
    line.text(b"; preload libfusyn_pthread.so first").send();
}

/// Whether the dynamic linker gives programs our function of this name.
fn is_ours(name: &CStr) -> bool {
    // SAFETY: the name is a C string.
    is_in_this_library(unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) })
}

/// Whether an address lies in this library; true as well where the dynamic linker cannot tell.
pub(crate) fn is_in_this_library(address: *mut c_void) -> bool {
    match (object_of(address), object_of((&raw const CONSTRUCTOR).cast_mut().cast())) {
        (Some(theirs), Some(ours)) => theirs == ours,
        _ => true,
    }
}

/// Where the object that holds this address is mapped.
fn object_of(address: *mut c_void) -> Option<usize> {
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the result is writable, and all zero is valid.
    unsafe {
        if libc::dladdr(address, info.as_mut_ptr()) == 0 {
            return None;
        }
        Some(info.assume_init().dli_fbase as usize)
    }
}

/// Whether this library is named in `LD_PRELOAD`.
fn is_preloaded() -> bool {
    // SAFETY: a C string; the environment is set up before constructors run.
    let value = unsafe { libc::getenv(c"LD_PRELOAD".as_ptr()) };
    !value.is_null() && contains(value, b"libfusyn_pthread")
}

fn contains(string: *const c_char, what: &[u8]) -> bool {
    // SAFETY: a C string, by the caller.
    let bytes = unsafe { CStr::from_ptr(string) }.to_bytes();
    bytes.windows(what.len()).any(|window| window == what)
}
