//! `fusyn_sys::futex_pi` against the running kernel.

#[path = "../common/mod.rs"]
mod common;

mod boost;
mod facts;
mod facts_requeue;
mod lock;
mod requeue;
mod support;
