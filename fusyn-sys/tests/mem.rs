//! `fusyn_sys::mem` against the running kernel: kernel fact K11.

mod common;

use core::ptr::null_mut;
use core::sync::atomic::{AtomicU32, Ordering};

use common::child::{EVERY_FORK, Fork, fork};
use common::within;
use fusyn_sys::Errno;
use fusyn_sys::mem::{self, PAGE};

fn at(address: *mut u8) -> &'static AtomicU32 {
    // SAFETY: the tests pass mapped, aligned memory that they do not unmap before they are done.
    unsafe { &*address.cast::<AtomicU32>() }
}

/// A mapping by the C library, of a kind that `mem::map` does not make.
fn mapping(flags: libc::c_int, file: libc::c_int) -> *mut u8 {
    let prot = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping.
    let address = unsafe { libc::mmap(null_mut(), PAGE, prot, flags, file, 0) };
    assert_ne!(address, libc::MAP_FAILED);
    address.cast()
}

#[test]
fn mapped_memory_is_zero_writable_and_page_aligned() {
    within(20, || {
        let bytes = 3 * PAGE;
        let memory = mem::map(bytes).expect("three pages");
        assert!(memory.addr().is_multiple_of(4096));
        for offset in (0..bytes).step_by(4) {
            let word = at(memory.wrapping_add(offset));
            assert_eq!(word.swap(1, Ordering::Relaxed), 0);
        }
        // SAFETY: nothing uses the memory any more.
        unsafe { mem::unmap(memory, bytes) };
    });
}

#[test]
fn unmapped_memory_is_gone() {
    within(20, || {
        // In a child, which has one thread: others here may map memory at the address that has come free.
        let child = fork(Fork::Full, || {
            let Ok(memory) = mem::map(PAGE) else { return 1 };
            // SAFETY: nothing uses the memory.
            unsafe { mem::unmap(memory, PAGE) };
            let mut resident = [0u8; 16];
            // SAFETY: the kernel checks the address; one byte for each page of at least 4096 bytes.
            let ret = unsafe { libc::mincore(memory.cast(), PAGE, resident.as_mut_ptr()) };
            let error = std::io::Error::last_os_error();
            if (ret, error.raw_os_error()) == (-1, Some(libc::ENOMEM)) { 0 } else { 2 }
        });
        assert_eq!(child.wait(), 0, "1: no page; 2: still mapped");
    });
}

/// A table may be mapped for more threads than will ever come.
#[test]
fn untouched_pages_cost_nothing() {
    within(20, || {
        let bytes = 1 << 30;
        let memory = mem::map(bytes).expect("a gigabyte of addresses");
        let mut resident = vec![1u8; bytes / 4096];
        // SAFETY: the vector has a byte for every page.
        let ret = unsafe { libc::mincore(memory.cast(), bytes, resident.as_mut_ptr()) };
        assert_eq!(ret, 0, "mincore");
        assert!(resident.iter().all(|page| page & 1 == 0));
        // SAFETY: nothing uses the memory.
        unsafe { mem::unmap(memory, bytes) };
    });
}

#[test]
fn impossible_sizes_give_an_error() {
    within(20, || {
        assert_eq!(mem::map(0), Err(Errno::EINVAL));
        assert_eq!(mem::map(usize::MAX / 2), Err(Errno::ENOMEM));
    });
}

#[test]
fn k11_wiped_page_reads_zero_in_every_kind_of_child_and_in_its_own_child() {
    within(20, || {
        let memory = mem::map(2 * PAGE).expect("two pages");
        let (wiped, kept) = (at(memory), at(memory.wrapping_add(PAGE)));
        // SAFETY: a child needs nothing of the page.
        assert_eq!(unsafe { mem::wipe_on_fork(memory, PAGE) }, Ok(()));
        for how in EVERY_FORK {
            wiped.store(7, Ordering::Relaxed);
            kept.store(8, Ordering::Relaxed);
            let child = fork(how, || {
                if (wiped.load(Ordering::Relaxed), kept.load(Ordering::Relaxed)) != (0, 8) {
                    return 1;
                }
                wiped.store(9, Ordering::Relaxed);
                let grandchild = fork(how, || i32::from(wiped.load(Ordering::Relaxed) != 0));
                let wiped_again = grandchild.wait() == 0;
                let own_is_kept = wiped.load(Ordering::Relaxed) == 9;
                if wiped_again && own_is_kept { 0 } else { 2 }
            });
            assert_eq!(child.wait(), 0, "{how:?}");
            assert_eq!(wiped.load(Ordering::Relaxed), 7, "the parent's own is kept");
        }
        // SAFETY: nothing uses the memory any more.
        unsafe { mem::unmap(memory, 2 * PAGE) };
    });
}

/// A child that shares the memory would wipe its parent's.
#[test]
fn k11_child_that_shares_the_memory_sees_it_whole() {
    within(20, || {
        let memory = mem::map(PAGE).expect("a page");
        // SAFETY: a child needs nothing of the page.
        assert_eq!(unsafe { mem::wipe_on_fork(memory, PAGE) }, Ok(()));
        at(memory).store(7, Ordering::Relaxed);
        let seen = shared_memory_child(memory);
        assert_eq!(seen, 7);
        assert_eq!(at(memory).load(Ordering::Relaxed), 7);
    });
}

/// What a `CLONE_VM` child reads at the address, as its exit code.
fn shared_memory_child(address: *mut u8) -> i32 {
    extern "C" fn body(address: *mut libc::c_void) -> libc::c_int {
        at(address.cast()).load(Ordering::Relaxed).cast_signed()
    }
    let mut stack = vec![0u128; 4096];
    let top = stack.as_mut_ptr_range().end;
    // SAFETY: the child runs on a stack of its own, which outlives it; its body only reads.
    let pid = unsafe { libc::clone(body, top.cast(), libc::CLONE_VM | libc::SIGCHLD, address.cast()) };
    assert!(pid > 0, "clone");
    let mut status = 0;
    // SAFETY: `status` is writable.
    assert_eq!(unsafe { libc::waitpid(pid, &raw mut status, 0) }, pid);
    assert!(libc::WIFEXITED(status));
    libc::WEXITSTATUS(status)
}

#[test]
fn k11_shared_and_file_mappings_give_einval() {
    within(20, || {
        let shared = mapping(libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1);
        // SAFETY: refused.
        let result = unsafe { mem::wipe_on_fork(shared, PAGE) };
        assert_eq!(result, Err(Errno::EINVAL));
        // SAFETY: a file in memory, made long enough.
        let file = unsafe {
            let file = libc::memfd_create(c"fusyn-test".as_ptr(), 0);
            assert!(file >= 0 && libc::ftruncate(file, PAGE as i64) == 0);
            file
        };
        for flags in [libc::MAP_SHARED, libc::MAP_PRIVATE] {
            let mapped = mapping(flags, file);
            // SAFETY: refused.
            let result = unsafe { mem::wipe_on_fork(mapped, PAGE) };
            assert_eq!(result, Err(Errno::EINVAL));
        }
    });
}

#[test]
fn misaligned_or_unmapped_pages_give_an_error() {
    within(20, || {
        let memory = mem::map(PAGE).expect("a page");
        // SAFETY: refused.
        let misaligned = unsafe { mem::wipe_on_fork(memory.wrapping_add(16), PAGE) };
        assert_eq!(misaligned, Err(Errno::EINVAL));
        // SAFETY: refused: nothing is mapped so low.
        let unmapped = unsafe { mem::wipe_on_fork(core::ptr::without_provenance_mut(4096), 4096) };
        assert_eq!(unmapped, Err(Errno::ENOMEM));
        // SAFETY: nothing uses the memory.
        unsafe { mem::unmap(memory, PAGE) };
    });
}

/// The child that inherits a mark may take it over into a fork of another kind.
#[test]
fn mark_is_inherited_over_different_kinds_of_fork() {
    within(20, || {
        let memory = mem::map(PAGE).expect("a page");
        // SAFETY: a child needs nothing of the page.
        assert_eq!(unsafe { mem::wipe_on_fork(memory, PAGE) }, Ok(()));
        let child = fork(Fork::Raw, || {
            at(memory).store(1, Ordering::Relaxed);
            fork(Fork::Bare, || at(memory).load(Ordering::Relaxed).cast_signed()).wait()
        });
        assert_eq!(child.wait(), 0);
        // SAFETY: nothing uses the memory any more.
        unsafe { mem::unmap(memory, PAGE) };
    });
}
