//! The clients: a sender and a receiver for each user.

use std::time::Instant;

use super::load::{Load, worth};
use super::wire::{Inlet, Message, Outlet};
use crate::pthread;

/// Unit of a kept latency: enough for seven minutes in four bytes.
pub(super) const TICK_NANOS: u64 = 100;

/// What one receiver got.
pub(super) struct Received {
    /// Messages.
    pub(super) count: u64,
    /// Sum of their [`worth`], modulo 2^64.
    pub(super) sum: u64,
    /// Time from sending to receiving of each, in [`TICK_NANOS`].
    pub(super) latencies: Vec<u32>,
    /// When the last one had come.
    pub(super) end: Instant,
}

/// A sender's life: its messages as fast as the wire takes them.
pub(super) fn send(load: Load, user: u32, wire: &Inlet<'_>, start: Instant) {
    for number in 0..load.messages {
        wire.send(Message { user, number, sent: nanos_since(start) });
    }
    wire.close();
}

/// A place for all that one user is to receive.
pub(super) fn room_for_latencies(load: Load) -> Vec<u32> {
    Vec::with_capacity(load.messages as usize * (load.users as usize - 1))
}

/// A receiver's life: everything until the server closes. A sender's messages come in their order.
pub(super) fn receive(
    load: Load,
    user: u32,
    wire: &mut Outlet<'_>,
    start: Instant,
    mut latencies: Vec<u32>,
) -> Received {
    let first_of_room = user / load.users * load.users;
    let mut next = vec![0_u32; load.users as usize];
    let (mut count, mut sum) = (0, 0_u64);
    while let Some(message) = wire.receive() {
        let ticks = nanos_since(start).saturating_sub(message.sent) / TICK_NANOS;
        latencies.push(u32::try_from(ticks).unwrap_or(u32::MAX));
        let expected = next.get_mut(message.user.wrapping_sub(first_of_room) as usize);
        match expected {
            Some(number) if *number == message.number && message.user != user => *number += 1,
            _ => pthread::die(format_args!("chat: user {user} got {message:?} out of turn")),
        }
        count += 1;
        sum = sum.wrapping_add(worth(message.user, message.number));
    }
    Received { count, sum, latencies, end: Instant::now() }
}

fn nanos_since(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
