//! What threads do: visits, each a lock, a while inside, and an unlock, by the shim's own code.

use fusyn_core::rwlock::Access;
use fusyn_core::rwlock::robust::{self, Parts};
use fusyn_core::{Clock, Deadline, Errno};

use super::replay::{Ask, Me, Place, ask};

/// How long a visitor waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// Not at all: a try.
    Never,
    /// Until a deadline.
    Timed,
    /// As long as need be.
    Always,
}

/// One visit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Visit {
    /// Reads or writes.
    pub access: Access,
    /// How long it waits.
    pub wait: Wait,
    /// A reader reads again inside.
    pub nests: bool,
    /// Told of a dead writer, it repairs.
    pub heals: bool,
}

impl Visit {
    /// Reads.
    pub const READ: Visit = Visit { access: Access::Read, wait: Wait::Always, nests: false, heals: true };
    /// Writes.
    pub const WRITE: Visit = Visit { access: Access::Write, ..Visit::READ };

    /// With a deadline.
    pub const fn timed(self) -> Visit {
        Visit { wait: Wait::Timed, ..self }
    }

    /// Without waiting.
    pub const fn tried(self) -> Visit {
        Visit { wait: Wait::Never, ..self }
    }

    /// Reads twice.
    pub const fn nested(self) -> Visit {
        Visit { nests: true, ..self }
    }

    /// Unlocks without repair.
    pub const fn careless(self) -> Visit {
        Visit { heals: false, ..self }
    }
}

/// Makes a visit, from the beginning, on a rwlock with `N` slots; unwinds where a result is not known yet.
pub fn run<const N: usize>(me: Me, visit: Visit) {
    let words = Place::ALL;
    let slots = std::array::from_fn(|i| &raw const words[i]);
    // SAFETY: the words are alive throughout.
    let rw = unsafe {
        Parts::<Place, N>::new(slots, &raw const words[Place::GATE], &raw const words[Place::STATE])
    };
    match lock(me, &rw, visit) {
        Ok(()) => {
            ask(Ask::Enter { writes: visit.access == Access::Write, told: false });
            if visit.nests {
                nest(me, &rw, visit);
            }
        }
        Err(Errno::EOWNERDEAD) => {
            ask(Ask::Enter { writes: true, told: true });
            if visit.heals {
                note(robust::make_consistent(me, &rw));
            }
        }
        Err(error) => {
            ask(Ask::Refused(error));
            return;
        }
    }
    ask(Ask::Leave);
    // SAFETY: alive.
    note(unsafe { robust::unlock(me, &rw) });
}

fn lock<const N: usize>(me: Me, rw: &Parts<Place, N>, visit: Visit) -> Result<(), Errno> {
    // SAFETY: alive.
    unsafe {
        match visit.wait {
            Wait::Never => robust::try_lock(me, rw, visit.access),
            Wait::Always => robust::lock(me, rw, visit.access, None),
            Wait::Timed => {
                let deadline = Deadline::new(Clock::Monotonic, 1, 0);
                robust::lock(me, rw, visit.access, deadline.as_ref())
            }
        }
    }
}

/// Reads once more and gives that back; the first one stays.
fn nest<const N: usize>(me: Me, rw: &Parts<Place, N>, visit: Visit) {
    note(lock(me, rw, visit));
    // SAFETY: alive.
    note(unsafe { robust::unlock(me, rw) });
}

/// What must not fail.
fn note(result: Result<(), Errno>) {
    if let Err(error) = result {
        ask(Ask::Broken(error));
    }
}
