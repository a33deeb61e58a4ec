//! Every target without a file of its own: thread-local blocks by `thread_local!`.
//!
//! `const` and without a destructor, so there is no lazy set-up in Rust; the C library may still set
//! the block up lazily in a library that was loaded by `dlopen`, not in one that was preloaded.

/// Defines a thread-local block; see the x86-64 file for the contract.
#[macro_export]
macro_rules! thread_block {
    ($(#[$meta:meta])* $vis:vis mod $name:ident : $ty:ty = $symbol:literal) => {
        $(#[$meta])*
        #[allow(dead_code)]
        $vis mod $name {
            #[allow(unused_imports)]
            use super::*;
            use core::cell::UnsafeCell;
            use core::mem::MaybeUninit;

            const fn inside(offset: usize) -> bool {
                offset % 4 == 0 && offset + 4 <= core::mem::size_of::<$ty>()
            }

            std::thread_local! {
                static BLOCK: UnsafeCell<MaybeUninit<$ty>> = const { UnsafeCell::new(MaybeUninit::zeroed()) };
            }

            /// Address of the calling thread's block.
            #[inline]
            #[must_use]
            pub fn ptr() -> *mut $ty {
                BLOCK.with(|block| block.get().cast())
            }

            /// The 32-bit field at `OFFSET` of the calling thread's block.
            #[inline]
            #[must_use]
            pub fn read_u32<const OFFSET: usize>() -> u32 {
                const { assert!(inside(OFFSET)) };
                // SAFETY: OFFSET lies inside the calling thread's block; every bit pattern is a u32.
                unsafe { ptr().cast::<u8>().add(OFFSET).cast::<u32>().read_volatile() }
            }

            /// Two fields of the calling thread's block.
            #[inline]
            #[must_use]
            pub fn read_pair<const A: usize, const B: usize>() -> (u32, u32) {
                (read_u32::<A>(), read_u32::<B>())
            }

            /// Adds to the 32-bit field at `OFFSET`; wraps.
            #[inline]
            pub fn add_u32<const OFFSET: usize>(n: i32) {
                const { assert!(inside(OFFSET)) };
                // SAFETY: as `read_u32`; the block belongs to this thread alone. A signal handler
                // between load and store must leave the field as it found it.
                unsafe {
                    let field = ptr().cast::<u8>().add(OFFSET).cast::<u32>();
                    field.write_volatile(field.read_volatile().wrapping_add_signed(n));
                }
            }
        }
    };
}

/// Page sizes up to 64 KiB.
#[repr(C, align(65536))]
struct ForkPage(core::cell::UnsafeCell<[u8; crate::mem::PAGE]>);

// SAFETY: its first word is reached by atomic operations only, the rest not at all.
unsafe impl Sync for ForkPage {}

static FORK_PAGE: ForkPage = ForkPage(core::cell::UnsafeCell::new([0; crate::mem::PAGE]));

/// The page behind [`fork_page`](crate::fork_page).
#[inline]
pub(crate) fn fork_page() -> *mut u8 {
    FORK_PAGE.0.get().cast()
}

/// The first word of [`fork_page`], as a relaxed atomic load.
#[inline]
pub(crate) fn fork_page_word() -> u32 {
    // SAFETY: aligned, and alive for ever. Relaxed: see `fork_page::epoch`.
    unsafe { &*fork_page().cast::<core::sync::atomic::AtomicU32>() }
        .load(core::sync::atomic::Ordering::Relaxed)
}
