#!/usr/bin/env bash
# The path for other architectures, built and tested here: fusyn-sys and fusyn-core.
. "$(dirname "$0")/common.sh"
export RUSTFLAGS="--cfg fusyn_portable"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/portable"
cargo test -p fusyn-sys -p fusyn-core
