#!/usr/bin/env bash
# The documentation builds without a warning.
. "$(dirname "$0")/common.sh"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
