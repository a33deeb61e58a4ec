//! One run in this process: all rooms, their users' clients, and the server.
//!
//! As in VolanoMark, each user has one connection and each connection four threads: the client's
//! sender and receiver, the server's reader and writer. A message goes from the sender over the wire to
//! the reader, into the outbox of every other user of the room, and from there by their writers to
//! their receivers. Written anew from public descriptions of VolanoMark 2.1.2.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Barrier, OnceLock};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::client::{self, Received, TICK_NANOS};
use super::load::Load;
use super::room::Room;
use super::wire::Wire;
use crate::args::{ChatJobArgs, Sockets};
use crate::error::Failure;
use crate::pthread;

/// Stack of each thread.
pub(super) const STACK: usize = 64 * 1024;

/// What a run tells its parent process, as one line; `tests/java/Chat.java` prints the same.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    /// Messages received.
    pub(super) deliveries: u64,
    /// Sum of their worth, modulo 2^64.
    pub(super) sum: u64,
    /// From the start of all threads to the last receipt, monotonic clock.
    pub(super) nanos: u64,
    /// Time from sending to receipt that half of the messages keep, in nanoseconds.
    pub(super) p50: u64,
    /// The same for 99 % of them.
    pub(super) p99: u64,
    /// The file that the lock calls went to.
    pub(super) locks_from: Option<PathBuf>,
}

/// All that the threads share.
struct Chat {
    load: Load,
    rooms: Vec<Room>,
    wires: Vec<Wire>,
    ready: Barrier,
    go: Barrier,
    start: OnceLock<Instant>,
}

/// Runs the load once and prints the [`Report`].
pub(crate) fn run(args: &ChatJobArgs) -> Result<(), Failure> {
    let chat = Chat::new(args.chat.load(false), args.chat.sockets)
        .map_err(|e| Failure::own(format!("the sockets cannot be had: {e}")))?;
    let report = chat.run();
    let line = serde_json::to_string(&report).map_err(|e| Failure::own(e.to_string()))?;
    writeln!(io::stdout(), "{line}").map_err(|e| Failure::stdout(&e))
}

impl Chat {
    fn new(load: Load, sockets: Option<Sockets>) -> io::Result<Self> {
        let all = load.threads() as usize + 1;
        Ok(Self {
            load,
            rooms: (0..load.rooms).map(|_| Room::new(load.users)).collect(),
            wires: (0..load.connections()).map(|_| Wire::new(sockets)).collect::<io::Result<_>>()?,
            ready: Barrier::new(all),
            go: Barrier::new(all),
            start: OnceLock::new(),
        })
    }

    /// The clock starts when all threads stand at the line, and ends with the last receipt.
    fn run(&self) -> Report {
        std::thread::scope(|scope| {
            let receivers: Vec<_> =
                (0..self.load.connections()).map(|user| self.connect(scope, user)).collect();
            self.ready.wait();
            let start = *self.start.get_or_init(Instant::now);
            self.go.wait();
            let received: Vec<Received> = receivers
                .into_iter()
                .map(|thread| {
                    thread.join().unwrap_or_else(|_| pthread::die(format_args!("chat: a receiver failed")))
                })
                .collect();
            summary(start, received)
        })
    }

    /// Starts the four threads of a connection; gives the receiver.
    fn connect<'s>(&'s self, scope: &'s Scope<'s, '_>, user: u32) -> ScopedJoinHandle<'s, Received> {
        let room = &self.rooms[(user / self.load.users) as usize];
        let seat = (user % self.load.users) as usize;
        let wire = &self.wires[user as usize];
        let ((up, mut down), (outward, inward)) = (wire.client(), wire.server());
        spawn(scope, move || {
            self.line_up();
            room.read(seat, inward);
        });
        spawn(scope, move || {
            self.line_up();
            room.write(seat, &outward);
        });
        spawn(scope, move || client::send(self.load, user, &up, self.line_up()));
        spawn(scope, move || {
            let latencies = client::room_for_latencies(self.load);
            let start = self.line_up();
            client::receive(self.load, user, &mut down, start, latencies)
        })
    }

    /// Waits for the start; gives its instant.
    fn line_up(&self) -> Instant {
        self.ready.wait();
        self.go.wait();
        self.start.get().copied().unwrap_or_else(|| pthread::die(format_args!("chat: started too early")))
    }
}

fn spawn<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    life: impl FnOnce() -> T + Send + 's,
) -> ScopedJoinHandle<'s, T> {
    let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, life);
    thread.unwrap_or_else(|e| pthread::die(format_args!("chat: a thread cannot be created: {e}")))
}

fn summary(start: Instant, received: Vec<Received>) -> Report {
    let end = received.iter().map(|r| r.end).max().unwrap_or(start);
    let (deliveries, sum) = (
        received.iter().map(|r| r.count).sum(),
        received.iter().fold(0_u64, |sum, r| sum.wrapping_add(r.sum)),
    );
    let mut latencies: Vec<u32> = received.into_iter().flat_map(|r| r.latencies).collect();
    latencies.sort_unstable();
    Report {
        deliveries,
        sum,
        nanos: u64::try_from((end - start).as_nanos()).unwrap_or(u64::MAX),
        p50: quantile(&latencies, 50),
        p99: quantile(&latencies, 99),
        locks_from: pthread::locks_from(),
    }
}

/// Nanoseconds that `percent` of the sorted latencies do not exceed.
fn quantile(sorted: &[u32], percent: usize) -> u64 {
    let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(place).map_or(0, |ticks| u64::from(*ticks) * TICK_NANOS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_loads_deliver_everything_over_every_wire() {
        for sockets in [None, Some(Sockets::Unix), Some(Sockets::Tcp)] {
            for load in [Load { rooms: 3, users: 4, messages: 200 }, Load { rooms: 1, users: 2, messages: 1 }]
            {
                let report = Chat::new(load, sockets).unwrap().run();
                assert_eq!((report.deliveries, report.sum), (load.deliveries(), load.sum()), "{sockets:?}");
                assert!(report.p50 <= report.p99 && report.p99 <= report.nanos, "{report:?}");
            }
        }
    }

    #[test]
    fn quantiles_are_of_the_sorted_figures() {
        let figures: Vec<u32> = (1..=100).collect();
        assert_eq!((quantile(&figures, 50), quantile(&figures, 99)), (5000, 9900));
        assert_eq!((quantile(&[3], 99), quantile(&[], 99)), (300, 0));
    }
}
