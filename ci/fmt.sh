#!/usr/bin/env bash
# Every Rust file is formatted.
. "$(dirname "$0")/common.sh"
cargo fmt --all --check
