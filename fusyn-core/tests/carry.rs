//! The duty of a broadcast's carrier, where its relock fails.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use common::{Thread, has_fifo, start, wait_until, watchdog};
use fusyn_core::{Condvar, Mutex};

#[derive(Default)]
struct Shared {
    told: Mutex<bool>,
    held: Mutex<()>,
    cond: Condvar,
    back: AtomicU32,
}

impl Shared {
    fn wait(&self) {
        drop(self.cond.wait_while(self.told.lock(), |told| !*told));
        self.back.fetch_add(1, Ordering::SeqCst);
    }
}

fn start_waiting(shared: &Arc<Shared>, priority: i32, body: fn(&Shared)) -> Thread<()> {
    let own = shared.clone();
    let thread = start(priority, move || body(&own));
    thread.wait_until_blocked();
    thread
}

/// The carrier holds a lock that the mutex's owner waits for: its relock would close a cycle, and panics. The
/// others whom the broadcast means are told all the same.
///
/// The owner has the higher priority, on the same CPU, so that the carrier runs when it is blocked.
#[test]
fn batch_is_carried_though_the_carriers_relock_panics() {
    let _limit = watchdog("batch_is_carried_though_the_carriers_relock_panics");
    if !has_fifo("batch_is_carried_though_the_carriers_relock_panics") {
        return;
    }
    let shared = Arc::new(Shared::default());
    let carrier = start_waiting(&shared, 10, |shared| {
        let _held = shared.held.lock();
        let relock = catch_unwind(AssertUnwindSafe(|| shared.wait()));
        assert!(relock.is_err(), "there was no cycle");
    });
    let others = [(); 3].map(|()| start_waiting(&shared, 0, Shared::wait));
    let own = shared.clone();
    let owner = start(20, move || {
        let mut told = own.told.lock();
        *told = true;
        own.cond.notify_all();
        drop(own.held.lock());
    });
    owner.join();
    carrier.join();
    wait_until("the others to be told", || shared.back.load(Ordering::SeqCst) == 3);
    others.into_iter().for_each(Thread::join);
}
