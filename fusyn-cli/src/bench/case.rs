//! The cases: what is measured, under which name, and how much it may cost.

use std::time::Duration;

use super::work::{self, Outcome};
use crate::pthread::Kind;

/// The groups of cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Lock and unlock.
    Mutex,
    /// Read-write locks.
    Rwlock,
    /// Condition variables.
    Cond,
    /// Semaphores and barriers.
    Sem,
}

/// Whose locks a case measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The pthread calls: of glibc in one child, of the shim in another.
    C,
    /// Rust's locks, one after the other in one process.
    Rust,
}

/// One line of a table.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Name, unique; `--filter` looks for a part of it.
    pub(crate) name: String,
    /// Whose locks.
    pub(crate) side: Side,
    /// Kind of the C side's mutex.
    pub(crate) kind: Kind,
    /// What is done with it.
    pub(crate) work: Work,
    /// Keep the CPUs busy with low-priority processes meanwhile.
    pub(crate) busy: bool,
    /// Highest ratio to glibc that is wanted.
    pub(crate) at_most: Option<f64>,
}

/// The workloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Lock and unlock without contention; another thread may exist.
    Uncontended {
        /// A second thread exists, and does nothing.
        threaded: bool,
    },
    /// Several threads on one mutex.
    Contended {
        /// How many.
        threads: usize,
        /// Steps of arithmetic between two locks.
        between: u32,
    },
    /// Two threads that take turns.
    PingPong,
    /// Threads that wait for each other, round by round.
    Barrier {
        /// How many.
        threads: usize,
    },
    /// Producers and consumers on a bounded buffer.
    Buffer {
        /// Producers, and as many consumers.
        pairs: usize,
    },
    /// Post and wait without contention. This and the next: the C calls alone, whatever the face.
    SemFree,
    /// Two threads that take turns by semaphores.
    SemPingPong,
    /// Threads that take and give back tokens, half as many as they are.
    SemTokens {
        /// How many.
        threads: usize,
    },
    /// Threads that meet at a `pthread_barrier_t`.
    Rounds {
        /// How many.
        threads: usize,
    },
    /// A free read-write lock; only the pthread calls.
    RwUncontended {
        /// Lock for writing.
        writes: bool,
    },
    /// Several threads on one read-write lock; only the pthread calls.
    RwCrowd {
        /// How many.
        threads: usize,
        /// How many operations in a hundred write.
        writes: u32,
    },
}

impl Work {
    /// Does the work for `time` on the locks of `face`.
    pub(crate) fn run<F: fusyn_benches::Face>(self, face: &F, time: Duration) -> Outcome {
        match self {
            Self::Uncontended { threaded } => work::uncontended(face, threaded, time),
            Self::Contended { threads, between } => work::contended(face, threads, between, time),
            Self::PingPong => work::ping_pong(face, time),
            Self::Barrier { threads } => work::barrier(face, threads, time),
            Self::Buffer { pairs } => work::buffer(face, pairs, time),
            Self::SemFree => work::free(time),
            Self::SemPingPong => work::sem_ping_pong(time),
            Self::SemTokens { threads } => work::tokens(threads, time),
            Self::Rounds { threads } => work::rounds(threads, time),
            Self::RwUncontended { writes } => work::rwlock_uncontended(writes, time),
            Self::RwCrowd { threads, writes } => work::rwlock_crowd(threads, writes, time),
        }
    }
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Normal, "normal"),
    (Kind::Recursive, "recursive"),
    (Kind::ErrorChecking, "errorcheck"),
    (Kind::Robust, "robust"),
    (Kind::Inherit, "pi"),
    (Kind::InheritRobust, "pi-robust"),
];
/// Steps of arithmetic between two locks; 1000 take about a microsecond.
const BETWEEN: [(u32, &str); 2] = [(8, "short"), (1000, "long")];
const CROWDS: [usize; 4] = [1, 2, 8, 32];

/// The cases of `group` whose names contain `filter`.
pub(crate) fn selected(group: Group, filter: Option<&str>) -> Vec<Case> {
    let mut cases = match group {
        Group::Mutex => mutex_cases(),
        Group::Rwlock => rwlock_cases(),
        Group::Cond => cond_cases(),
        Group::Sem => sem_cases(),
    };
    cases.retain(|case| filter.is_none_or(|part| case.name.contains(part)));
    cases
}

/// The case with this name.
pub(crate) fn named(name: &str) -> Option<Case> {
    all_cases().into_iter().find(|case| case.name == name)
}

fn all_cases() -> Vec<Case> {
    [mutex_cases(), cond_cases(), sem_cases(), rwlock_cases()].concat()
}

fn c_case(name: String, kind: Kind, work: Work, at_most: Option<f64>) -> Case {
    Case { name, side: Side::C, kind, work, busy: false, at_most }
}

fn rust_case(name: String, work: Work) -> Case {
    Case {
        name: format!("rust/{name}"),
        side: Side::Rust,
        kind: Kind::Normal,
        work,
        busy: false,
        at_most: None,
    }
}

fn mutex_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (kind, name) in &KINDS[..2] {
        let work = Work::Uncontended { threaded: false };
        cases.push(c_case(format!("uncontended/one-thread/{name}"), *kind, work, Some(1.00)));
    }
    for (kind, name) in KINDS {
        let work = Work::Uncontended { threaded: true };
        cases.push(c_case(format!("uncontended/{name}"), kind, work, uncontended_at_most(kind)));
    }
    for threads in CROWDS {
        for (kind, name) in &KINDS[..5] {
            for (between, long) in BETWEEN {
                let work = Work::Contended { threads, between };
                let at_most = contended_at_most(threads, *kind, long);
                cases.push(c_case(format!("contended/{threads}/{name}/{long}"), *kind, work, at_most));
            }
        }
    }
    cases.push(rust_case("uncontended".into(), Work::Uncontended { threaded: true }));
    for threads in &CROWDS[1..] {
        for (between, long) in BETWEEN {
            let work = Work::Contended { threads: *threads, between };
            cases.push(rust_case(format!("contended/{threads}/{long}"), work));
        }
    }
    cases
}

fn uncontended_at_most(kind: Kind) -> Option<f64> {
    match kind {
        Kind::Normal | Kind::Recursive => Some(1.00),
        Kind::ErrorChecking | Kind::Robust | Kind::InheritRobust => Some(0.95),
        Kind::Inherit => Some(0.90),
    }
}

/// The bound on inheriting mutexes is for the crowd that does nothing else: with long work between,
/// nobody waits, and both sides take the time of the work.
fn contended_at_most(threads: usize, kind: Kind, between: &str) -> Option<f64> {
    match (threads, kind, between) {
        (8, Kind::Inherit, "short") => Some(0.08),
        (2 | 8, Kind::Normal, _) => Some(1.00),
        _ => None,
    }
}

fn cond_cases() -> Vec<Case> {
    let works = [
        ("ping-pong", Work::PingPong, Some(0.85)),
        ("buffer/1+1", Work::Buffer { pairs: 1 }, None),
        ("buffer/4+4", Work::Buffer { pairs: 4 }, Some(0.60)),
        ("barrier/8", Work::Barrier { threads: 8 }, Some(0.85)),
        ("barrier/64", Work::Barrier { threads: 64 }, Some(0.65)),
    ];
    let mut cases = Vec::new();
    for (name, work, at_most) in works {
        let idle = c_case(name.into(), Kind::Normal, work, at_most);
        if matches!(work, Work::Barrier { .. }) {
            cases.push(Case { name: format!("{name}/idle"), ..idle.clone() });
            cases.push(Case { name: format!("{name}/busy"), busy: true, ..idle });
        } else {
            cases.push(idle);
        }
    }
    cases.extend(works.map(|(name, work, _)| rust_case(name.into(), work)));
    cases
}

fn sem_cases() -> Vec<Case> {
    let works = [
        ("sem/free", Work::SemFree, Some(1.00)),
        ("sem/ping-pong", Work::SemPingPong, None),
        ("sem/tokens/2", Work::SemTokens { threads: 2 }, None),
        ("sem/tokens/8", Work::SemTokens { threads: 8 }, None),
    ];
    let mut cases: Vec<_> =
        works.map(|(name, work, at_most)| c_case(name.into(), Kind::Normal, work, at_most)).into();
    for threads in [2, 8, 64] {
        let idle =
            c_case(format!("rounds/{threads}/idle"), Kind::Normal, Work::Rounds { threads }, Some(1.00));
        let busy = Case { name: format!("rounds/{threads}/busy"), busy: true, ..idle.clone() };
        cases.extend([idle, busy]);
    }
    cases
}

fn rwlock_cases() -> Vec<Case> {
    let works = [
        ("rw/uncontended/read", Work::RwUncontended { writes: false }, Some(0.95)),
        ("rw/uncontended/write", Work::RwUncontended { writes: true }, None),
        ("rw/readers/2", Work::RwCrowd { threads: 2, writes: 0 }, None),
        ("rw/readers/8", Work::RwCrowd { threads: 8, writes: 0 }, Some(1.00)),
        ("rw/mixed/2", Work::RwCrowd { threads: 2, writes: 10 }, None),
        ("rw/mixed/8", Work::RwCrowd { threads: 8, writes: 10 }, None),
    ];
    works.into_iter().map(|(name, work, at_most)| c_case(name.into(), Kind::Normal, work, at_most)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        let all = all_cases();
        let names: HashSet<&str> = all.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert_eq!(named("contended/8/pi/short").unwrap().at_most, Some(0.08));
        assert!(named("contended/8/pi").is_none());
    }

    #[test]
    fn filter_takes_part_of_a_name() {
        let barriers = selected(Group::Cond, Some("barrier/64"));
        let names: Vec<&str> = barriers.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["barrier/64/idle", "barrier/64/busy", "rust/barrier/64"]);
        assert!(selected(Group::Mutex, Some("nothing")).is_empty());
    }

    #[test]
    fn every_kind_of_work_gives_figures() {
        let time = Duration::from_millis(5);
        let is_here = |c: &Case| {
            let c_alone = ["rw/", "sem/", "rounds/"];
            c.side == Side::Rust || c_alone.iter().any(|group| c.name.starts_with(group))
        };
        for case in all_cases().into_iter().filter(is_here) {
            let outcome = case.work.run(&fusyn_benches::Std, time);
            assert!(outcome.operations > 0 && outcome.nanos > 0.0, "{}: {outcome:?}", case.name);
            assert!(outcome.p99 > 0.0, "{}: {outcome:?}", case.name);
        }
    }
}
