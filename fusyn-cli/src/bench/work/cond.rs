//! Condition variables: two that take turns, a barrier, a bounded buffer. Signals are sent with the
//! mutex held, which POSIX asks for where wake order matters.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use fusyn_benches::{Face, Line};

use super::{Outcome, Share, Whistle, check, joined, together};
use crate::bench::figures::Batches;

/// Whose turn it is, and whether the game is over.
struct Turn {
    player: usize,
    over: bool,
}

/// Two threads take turns; an operation is there and back.
pub(crate) fn ping_pong<F: Face>(face: &F, time: Duration) -> Outcome {
    let turn = Line(face.mutex(Turn { player: 0, over: false }));
    let (ping, pong) = (Line(face.condvar()), Line(face.condvar()));
    let whistle = Whistle::new(2);
    thread::scope(|scope| {
        let first = scope.spawn(|| play::<F>(&turn.0, [&ping.0, &pong.0], 0, &whistle));
        let second = scope.spawn(|| play::<F>(&turn.0, [&pong.0, &ping.0], 1, &whistle));
        whistle.blow(time);
        let share = joined(first.join());
        let returned = joined(second.join()).operations;
        check(returned.abs_diff(share.operations) <= 1, "the players did not take turns");
        together(&[share])
    })
}

fn play<F: Face>(
    turn: &F::Mutex<Turn>,
    [mine, other]: [&F::Condvar; 2],
    me: usize,
    whistle: &Whistle,
) -> Share {
    let mut batches = Batches::new();
    let mut operations = 0;
    whistle.ready();
    let start = Instant::now();
    let mut before = start;
    loop {
        let mut state = F::lock(turn);
        while state.player != me && !state.over {
            state = F::wait(mine, state);
        }
        let over = state.over || (me == 0 && whistle.is_over());
        state.over = over;
        state.player = 1 - me;
        F::notify_one(other);
        drop(state);
        let now = Instant::now();
        if over {
            return Share { operations, start, end: now, batches };
        }
        operations += 1;
        batches.record(now - before, 1);
        before = now;
    }
}

/// State of a barrier.
struct Round {
    arrived: usize,
    number: u64,
    over: bool,
}

/// `threads` threads meet, round by round; the last to come wakes the others. An operation is a round.
pub(crate) fn barrier<F: Face>(face: &F, threads: usize, time: Duration) -> Outcome {
    let round = Line(face.mutex(Round { arrived: 0, number: 0, over: false }));
    let opened = Line(face.condvar());
    let whistle = Whistle::new(threads);
    thread::scope(|scope| {
        let crowd: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| meet::<F>(&round.0, &opened.0, threads, &whistle))).collect();
        whistle.blow(time);
        let shares: Vec<Share> = crowd.into_iter().map(|thread| joined(thread.join())).collect();
        let rounds = F::lock(&round.0).number;
        check(shares.iter().all(|s| s.operations == rounds), "a thread passed the barrier out of turn");
        together(&shares[..1])
    })
}

fn meet<F: Face>(round: &F::Mutex<Round>, opened: &F::Condvar, threads: usize, whistle: &Whistle) -> Share {
    let mut batches = Batches::new();
    let mut operations = 0;
    whistle.ready();
    let start = Instant::now();
    let mut before = start;
    loop {
        let mut state = F::lock(round);
        let number = state.number;
        state.arrived += 1;
        if state.arrived == threads {
            state.arrived = 0;
            state.number += 1;
            state.over = whistle.is_over();
            F::notify_all(opened);
        }
        while state.number == number {
            state = F::wait(opened, state);
        }
        let over = state.over;
        drop(state);
        let now = Instant::now();
        operations += 1;
        batches.record(now - before, 1);
        before = now;
        if over {
            return Share { operations, start, end: now, batches };
        }
    }
}

/// Items that fit into the buffer.
const CAPACITY: usize = 16;
/// Items between two looks at the clock.
const BATCH: u64 = 16;

/// A bounded buffer.
struct Store {
    items: VecDeque<u64>,
    closed: bool,
}

struct Shop<'a, F: Face> {
    store: &'a F::Mutex<Store>,
    not_full: &'a F::Condvar,
    not_empty: &'a F::Condvar,
    whistle: &'a Whistle,
}

/// `pairs` producers and as many consumers; an operation is an item that went through.
pub(crate) fn buffer<F: Face>(face: &F, pairs: usize, time: Duration) -> Outcome {
    let store = Line(face.mutex(Store { items: VecDeque::with_capacity(CAPACITY), closed: false }));
    let (not_full, not_empty) = (Line(face.condvar()), Line(face.condvar()));
    let whistle = Whistle::new(2 * pairs);
    let shop =
        Shop::<F> { store: &store.0, not_full: &not_full.0, not_empty: &not_empty.0, whistle: &whistle };
    thread::scope(|scope| {
        let consumers: Vec<_> = (0..pairs).map(|_| scope.spawn(|| shop.consume())).collect();
        let producers: Vec<_> = (0..pairs).map(|_| scope.spawn(|| shop.produce())).collect();
        whistle.blow(time);
        let made: u64 = producers.into_iter().map(|thread| joined(thread.join())).fold(0, u64::wrapping_add);
        shop.close();
        let (shares, used): (Vec<Share>, Vec<u64>) =
            consumers.into_iter().map(|thread| joined(thread.join())).unzip();
        check(
            used.into_iter().fold(0, u64::wrapping_add) == made,
            "items were lost or doubled in the buffer",
        );
        together(&shares)
    })
}

impl<F: Face> Shop<'_, F> {
    /// Puts items in until the time is over; gives their sum.
    fn produce(&self) -> u64 {
        let (mut item, mut sum) = (0_u64, 0_u64);
        self.whistle.ready();
        while !self.whistle.is_over() {
            item += 1;
            sum = sum.wrapping_add(item);
            let mut store = F::lock(self.store);
            while store.items.len() == CAPACITY {
                store = F::wait(self.not_full, store);
            }
            store.items.push_back(item);
            F::notify_one(self.not_empty);
        }
        sum
    }

    /// Takes items out until there will be no more; gives their sum.
    fn consume(&self) -> (Share, u64) {
        let mut batches = Batches::new();
        let (mut operations, mut sum) = (0, 0_u64);
        self.whistle.ready();
        let start = Instant::now();
        let mut before = start;
        while let Some(item) = self.take() {
            sum = sum.wrapping_add(item);
            operations += 1;
            if operations % BATCH == 0 {
                let now = Instant::now();
                batches.record(now - before, BATCH);
                before = now;
            }
        }
        (Share { operations, start, end: Instant::now(), batches }, sum)
    }

    fn take(&self) -> Option<u64> {
        let mut store = F::lock(self.store);
        loop {
            if let Some(item) = store.items.pop_front() {
                F::notify_one(self.not_full);
                return Some(item);
            }
            if store.closed {
                return None;
            }
            store = F::wait(self.not_empty, store);
        }
    }

    /// No more items will come.
    fn close(&self) {
        F::lock(self.store).closed = true;
        F::notify_all(self.not_empty);
    }
}
