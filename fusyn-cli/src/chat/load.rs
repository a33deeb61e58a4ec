//! The size of a chat load, and what a right run of it delivers.

use serde::{Deserialize, Serialize};

/// Rooms, users in each, messages of each user. Every message goes to all others in the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Load {
    /// Rooms; they share nothing but the machine.
    pub(crate) rooms: u32,
    /// Users in each room, at least two.
    pub(crate) users: u32,
    /// Messages that each user sends.
    pub(crate) messages: u32,
}

/// Threads of a connection: the client's sender and receiver, the server's reader and writer.
pub(super) const THREADS_EACH: u32 = 4;

impl Load {
    /// One for each user.
    pub(super) fn connections(&self) -> u32 {
        self.rooms * self.users
    }

    /// Threads of all connections.
    pub(super) fn threads(&self) -> u32 {
        THREADS_EACH * self.connections()
    }

    /// How many messages all users receive together.
    pub(super) fn deliveries(&self) -> u64 {
        u64::from(self.connections()) * u64::from(self.messages) * u64::from(self.users - 1)
    }

    /// The sum of [`worth`] over all deliveries, modulo 2^64.
    pub(super) fn sum(&self) -> u64 {
        let numbers = 0..self.messages;
        let of_user = |user| numbers.clone().fold(0_u64, |sum, number| sum.wrapping_add(worth(user, number)));
        let all = (0..self.connections()).fold(0_u64, |sum, user| sum.wrapping_add(of_user(user)));
        all.wrapping_mul(u64::from(self.users - 1))
    }
}

/// What message `number` of `user` adds to the sum: no two lost or doubled messages make up for each
/// other by chance. `tests/java/Chat.java` computes the same.
pub(super) fn worth(user: u32, number: u32) -> u64 {
    let mixed = ((u64::from(user) << 32) | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volanos_usual_run() {
        let load = Load { rooms: 10, users: 20, messages: 100 };
        assert_eq!((load.connections(), load.threads(), load.deliveries()), (200, 800, 380_000));
    }

    #[test]
    fn sum_counts_every_message_once_for_each_other_user() {
        let load = Load { rooms: 1, users: 3, messages: 1 };
        let all = worth(0, 0).wrapping_add(worth(1, 0)).wrapping_add(worth(2, 0));
        assert_eq!(load.sum(), all.wrapping_mul(2));
        assert_ne!(worth(1, 0), worth(0, 1));
    }
}
