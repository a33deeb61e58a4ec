//! One run of str03: a tree of threads, all alive at once.
//!
//! Each thread takes a number and enters itself with its parent; the tree then grows level by level,
//! behind a barrier that the last thread of each level opens by one broadcast. Leaves greet their
//! siblings. Sums go up as threads are joined, so the root ends with the sum of all numbers.
//!
//! Written anew from the description in FUSYN's announcement and tests. What the older programs got
//! wrong is avoided: every wait is in a loop on its condition, sums are added after all joins, nothing
//! is printed while the clock runs, and a thread that cannot be created ends the run at once. All
//! memory is taken before the clock starts.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use nix::errno::Errno;
use serde::{Deserialize, Serialize};

use crate::args::TreeArgs;
use crate::error::Failure;
use crate::pthread::{self, Cond, Mutex, Task, ThreadAttr};

/// Stack of each thread, as `ulimit -s 32` gave in 2004.
pub(crate) const STACK: usize = 32 * 1024;

/// What a run tells its parent process, as one line.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// Threads of the tree.
    pub(crate) threads: u32,
    /// Sum of all threads' numbers, as the root got it.
    pub(crate) sum: u64,
    /// From the root's creation to its join, monotonic clock.
    pub(crate) nanos: u64,
    /// The file that the lock calls went to.
    pub(crate) locks_from: Option<PathBuf>,
}

/// Threads down to each level: 1, 1 + b, 1 + b + b^2, ...; none when they are too many to number.
pub(crate) fn level_sizes(breadth: u32, depth: u32) -> Option<Vec<u32>> {
    let mut level = 1_u32;
    let mut sizes = vec![1_u32];
    for _ in 0..depth {
        level = level.checked_mul(breadth)?;
        sizes.push(sizes.last()?.checked_add(level)?);
    }
    Some(sizes)
}

/// The sum that a right run ends with: 0 + 1 + ... + (n - 1).
pub(crate) fn right_sum(threads: u32) -> u64 {
    let n = u64::from(threads);
    n * n.saturating_sub(1) / 2
}

/// A thread's place in the tree.
struct Node {
    sum: AtomicU64,
    /// Numbers of the children, in order of registration; entries below the count are written.
    children: Box<[AtomicU32]>,
    /// The children's threads, in order of creation; this node's thread only.
    threads: Box<[AtomicU64]>,
    registered: Mutex<usize>,
    greetings: Mutex<u32>,
    greeted: Cond,
}

/// How far the tree has grown.
struct Growth {
    threads: u32,
    level: usize,
}

struct Job {
    breadth: u32,
    sizes: Vec<u32>,
    deadline: libc::timespec,
    attr: ThreadAttr,
    nodes: Box<[Node]>,
    growth: Mutex<Growth>,
    level_full: Cond,
}

static JOB: OnceLock<Job> = OnceLock::new();

/// Starts the root.
struct Root;

impl Task for Root {
    fn run(&'static self) {
        let job = job();
        job.grow(&job.nodes[0]);
    }
}

/// A new thread gets its parent's node.
impl Task for Node {
    fn run(&'static self) {
        job().live(self);
    }
}

fn job() -> &'static Job {
    JOB.get().unwrap_or_else(|| pthread::die(format_args!("str03: no job in this process")))
}

/// Runs the tree once and prints the [`Report`].
pub(crate) fn run(tree: &TreeArgs) -> Result<(), Failure> {
    static ROOT: Root = Root;
    let sizes =
        level_sizes(tree.breadth, tree.depth).ok_or_else(|| Failure::own("the tree has too many threads"))?;
    let job = JOB.get_or_init(|| Job::new(tree, sizes));
    let start = Instant::now();
    let root = job.spawn(&ROOT);
    // SAFETY: just spawned, joined here only.
    unsafe { pthread::join(root) };
    let took = start.elapsed();
    let report = Report {
        threads: job.growth.lock().threads,
        sum: job.nodes[0].sum.load(Ordering::Relaxed),
        nanos: u64::try_from(took.as_nanos()).unwrap_or(u64::MAX),
        locks_from: pthread::locks_from(),
    };
    let line = serde_json::to_string(&report).map_err(|e| Failure::own(e.to_string()))?;
    writeln!(io::stdout(), "{line}").map_err(|e| Failure::stdout(&e))
}

impl Job {
    fn new(tree: &TreeArgs, sizes: Vec<u32>) -> Self {
        let threads = sizes.last().copied().unwrap_or(1);
        let node = |_| Node {
            sum: AtomicU64::new(0),
            children: (0..tree.breadth).map(|_| AtomicU32::new(0)).collect(),
            threads: (0..tree.breadth).map(|_| AtomicU64::new(0)).collect(),
            registered: Mutex::new(0),
            greetings: Mutex::new(0),
            greeted: Cond::new(),
        };
        Self {
            breadth: tree.breadth,
            sizes,
            deadline: pthread::realtime_deadline(tree.timeout),
            attr: ThreadAttr::with_stack(STACK),
            nodes: (0..threads).map(node).collect(),
            growth: Mutex::new(Growth { threads: 1, level: 1 }),
            level_full: Cond::new(),
        }
    }

    fn spawn<T: Task>(&self, task: &'static T) -> libc::pthread_t {
        pthread::spawn(&self.attr, task).unwrap_or_else(|errno| {
            pthread::die(format_args!(
                "{} threads were alive when the next could not be created: {}",
                self.growth.lock().threads,
                Errno::from_raw(errno)
            ))
        })
    }

    /// The life of every thread but the root.
    fn live(&'static self, parent: &'static Node) {
        let (me, level) = self.register(parent);
        if level + 1 < self.sizes.len() {
            self.grow(me);
        } else {
            self.greet_siblings(me, parent);
        }
    }

    /// Takes a number, enters it with the parent, and waits until the whole level exists.
    fn register(&'static self, parent: &Node) -> (&'static Node, usize) {
        let mut growth = self.growth.lock();
        let level = growth.level;
        let number = growth.threads;
        growth.threads += 1;
        let me = &self.nodes[number as usize];
        me.sum.store(u64::from(number), Ordering::Relaxed);
        {
            let mut registered = parent.registered.lock();
            parent.children[*registered].store(number, Ordering::Relaxed);
            *registered += 1;
        }
        if growth.threads == self.sizes[level] {
            growth.level += 1;
            self.level_full.broadcast();
        }
        while growth.level == level {
            if !self.level_full.wait_until(&mut growth, &self.deadline) && growth.level == level {
                pthread::die(format_args!("timed out in the barrier of level {level}"));
            }
        }
        (me, level)
    }

    /// Creates the children, joins them all, and only then adds their sums: they registered in
    /// another order than they were created in.
    fn grow(&'static self, me: &'static Node) {
        for slot in &me.threads {
            slot.store(self.spawn(me), Ordering::Relaxed);
        }
        for slot in &me.threads {
            // SAFETY: spawned above, joined here only.
            unsafe { pthread::join(slot.load(Ordering::Relaxed)) };
        }
        for child in self.children(me) {
            me.sum.fetch_add(child.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Complete, and visible to the caller, once the barrier of the children's level has opened.
    fn children(&'static self, parent: &'static Node) -> impl Iterator<Item = &'static Node> {
        parent.children.iter().map(|number| &self.nodes[number.load(Ordering::Relaxed) as usize])
    }

    /// A leaf greets each sibling and waits until all of them have greeted it.
    fn greet_siblings(&'static self, me: &'static Node, parent: &'static Node) {
        let others = self.breadth - 1;
        for sibling in self.children(parent).filter(|s| !std::ptr::eq(*s, me)) {
            let mut greetings = sibling.greetings.lock();
            *greetings += 1;
            if *greetings == others {
                sibling.greeted.broadcast();
            }
        }
        let mut greetings = me.greetings.lock();
        while *greetings < others {
            if !me.greeted.wait_until(&mut greetings, &self.deadline) && *greetings < others {
                pthread::die(format_args!("timed out waiting for a sibling's greeting"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_the_2004_tree() {
        assert_eq!(level_sizes(5, 5), Some(vec![1, 6, 31, 156, 781, 3906]));
        assert_eq!(right_sum(3906), 7_626_465);
    }

    #[test]
    fn sizes_of_a_chain_and_of_too_wide_a_tree() {
        assert_eq!(level_sizes(1, 3), Some(vec![1, 2, 3, 4]));
        assert_eq!(level_sizes(1000, 1000), None);
        assert_eq!(right_sum(1), 0);
    }
}
