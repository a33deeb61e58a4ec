//! x86-64: thread-local blocks in the initial-exec model.
//!
//! Stable Rust gives `thread_local!` the general-dynamic model in a shared library: a call of
//! `__tls_get_addr`, which may allocate. A block defined in `.tbss` and read through `@GOTTPOFF` is
//! one load from the global offset table and one `fs`-relative access. The price: a library that holds
//! one can be loaded by `dlopen` only while the C library has static TLS space left over.

/// Defines a thread-local block: `thread_block! { pub mod name: Type = "symbol" }`.
///
/// The symbol must be unique in the linked object; the type must be `#[repr(C)]`, at most 16-aligned,
/// and valid when zeroed. The module has `ptr()`, `read_u32::<OFFSET>()` and `add_u32::<OFFSET>(n)`;
/// an `OFFSET` that is no 32-bit field inside the block does not compile.
#[macro_export]
macro_rules! thread_block {
    ($(#[$meta:meta])* $vis:vis mod $name:ident : $ty:ty = $symbol:literal) => {
        core::arch::global_asm!(
            ".pushsection .tbss.fusyn,\"awT\",@nobits",
            concat!(".globl ", $symbol),
            concat!(".hidden ", $symbol),
            concat!(".type ", $symbol, ",@object"),
            concat!(".size ", $symbol, ",{size}"),
            ".balign 16",
            concat!($symbol, ":"),
            ".zero {size}",
            ".popsection",
            size = const core::mem::size_of::<$ty>(),
        );
        $(#[$meta])*
        #[allow(dead_code)]
        $vis mod $name {
            #[allow(unused_imports)]
            use super::*;
            const _: () = assert!(core::mem::align_of::<$ty>() <= 16);

            const fn inside(offset: usize) -> bool {
                offset % 4 == 0 && offset + 4 <= core::mem::size_of::<$ty>()
            }

            /// Address of the calling thread's block.
            #[inline(always)]
            #[must_use]
            pub fn ptr() -> *mut $ty {
                let block: *mut $ty;
                // SAFETY: adds the GOT entry that the dynamic linker filled in to the thread pointer;
                // neither changes while the thread lives, hence `pure` and `nomem`.
                unsafe {
                    core::arch::asm!(
                        "mov {p}, qword ptr fs:[0]",
                        concat!("add {p}, qword ptr [rip + ", $symbol, "@GOTTPOFF]"),
                        p = out(reg) block,
                        options(nostack, pure, nomem),
                    );
                }
                block
            }

            /// The 32-bit field at `OFFSET` of the calling thread's block.
            #[inline(always)]
            #[must_use]
            pub fn read_u32<const OFFSET: usize>() -> u32 {
                const { assert!(inside(OFFSET)) };
                let value: u32;
                // SAFETY: OFFSET lies inside the calling thread's block, which is always mapped.
                unsafe {
                    core::arch::asm!(
                        concat!("mov {o}, qword ptr [rip + ", $symbol, "@GOTTPOFF]"),
                        "mov {v:e}, dword ptr fs:[{o} + {off}]",
                        o = out(reg) _, v = out(reg) value, off = const OFFSET,
                        options(nostack, preserves_flags, readonly),
                    );
                }
                value
            }

            /// Two fields of the calling thread's block, with one look-up of where it is.
            #[inline(always)]
            #[must_use]
            pub fn read_pair<const A: usize, const B: usize>() -> (u32, u32) {
                const { assert!(inside(A) && inside(B)) };
                let (a, b): (u32, u32);
                // SAFETY: as `read_u32`.
                unsafe {
                    core::arch::asm!(
                        concat!("mov {o}, qword ptr [rip + ", $symbol, "@GOTTPOFF]"),
                        "mov {a:e}, dword ptr fs:[{o} + {at_a}]",
                        "mov {b:e}, dword ptr fs:[{o} + {at_b}]",
                        o = out(reg) _, a = out(reg) a, b = lateout(reg) b, at_a = const A, at_b = const B,
                        options(nostack, preserves_flags, readonly),
                    );
                }
                (a, b)
            }

            /// Adds to the 32-bit field at `OFFSET`; wraps.
            #[inline(always)]
            pub fn add_u32<const OFFSET: usize>(n: i32) {
                const { assert!(inside(OFFSET)) };
                // SAFETY: as `read_u32`; the block belongs to this thread alone, and a signal handler
                // cannot come in the middle of one instruction.
                unsafe {
                    core::arch::asm!(
                        concat!("mov {o}, qword ptr [rip + ", $symbol, "@GOTTPOFF]"),
                        "add dword ptr fs:[{o} + {off}], {n:e}",
                        o = out(reg) _, n = in(reg) n, off = const OFFSET,
                        options(nostack),
                    );
                }
            }
        }
    };
}

core::arch::global_asm!(
    ".pushsection .bss.fusyn_sys_fork_page,\"aw\",@nobits",
    ".globl fusyn_sys_fork_page",
    ".hidden fusyn_sys_fork_page",
    ".type fusyn_sys_fork_page,@object",
    ".size fusyn_sys_fork_page,{size}",
    ".balign {size}",
    "fusyn_sys_fork_page:",
    ".zero {size}",
    ".popsection",
    size = const crate::mem::PAGE,
);

/// The page behind [`fork_page`](crate::fork_page): a hidden symbol, so that reading its first word is one
/// instruction. (Rust reaches a static of another crate through the global offset table.)
#[inline(always)]
pub(crate) fn fork_page() -> *mut u8 {
    let page: *mut u8;
    // SAFETY: computes an address.
    unsafe {
        core::arch::asm!(
            "lea {p}, [rip + fusyn_sys_fork_page]",
            p = out(reg) page,
            options(nostack, nomem, pure, preserves_flags),
        );
    }
    page
}

/// The first word of [`fork_page`], as a relaxed atomic load.
#[inline(always)]
pub(crate) fn fork_page_word() -> u32 {
    let word: u32;
    // SAFETY: reads an aligned word of our own, which only atomic operations and the kernel write.
    unsafe {
        core::arch::asm!(
            "mov {w:e}, dword ptr [rip + fusyn_sys_fork_page]",
            w = out(reg) word,
            options(nostack, readonly, preserves_flags),
        );
    }
    word
}
