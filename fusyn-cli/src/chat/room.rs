//! The server: a reader and a writer for each connection, and the rooms in which they meet.

use super::queue::Queue;
use super::wire::{Inlet, Message, Outlet};
use crate::pthread::Mutex;

/// A room: whoever speaks in it holds it until the message is in the outbox of every other user, so
/// all users hear one order.
pub(super) struct Room {
    /// Users that may still say something.
    speakers: Mutex<u32>,
    /// What is to be written to each user.
    outboxes: Box<[Queue<Message>]>,
}

impl Room {
    /// A room of `users` users.
    pub(super) fn new(users: u32) -> Self {
        Self { speakers: Mutex::new(users), outboxes: (0..users).map(|_| Queue::unbounded()).collect() }
    }

    /// A reader's life: what user number `seat` says, to all others.
    pub(super) fn read(&self, seat: usize, mut wire: Outlet<'_>) {
        while let Some(message) = wire.receive() {
            let _held = self.speakers.lock();
            for (other, outbox) in self.outboxes.iter().enumerate() {
                if other != seat {
                    outbox.push(message);
                }
            }
        }
        let mut speakers = self.speakers.lock();
        *speakers -= 1;
        if *speakers == 0 {
            self.outboxes.iter().for_each(Queue::close);
        }
    }

    /// A writer's life: what the others said, to user number `seat`.
    pub(super) fn write(&self, seat: usize, wire: &Inlet<'_>) {
        while let Some(message) = self.outboxes[seat].pop() {
            wire.send(message);
        }
        wire.close();
    }
}
