//! The modes, from `FUSYN_*` variables; latched once, at the first slow path of the process.
//!
//! | variable | values (first: the default) |
//! | --- | --- |
//! | `FUSYN_BACKEND` | `fuqueue`, `fulock` (every private mutex inherits), `kernel` (waits on kernel futexes) |
//! | `FUSYN_PROTOCOL` | `asked`, `inherit`, `none`: of private mutexes |
//! | `FUSYN_ROBUST` | `asked`, `recover`: of private mutexes that are initialised by a call |
//! | `FUSYN_RWLOCK` | `asked`, `inherit` (a private rwlock's writer inherits), `writers` (writers first), `inherit-writers` |
//! | `FUSYN_BUCKETS` | a power of two from 2 to 2^24: size of the wait table |
//! | `FUSYN_HASH_SLOTS` | a power of two from 2 to 2^24, or `kernel`: size of the kernel's private futex hash |
//! | `FUSYN_VERBOSE` | `0`, `1`: one line at load, with the number of buckets in use |
//!
//! A wrong value is one line on standard error, and the default.

use fusyn_core::sync::{AtomicU32, Ordering};
use fusyn_core::table;
use fusyn_sys::{probe, thread_id};

use crate::environment;
use crate::report::Line;

/// Where private waiting happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Backend {
    /// Plain mutexes and condvars wait in fuqueues.
    Fuqueue = 0,
    /// Straight on kernel futexes, for comparison.
    Kernel = 1,
    /// As `Fuqueue`, and every private mutex inherits priority.
    Fulock = 2,
}

/// Which protocol private mutexes follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Protocol {
    /// As the program asked.
    Asked = 0,
    /// All inherit.
    Inherit = 1,
    /// None inherits.
    None = 2,
}

/// How private mutexes take an owner's death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Robustness {
    /// As the program asked.
    Asked = 0,
    /// The next locker gets the lock, as if nothing had happened, and one line is written.
    Recover = 1,
}

/// How large the kernel's hash of private futexes shall be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HashSlots {
    /// As `kernel_hash` has it.
    Ours,
    /// As the user asked.
    Asked(usize),
    /// As the kernel makes it.
    Kernels,
}

const LATCHED: u32 = 1 << 31;
const BACKEND: u32 = 0;
const PROTOCOL: u32 = 2;
const ROBUST: u32 = 4;
const VERBOSE: u32 = 5;
const RWLOCK: u32 = 6;
/// Binary logarithm of the number of buckets, plus 1; 0 is "not asked".
const BUCKETS: u32 = 8;
const BUCKETS_MASK: u32 = 0x3f;
/// As `BUCKETS`, or `KERNELS`.
const HASH_SLOTS: u32 = 14;
const HASH_SLOTS_MASK: u32 = 0x3f;
const KERNELS: u32 = HASH_SLOTS_MASK;

/// All modes in one word; 0 until latched, read-only afterwards.
static MODES: AtomicU32 = AtomicU32::new(0);

#[inline]
fn modes() -> u32 {
    // Relaxed: the word carries everything it stands for.
    match MODES.load(Ordering::Relaxed) {
        0 => latch(),
        modes => modes,
    }
}

/// `FUSYN_BACKEND`.
#[inline]
pub(crate) fn backend() -> Backend {
    match modes() >> BACKEND & 3 {
        1 => Backend::Kernel,
        2 => Backend::Fulock,
        _ => Backend::Fuqueue,
    }
}

/// `FUSYN_PROTOCOL`.
#[inline]
pub(crate) fn protocol() -> Protocol {
    match modes() >> PROTOCOL & 3 {
        1 => Protocol::Inherit,
        2 => Protocol::None,
        _ => Protocol::Asked,
    }
}

/// `FUSYN_ROBUST`.
#[inline]
pub(crate) fn robustness() -> Robustness {
    if modes() >> ROBUST & 1 == 1 { Robustness::Recover } else { Robustness::Asked }
}

/// `FUSYN_VERBOSE`.
#[inline]
pub(crate) fn verbose() -> bool {
    modes() >> VERBOSE & 1 == 1
}

/// `FUSYN_RWLOCK`: whether the writer of every private rwlock inherits priority.
#[inline]
pub(crate) fn rwlocks_inherit() -> bool {
    modes() >> RWLOCK & 1 == 1
}

/// Whether it is known that private rwlocks do not all inherit: a look without a call, for the fast paths.
#[inline(always)]
pub(crate) fn rwlocks_are_plain() -> bool {
    // Relaxed: as in `modes`.
    MODES.load(Ordering::Relaxed) & (LATCHED | 1 << RWLOCK) == LATCHED
}

/// Whether it is known that private objects wait in queues: a look without a call, for the fast paths.
#[inline(always)]
pub(crate) fn waits_in_queues() -> bool {
    // Relaxed: as in `modes`. Of the back-ends, the kernel's alone has the low bit.
    MODES.load(Ordering::Relaxed) & (LATCHED | 1 << BACKEND) == LATCHED
}

/// Whether it is known that every private mutex inherits: a look without a call, for the fast paths.
#[inline(always)]
pub(crate) fn is_known_to_inherit() -> bool {
    const FULOCK: u32 = (Backend::Fulock as u32) << BACKEND;
    const INHERIT: u32 = (Protocol::Inherit as u32) << PROTOCOL;
    // Relaxed: as in `modes`. Of the values, these alone have their bits.
    MODES.load(Ordering::Relaxed) & (FULOCK | INHERIT) != 0
}

/// `FUSYN_RWLOCK`: whether every private rwlock prefers writers.
#[inline]
pub(crate) fn rwlocks_prefer_writers() -> bool {
    modes() >> RWLOCK & 2 == 2
}

/// `FUSYN_BUCKETS`: how many buckets the wait table shall have, if asked.
pub(crate) fn buckets() -> Option<usize> {
    buckets_in(modes())
}

fn buckets_in(modes: u32) -> Option<usize> {
    match modes >> BUCKETS & BUCKETS_MASK {
        0 => None,
        log => Some(1 << (log - 1)),
    }
}

/// `FUSYN_HASH_SLOTS`.
pub(crate) fn hash_slots() -> HashSlots {
    match modes() >> HASH_SLOTS & HASH_SLOTS_MASK {
        0 => HashSlots::Ours,
        KERNELS => HashSlots::Kernels,
        log => HashSlots::Asked(1 << (log - 1)),
    }
}

/// Whether private waiting is on kernel futexes.
#[inline]
pub(crate) fn waits_in_kernel() -> bool {
    backend() == Backend::Kernel
}

/// Whether a private mutex inherits priority in the modes in force, given whether the program asked for it.
#[inline]
pub(crate) fn inherits(asked: bool) -> bool {
    match protocol() {
        Protocol::Inherit => true,
        Protocol::None => backend() == Backend::Fulock,
        Protocol::Asked => asked || backend() == Backend::Fulock,
    }
}

/// Reads the variables and publishes the modes; the first caller's reading counts.
///
/// `extern "C"`: never unwinds, so that the locks which may end up here need no guard against it.
#[cold]
#[inline(never)]
pub(crate) extern "C" fn latch() -> u32 {
    let mut asked = 0;
    let mut seen = 0;
    environment::for_each(&mut |name, value| {
        if let Some((shift, mask, Some(bits))) = parse(name, value)
            && seen & (1 << shift) == 0
        {
            seen |= 1 << shift;
            asked |= (bits & mask) << shift;
        }
    });
    let latched = asked | LATCHED;
    let inherits_all =
        asked >> BACKEND & 3 == Backend::Fulock as u32 || asked >> PROTOCOL & 3 == Protocol::Inherit as u32;
    if inherits_all {
        thread_id::set_plain_fast(false);
    }
    if let Some(buckets) = buckets_in(asked) {
        table::set_buckets(buckets);
    }
    // Relaxed: as in `modes`; threads that race here have read the same variables.
    match MODES.compare_exchange(0, latched, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => complain(),
        Err(earlier) => return earlier,
    }
    latched
}

/// Position, width and value of a variable; `None` inside: not a value it takes.
fn parse(name: &[u8], value: &[u8]) -> Option<(u32, u32, Option<u32>)> {
    let choose = |choices: [&[u8]; 4]| choices.iter().position(|&choice| choice == value).map(|at| at as u32);
    match name {
        b"BACKEND" => Some((BACKEND, 3, choose([b"fuqueue", b"kernel", b"fulock", b"fuqueue"]))),
        b"PROTOCOL" => Some((PROTOCOL, 3, choose([b"asked", b"inherit", b"none", b"asked"]))),
        b"ROBUST" => Some((ROBUST, 1, choose([b"asked", b"recover", b"asked", b"asked"]))),
        b"VERBOSE" => Some((VERBOSE, 1, choose([b"0", b"1", b"", b""]).map(|at| at & 1))),
        b"RWLOCK" => Some((RWLOCK, 3, choose([b"asked", b"inherit", b"writers", b"inherit-writers"]))),
        b"BUCKETS" => Some((BUCKETS, BUCKETS_MASK, power_of_two(value).map(|log| log + 1))),
        b"HASH_SLOTS" if value == b"kernel" => Some((HASH_SLOTS, HASH_SLOTS_MASK, Some(KERNELS))),
        b"HASH_SLOTS" => Some((HASH_SLOTS, HASH_SLOTS_MASK, power_of_two(value).map(|log| log + 1))),
        _ => None,
    }
}

/// Binary logarithm of a decimal power of two that the wait table can have; the kernel's hash takes the same.
fn power_of_two(value: &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for &digit in value {
        let digit = u32::from(digit.wrapping_sub(b'0'));
        if digit > 9 {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(digit)?;
    }
    (number.is_power_of_two() && (table::MIN_BUCKETS..=table::MAX_BUCKETS).contains(&(number as usize)))
        .then(|| number.trailing_zeros())
}

fn takes(name: &[u8]) -> &'static [u8] {
    match name {
        b"BACKEND" => b"fuqueue, fulock or kernel; using fuqueue",
        b"PROTOCOL" => b"asked, inherit or none; using asked",
        b"ROBUST" => b"asked or recover; using asked",
        b"VERBOSE" => b"0 or 1; using 0",
        b"RWLOCK" => b"asked, inherit, writers or inherit-writers; using asked",
        b"HASH_SLOTS" => b"a power of two from 2 to 16777216, or kernel; using the default",
        _ => b"a power of two from 2 to 16777216; using the default",
    }
}

/// One line for each wrong value; by the thread whose reading counts.
fn complain() {
    environment::for_each(&mut |name, value| {
        if let Some((_, _, None)) = parse(name, value) {
            let mut line = Line::new();
            line.text(b"FUSYN_").text(name).text(b"=").text(value).text(b" is not ").text(takes(name)).send();
        }
    });
}

/// Writes the library's version, its modes, and the sizes of the kernel's hash and of the wait table.
#[cold]
pub(crate) fn announce() {
    let mut line = Line::new();
    line.text(env!("CARGO_PKG_VERSION").as_bytes()).text(b", backend ");
    line.text(match backend() {
        Backend::Fuqueue => b"fuqueue",
        Backend::Kernel => b"kernel",
        Backend::Fulock => b"fulock",
    });
    line.text(b", protocol ").text(match protocol() {
        Protocol::Asked => b"asked",
        Protocol::Inherit => b"inherit",
        Protocol::None => b"none",
    });
    line.text(b", robust ").text(match robustness() {
        Robustness::Asked => b"asked",
        Robustness::Recover => b"recover",
    });
    line.text(match (rwlocks_inherit(), rwlocks_prefer_writers()) {
        (false, false) => b"",
        (true, false) => b", rwlock inherit",
        (false, true) => b", rwlock writers",
        (true, true) => b", rwlock inherit-writers",
    });
    if let Ok(slots @ 1..) = probe::futex_hash_slots() {
        line.text(b", futex hash ").number(slots);
    }
    if !waits_in_kernel() {
        // Counted in the table itself, made for that: the kernel may have no memory for what was asked.
        let made = table::create();
        line.text(b", buckets ").number(made);
        if let Some(asked) = buckets().filter(|&asked| asked != made) {
            line.text(b" (no memory for ").number(asked).text(b")");
        }
    }
    line.send();
}
