//! One state of the model: the word, the queues, the kernel's part and every thread.

use super::program::Pc;
use super::queue::{MAX_THREADS, Queue};
use super::violation::Violation;

/// Batches that may exist at one time.
pub const MAX_BATCHES: usize = 2;

/// The mutex's word: `TID | W`. A thread's TID is its number + 1; 0 is free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word {
    /// TID of the owner, 0 if free.
    pub tid: u8,
    /// The WAITERS bit.
    pub waiters: bool,
}

impl Word {
    /// Whether nobody owns it; W may be set.
    pub fn is_free(self) -> bool {
        self.tid == 0
    }

    /// Whether `thread` owns it.
    pub fn is_owned_by(self, thread: usize) -> bool {
        self.tid == tid(thread)
    }
}

/// TID of a thread.
pub fn tid(thread: usize) -> u8 {
    thread as u8 + 1
}

/// State of a waiter's node (R4), written under the bucket's lock only. It is the waiter's own word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum NodeState {
    /// Stands in the queue in which its thread entered it, or in a batch of that condvar.
    #[default]
    Queued,
    /// Moved from the condvar's to the mutex's queue, lazily.
    Moved,
    /// Taken out and woken: its thread competes for the lock.
    Popped,
    /// Taken out; its thread owns the lock.
    Handed,
    /// Taken out; its thread shall become a kernel waiter.
    Convert,
    /// Ghost: its thread is a kernel waiter, or was made one by a signal.
    Ghost,
}

/// The two bucket locks: the mutex and the condvar hash to different ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Bucket {
    /// Bucket of the mutex's key.
    #[default]
    Mutex,
    /// Bucket of the condvar's key, and of its batches.
    Cond,
}

/// Who popped a condvar waiter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Signalled {
    /// Nobody yet.
    #[default]
    No,
    /// A signal.
    BySignal,
    /// A broadcast.
    ByBroadcast,
}

/// What a thread does after it released the mutex, or after it moved a waiter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum After {
    /// The operation is done.
    #[default]
    Done,
    /// Sleep as a condvar waiter.
    Sleep,
    /// See what is left to do before the condvar wait returns.
    WaitDuties,
    /// Return from the condvar wait.
    WaitReturn,
    /// Wake some members of the batch at once.
    WakeEarly,
    /// Take the next of those who waited when the broadcast began.
    NextOlder,
    /// Destroy the mutex.
    DestroyMutex,
    /// Only with a broken rule: clear the condvar's hint.
    ClearHint,
}

/// Where a thread takes a waiter from, to move it to the mutex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Source {
    /// From the condvar's queue, for a signal (also one that is passed on).
    #[default]
    Cond,
    /// From the condvar's queue, for a broadcast: the rest of it becomes a batch.
    All,
    /// From the condvar's queue, those who waited when a broadcast began.
    Older,
    /// From a batch.
    Batch,
}

/// One thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thread {
    /// Where it stands.
    pub pc: Pc,
    /// Index of its operation in its script.
    pub op: u8,
    /// The program's view: it holds the mutex.
    pub owns: bool,
    /// Its node's state; the bucket of the node's queue.
    pub node: NodeState,
    /// The node is in use, from entering it until its thread returns. Others may write it only then.
    pub live: bool,
    /// The node stands, or shall stand, in the mutex's queue as a ghost; the mutex's bucket.
    pub ghost: bool,
    /// It was told to go on as a kernel waiter (R8).
    pub converted: bool,
    /// The kernel found nobody whom it could boost: it waits lazily, whatever its priority.
    pub boosts_nobody: bool,
    /// The bucket to which the node's key hashes; that bucket.
    pub bucket: Bucket,
    /// The bucket that the thread read from its node's key, to lock it.
    pub bucket_read: Bucket,
    /// The word that it read; a later compare-exchange expects it.
    pub seen: Word,
    /// It is inside a condvar wait.
    pub in_wait: bool,
    /// Its sleep on the condvar is over: it gets the mutex back.
    pub relocks: bool,
    /// It was popped from the condvar; the condvar's bucket.
    pub signalled: Signalled,
    /// Its deadline passed, or it was cancelled; its sleep is not ended a second time.
    pub interrupted: bool,
    /// LOCK_PI has failed once; it fails no more.
    pub lock_pi_failed: bool,
    /// Batch that it carries, + 1; 0 is none. The condvar's bucket.
    pub carries: u8,
    /// Where it takes a waiter from.
    pub source: Source,
    /// Batch from which it takes a waiter, + 1.
    pub brings: u8,
    /// Members that it has moved in this section.
    pub followed: u8,
    /// Who waited when its broadcast began, as the broadcaster finds them, one bit each.
    pub older: u8,
    /// The same, as the program sees it: whom the broadcast owes a wake-up.
    pub owes: u8,
    /// The waiter that it took out and has not placed yet, + 1.
    pub target: u8,
    /// What comes after the release or the move.
    pub after: After,
    /// Place in the order of lazy waiters, 1 first; 0 is none. Kept when it queues again.
    pub ticket: u8,
    /// How often it was overtaken.
    pub overtaken: u8,
    /// With late wakes: it has announced that it sleeps, so that a waker makes the system call.
    pub announced: bool,
    /// With late wakes: asleep in FUTEX_WAIT.
    pub asleep: bool,
    /// With late wakes: threads that it has to FUTEX_WAKE, one bit each.
    pub wakes: u8,
}

/// The kernel's side of the mutex's word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KernelState {
    /// Threads that wait in the rt_mutex.
    pub waiters: Queue,
    /// Owner (TID) whom the kernel's state names; 0 if it has none.
    pub owner: u8,
    /// Threads asleep in FUTEX_WAIT_REQUEUE_PI on their own word, one bit each.
    pub requeue_asleep: u8,
}

/// A whole state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// The mutex's word.
    pub word: Word,
    /// The program destroyed the mutex.
    pub mutex_destroyed: bool,
    /// How many threads have not yet begun their [`super::Op::LastUnlock`] (counted down from the number in the model).
    pub references_used: u8,
    /// Thread inside each bucket (TID), over a step's end; 0 is none.
    pub inside: [u8; 2],
    /// Queue of the mutex's key: lazy waiters by ticket, ghosts among them.
    pub mutex_queue: Queue,
    /// Queue of the condvar's key.
    pub cond_queue: Queue,
    /// The condvar's "somebody may wait" hint.
    pub cond_hint: bool,
    /// The program destroyed the condvar.
    pub cond_destroyed: bool,
    /// Condvar waits begun.
    pub waits_begun: u8,
    /// Batches that a broadcast detached.
    pub batches: [Queue; MAX_BATCHES],
    /// The kernel's side.
    pub kernel: KernelState,
    /// Waiters popped by signals and broadcasts.
    pub signals_sent: u8,
    /// Of those, how many returned as signalled or passed it on.
    pub signals_returned: u8,
    /// Signals that a cancelled waiter kept to itself.
    pub signals_eaten: u8,
    /// The threads.
    pub threads: [Thread; MAX_THREADS],
}

impl State {
    /// Lazy nodes in the mutex's queue, first one first.
    pub fn lazy_nodes(&self) -> impl Iterator<Item = usize> + '_ {
        self.mutex_queue.iter().filter(|&thread| !self.threads[thread].ghost)
    }

    /// The lazy node to pop first.
    pub fn top_lazy(&self) -> Option<usize> {
        self.lazy_nodes().next()
    }

    /// Whether a lazy node stands in the mutex's queue.
    pub fn has_lazy(&self) -> bool {
        self.top_lazy().is_some()
    }

    /// Whether a ghost stands in the mutex's queue.
    pub fn has_ghost(&self) -> bool {
        self.mutex_queue.iter().any(|thread| self.threads[thread].ghost)
    }

    /// Whether `bucket` is not locked over a step's end.
    pub fn is_open(&self, bucket: Bucket) -> bool {
        self.inside[bucket as usize] == 0
    }

    /// Whether both buckets are.
    pub fn are_both_open(&self) -> bool {
        self.is_open(Bucket::Mutex) && self.is_open(Bucket::Cond)
    }

    /// Keeps `bucket` locked by `thread` over the step's end.
    pub fn stay_inside(&mut self, thread: usize, bucket: Bucket) {
        self.inside[bucket as usize] = tid(thread);
    }

    /// Unlocks what `thread` keeps locked.
    pub fn leave_buckets(&mut self, thread: usize) {
        for inside in &mut self.inside {
            if *inside == tid(thread) {
                *inside = 0;
            }
        }
    }

    /// The batch in whose queue `thread` stands.
    pub fn batch_of(&self, thread: usize) -> Option<usize> {
        self.batches.iter().position(|batch| batch.contains(thread))
    }

    /// Stores another thread's node state. The node must still be in use (R5).
    ///
    /// # Errors
    ///
    /// [`Violation::NodeReused`] if that thread has returned already.
    pub fn store_node(&mut self, thread: usize, node: NodeState) -> Result<(), Violation> {
        if !self.threads[thread].live {
            return Err(Violation::NodeReused { thread });
        }
        self.threads[thread].node = node;
        Ok(())
    }

    /// Whoever reads or writes the mutex's word says so here first.
    ///
    /// # Errors
    ///
    /// [`Violation::UsedAfterDestroy`] if the mutex is gone.
    pub fn touch_word(&self) -> Result<(), Violation> {
        if self.mutex_destroyed { Err(Violation::UsedAfterDestroy) } else { Ok(()) }
    }

    /// Whoever reads or writes the condvar itself says so here first.
    ///
    /// # Errors
    ///
    /// [`Violation::UsedAfterDestroy`] if the condvar is gone.
    pub fn touch_cond(&self) -> Result<(), Violation> {
        if self.cond_destroyed { Err(Violation::UsedAfterDestroy) } else { Ok(()) }
    }

    /// Enters a lazy node in the mutex's queue, by ticket; a first-timer draws the last ticket.
    ///
    /// # Errors
    ///
    /// [`Violation::EnteredTwice`] if it stands in a queue already.
    pub fn enter_lazy(&mut self, thread: usize, node: NodeState) -> Result<(), Violation> {
        self.refuse_second_entry(thread)?;
        if self.threads[thread].ticket == 0 {
            self.threads[thread].ticket = 1 + self.threads.iter().map(|t| t.ticket).max().unwrap_or(0);
        }
        let ticket = self.threads[thread].ticket;
        let earlier = |&other: &usize| self.threads[other].ghost || self.threads[other].ticket < ticket;
        let place = self.mutex_queue.iter().take_while(earlier).count();
        self.mutex_queue.insert(place, thread);
        let entered = &mut self.threads[thread];
        (entered.node, entered.ghost, entered.bucket, entered.live) = (node, false, Bucket::Mutex, true);
        Ok(())
    }

    /// Enters a ghost in the mutex's queue.
    ///
    /// # Errors
    ///
    /// [`Violation::EnteredTwice`] if it stands in a queue already.
    pub fn enter_ghost(&mut self, thread: usize) -> Result<(), Violation> {
        self.refuse_second_entry(thread)?;
        self.drop_ticket(thread);
        self.mutex_queue.push(thread);
        let entered = &mut self.threads[thread];
        (entered.node, entered.ghost, entered.bucket, entered.live) =
            (NodeState::Ghost, true, Bucket::Mutex, true);
        Ok(())
    }

    /// Gives the ticket back; later ones move up, so that equal situations are equal states.
    pub fn drop_ticket(&mut self, thread: usize) {
        let dropped = std::mem::take(&mut self.threads[thread].ticket);
        if dropped == 0 {
            return;
        }
        for other in &mut self.threads {
            other.ticket -= u8::from(other.ticket > dropped);
        }
    }

    fn refuse_second_entry(&self, thread: usize) -> Result<(), Violation> {
        let queues = [self.mutex_queue, self.cond_queue, self.batches[0], self.batches[1]];
        if queues.iter().any(|queue| queue.contains(thread)) {
            return Err(Violation::EnteredTwice { thread });
        }
        Ok(())
    }
}
