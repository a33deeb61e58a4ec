#!/usr/bin/env bash
# The tests, as the README names them, with the debug profile: its checks of arithmetic and pointers too.
. "$(dirname "$0")/common.sh"
need cc gcc libc6-dev
need c++ g++
need gdb gdb || echo "without gdb a hang is explained by /proc alone, and tests/gdb.rs skips itself"
cargo test --workspace --no-fail-fast "$@"
