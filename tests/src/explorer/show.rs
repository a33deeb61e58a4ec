//! A state of the waiting protocols in one line.

use std::fmt;

use super::queue::Queue;
use super::state::State;

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner =
            self.word.tid.checked_sub(1).map_or_else(|| "0".to_owned(), |thread| format!("T{thread}"));
        write!(f, "word {owner}{}", if self.word.waiters { "|W" } else { "" })?;
        self.show_queue(f, "mutex", self.mutex_queue)?;
        self.show_queue(f, "cond", self.cond_queue)?;
        for batch in self.batches {
            self.show_queue(f, "batch", batch)?;
        }
        self.show_queue(f, "kernel", self.kernel.waiters)?;
        for (name, inside) in ["mutex", "cond"].iter().zip(self.inside) {
            if let Some(thread) = inside.checked_sub(1) {
                write!(f, "  T{thread} in {name} bucket")?;
            }
        }
        Ok(())
    }
}

impl State {
    /// Its threads in order, ghosts with a star.
    fn show_queue(&self, f: &mut fmt::Formatter<'_>, name: &str, queue: Queue) -> fmt::Result {
        if queue.is_empty() {
            return Ok(());
        }
        write!(f, "  {name}[")?;
        for (place, thread) in queue.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let star = if self.threads[thread].ghost { "*" } else { "" };
            write!(f, "{space}T{thread}{star}")?;
        }
        write!(f, "]")
    }
}
