#!/usr/bin/env bash
# The release build, whole workspace.
. "$(dirname "$0")/common.sh"
# Not by RUSTFLAGS, which would replace those of .cargo/config.toml; clippy denies the warnings.
cargo build --workspace --release
# What only the release build of the shim can serve.
cargo test --release -p fusyn-tests --test misaligned
