//! One lock and unlock: free, and with a second thread that wants it too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use fusyn_benches::{Face, Fusyn, Line, ParkingLot, Std};

fn uncontended<F: Face>(group: &mut BenchmarkGroup<'_, WallTime>, face: &F) {
    let mutex = Line(face.mutex(0_u64));
    group.bench_function(face.name(), |b| b.iter(|| *F::lock(&mutex.0) += 1));
}

/// Locks `iterations` times while another thread does so all the time.
fn against_a_rival<F: Face>(face: &F, iterations: u64) -> Duration {
    let mutex = Line(face.mutex(0_u64));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                *F::lock(&mutex.0) += 1;
            }
        });
        let start = Instant::now();
        for _ in 0..iterations {
            *F::lock(&mutex.0) += 1;
        }
        let took = start.elapsed();
        done.store(true, Ordering::Relaxed);
        took
    })
}

fn contended<F: Face>(group: &mut BenchmarkGroup<'_, WallTime>, face: &F) {
    group.bench_function(face.name(), |b| b.iter_custom(|iterations| against_a_rival(face, iterations)));
}

fn mutex(c: &mut Criterion) {
    let mut group = c.benchmark_group("mutex/uncontended");
    uncontended(&mut group, &Std);
    uncontended(&mut group, &ParkingLot);
    uncontended(&mut group, &Fusyn);
    group.finish();
    let mut group = c.benchmark_group("mutex/2 threads");
    contended(&mut group, &Std);
    contended(&mut group, &ParkingLot);
    contended(&mut group, &Fusyn);
    group.finish();
}

criterion_group!(benches, mutex);
criterion_main!(benches);
