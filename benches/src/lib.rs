//! Comparison benchmarks of the Rust API.
