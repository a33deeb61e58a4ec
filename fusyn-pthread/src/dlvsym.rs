//! `dlvsym`: a look-up by name and version finds our functions too.
//!
//! Our symbols have no versions, which serves every program that was linked, but the C library's `dlvsym`
//! passes over symbols without a version in a library that uses versions itself. A program that asks it
//! for one form of `pthread_cond_wait` would use the C library's on our objects.
//!
//! Only the default search order is looked after. Every other handle goes to the C library by a jump, so
//! that it sees the caller's return address, which `RTLD_NEXT` goes by.
//!
//! An empty version is asked for as another that no library has. The C library compares a version with those
//! of the same hash; that of the empty one is 0, which in a library that uses versions also marks a symbol
//! without one, and it would read a name that is not there.

use core::arch::naked_asm;
use core::ffi::{c_char, c_void};
use core::mem::transmute;
use core::ptr;

use fusyn_core::sync::{AtomicPtr, Ordering};

use crate::init;

type Function = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char) -> *mut c_void;

/// The C library's function, once it has been looked up.
static REAL: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// Looks the C library's function up; at load, and before that by the first call.
pub(crate) fn find() -> *mut c_void {
    // SAFETY: the name is a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_NEXT, c"dlvsym".as_ptr()) };
    // Relaxed: every thread finds the same address, of code that is there already.
    REAL.store(found, Ordering::Relaxed);
    found
}

/// A look-up in the default order: where the C library has the name in this version, and the name without
/// a version is ours, it is ours in every version. (Any other handle comes here before this library's
/// constructor has run only.)
unsafe extern "C" fn look_up(
    handle: *mut c_void,
    name: *const c_char,
    version: *const c_char,
) -> *mut c_void {
    let mut real = REAL.load(Ordering::Relaxed); // Relaxed: as in `find`
    if real.is_null() {
        real = find();
    }
    if real.is_null() {
        return real;
    }
    // SAFETY: the C library's function of this name has this type; arguments from the caller.
    unsafe {
        let found = transmute::<*mut c_void, Function>(real)(handle, name, version);
        if found.is_null() || !handle.is_null() {
            return found;
        }
        let plain = libc::dlsym(libc::RTLD_DEFAULT, name);
        // Null is in no library: a name that the C library has in old versions alone.
        if !plain.is_null() && init::is_in_this_library(plain) { plain } else { found }
    }
}

/// What an empty version becomes: not empty, so that its hash is not 0, and nothing in the C library's message.
static BLANK: [u8; 2] = *b" \0";

/// Finds a symbol by name and version; null for a version that is empty, as no symbol has that.
///
/// # Safety
/// As the C library's.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn dlvsym(
    handle: *mut c_void,
    name: *const c_char,
    version: *const c_char,
) -> *mut c_void {
    naked_asm!(
        "test rdx, rdx",
        "jz 3f",
        "cmp byte ptr [rdx], 0",
        "jne 3f",
        "lea rdx, [rip + {blank}]",
        "3:",
        "test rdi, rdi",
        "jz 2f",
        "mov rax, qword ptr [rip + {real}]",
        "test rax, rax",
        "jz 2f",
        "jmp rax",
        "2:",
        "jmp {look_up}",
        blank = sym BLANK,
        real = sym REAL,
        look_up = sym look_up,
    )
}
