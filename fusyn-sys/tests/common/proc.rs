//! What /proc tells of a thread of this process.

use core::sync::atomic::AtomicU32;
use std::fs::read_to_string;
use std::path::Path;

/// A system call that a sleeping thread is in.
#[derive(Debug, PartialEq, Eq)]
pub struct Call {
    pub number: i64,
    pub args: [u64; 6],
}

impl Call {
    /// Whether it is a futex operation on this word.
    pub fn is_futex_on(&self, word: &AtomicU32) -> bool {
        self.number == libc::SYS_futex && self.args[0] == word.as_ptr() as u64
    }
}

fn read(tid: u32, file: &str) -> Option<String> {
    read_to_string(format!("/proc/self/task/{tid}/{file}")).ok()
}

/// The call in which the thread sleeps; `None` while it runs. The kernel answers only once the thread
/// is off the CPU, so that it stands in the queue by then.
pub fn sleeping_in(tid: u32) -> Option<Call> {
    let line = read(tid, "syscall")?;
    let mut fields = line.split_whitespace();
    let number = fields.next()?.parse().ok()?;
    let mut args = [0; 6];
    for arg in &mut args {
        *arg = u64::from_str_radix(fields.next()?.trim_start_matches("0x"), 16).ok()?;
    }
    (state(tid)? == 'S').then_some(Call { number, args })
}

/// The fields of `stat` from the third on; the second may hold anything.
fn stat(tid: u32) -> Option<Vec<String>> {
    let line = read(tid, "stat")?;
    let (_, rest) = line.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

/// `R`, `S`, ...
pub fn state(tid: u32) -> Option<char> {
    stat(tid)?.first()?.chars().next()
}

/// The real-time priority with which the thread runs just now, boosts counted in; 0 if it is not
/// real-time.
pub fn effective_priority(tid: u32) -> i32 {
    const PRIORITY: usize = 18 - 3;
    let stat = stat(tid).expect("a live thread");
    let shown: i32 = stat[PRIORITY].parse().expect("a number");
    // The kernel shows -2 for real-time priority 1, -100 for 99, and 0 or more for the others.
    if shown < 0 { -1 - shown } else { 0 }
}

/// Whether the thread has left the process.
pub fn is_gone(tid: u32) -> bool {
    !Path::new(&format!("/proc/self/task/{tid}")).exists()
}
