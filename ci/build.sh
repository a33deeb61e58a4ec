#!/usr/bin/env bash
# The release build, whole workspace.
. "$(dirname "$0")/common.sh"
RUSTFLAGS="${RUSTFLAGS:-} -D warnings" cargo build --workspace --release
