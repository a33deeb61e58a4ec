//! The pthread-compatible shim, `libfusyn_pthread.so`.

pub mod abi;
