//! `fusyn_sys::thread_block!`: zeroed in new threads, one per thread, and how it is read and added to.

mod common;

use core::mem::{offset_of, size_of};

use common::{spawn, within};

/// With fields that the macro's own accessors cannot reach, to see that they stay whole.
#[repr(C)]
struct Block {
    first: u32,
    second: u32,
    wide: u64,
    bytes: [u8; 37],
}

fusyn_sys::thread_block! {
    /// The block under test.
    mod block: Block = "fusyn_sys_test_block"
}

fusyn_sys::thread_block! {
    /// Another, to see that they do not overlap.
    mod neighbour: Block = "fusyn_sys_test_neighbour"
}

const FIRST: usize = offset_of!(Block, first);
const SECOND: usize = offset_of!(Block, second);

fn bytes_of(block: *mut Block) -> Vec<u8> {
    let bytes = block.cast::<u8>();
    // SAFETY: the block is the calling thread's own; padding was zeroed with the rest.
    (0..size_of::<Block>()).map(|i| unsafe { bytes.add(i).read_volatile() }).collect()
}

fn fill(block: *mut Block) {
    // SAFETY: the block is the calling thread's own.
    unsafe { block.cast::<u8>().write_bytes(0xff, size_of::<Block>()) };
}

#[test]
fn block_is_zero_in_new_threads_also_on_a_used_stack() {
    within(20, || {
        for _ in 0..50 {
            let was_zero = spawn(|| {
                let bytes = bytes_of(block::ptr());
                fill(block::ptr());
                bytes.iter().all(|byte| *byte == 0)
            });
            assert!(was_zero.join());
        }
    });
}

#[test]
fn every_thread_has_its_own_and_keeps_it() {
    within(20, || {
        let mine = block::ptr();
        block::add_u32::<FIRST>(5);
        let theirs = spawn(|| {
            block::add_u32::<FIRST>(7);
            (block::ptr().addr(), block::read_u32::<FIRST>())
        })
        .join();
        assert_eq!(theirs.1, 7);
        assert_ne!(theirs.0, mine.addr());
        assert_eq!(block::ptr(), mine);
        assert_eq!(block::read_u32::<FIRST>(), 5);
    });
}

#[test]
fn blocks_do_not_overlap_and_are_aligned() {
    within(20, || {
        let (one, two) = (block::ptr().addr(), neighbour::ptr().addr());
        assert!(one.abs_diff(two) >= size_of::<Block>());
        assert!(one.is_multiple_of(align_of::<Block>()) && two.is_multiple_of(align_of::<Block>()));
        fill(block::ptr());
        assert!(bytes_of(neighbour::ptr()).iter().all(|byte| *byte == 0));
    });
}

#[test]
fn pointer_and_accessors_see_the_same_field() {
    within(20, || {
        // SAFETY: the block is the calling thread's own.
        unsafe { (*block::ptr()).second = 0x1234_5678 };
        assert_eq!(block::read_u32::<SECOND>(), 0x1234_5678);
        assert_eq!(block::read_u32::<FIRST>(), 0);
        block::add_u32::<SECOND>(1);
        // SAFETY: as above.
        assert_eq!(unsafe { (*block::ptr()).second }, 0x1234_5679);
    });
}

#[test]
fn pair_is_both_fields() {
    within(20, || {
        // SAFETY: the block is the calling thread's own.
        unsafe {
            (*block::ptr()).first = 3;
            (*block::ptr()).second = u32::MAX;
        }
        assert_eq!(block::read_pair::<FIRST, SECOND>(), (3, u32::MAX));
        assert_eq!(block::read_pair::<SECOND, FIRST>(), (u32::MAX, 3));
    });
}

#[test]
fn add_wraps_and_touches_no_other_field() {
    within(20, || {
        block::add_u32::<FIRST>(-1);
        assert_eq!(block::read_u32::<FIRST>(), u32::MAX);
        assert_eq!(block::read_u32::<SECOND>(), 0);
        block::add_u32::<FIRST>(3);
        assert_eq!(block::read_u32::<FIRST>(), 2);
        block::add_u32::<FIRST>(i32::MAX);
        block::add_u32::<FIRST>(i32::MAX);
        assert_eq!(block::read_u32::<FIRST>(), 0);
        block::add_u32::<FIRST>(i32::MIN);
        assert_eq!(block::read_u32::<FIRST>(), 1 << 31);
        assert!(bytes_of(block::ptr())[4..].iter().all(|byte| *byte == 0));
    });
}
