//! Wait queues (fuqueues), owned locks (fulocks) and condition variables.

pub mod sync;
