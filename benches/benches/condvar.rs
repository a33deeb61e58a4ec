//! Two threads that take turns, and a signal that nobody waits for.

use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use fusyn_benches::{Face, Fusyn, Line, ParkingLot, Std};

fn unheard<F: Face>(group: &mut BenchmarkGroup<'_, WallTime>, face: &F) {
    let condvar = Line(face.condvar());
    group.bench_function(face.name(), |b| b.iter(|| F::notify_one(&condvar.0)));
}

/// Takes the turn `turns` times as player `me` of two.
fn play<F: Face>(turn: &F::Mutex<usize>, mine: &F::Condvar, other: &F::Condvar, me: usize, turns: u64) {
    for _ in 0..turns {
        let mut guard = F::lock(turn);
        while *guard != me {
            guard = F::wait(mine, guard);
        }
        *guard = 1 - me;
        F::notify_one(other);
    }
}

fn take_turns<F: Face>(face: &F, turns: u64) -> Duration {
    let turn = Line(face.mutex(0_usize));
    let (ping, pong) = (Line(face.condvar()), Line(face.condvar()));
    std::thread::scope(|scope| {
        let start = Instant::now();
        let rival = scope.spawn(|| play::<F>(&turn.0, &pong.0, &ping.0, 1, turns));
        play::<F>(&turn.0, &ping.0, &pong.0, 0, turns);
        assert!(rival.join().is_ok(), "the other player failed");
        start.elapsed()
    })
}

fn turns<F: Face>(group: &mut BenchmarkGroup<'_, WallTime>, face: &F) {
    group.bench_function(face.name(), |b| b.iter_custom(|count| take_turns(face, count)));
}

fn condvar(c: &mut Criterion) {
    let mut group = c.benchmark_group("condvar/notify without waiters");
    unheard(&mut group, &Std);
    unheard(&mut group, &ParkingLot);
    unheard(&mut group, &Fusyn);
    group.finish();
    let mut group = c.benchmark_group("condvar/turns of 2 threads");
    turns(&mut group, &Std);
    turns(&mut group, &ParkingLot);
    turns(&mut group, &Fusyn);
    group.finish();
}

criterion_group!(benches, condvar);
criterion_main!(benches);
