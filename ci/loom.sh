#!/usr/bin/env bash
# The protocols of fusyn-core under loom, on the model kernel (fusyn-core/src/model).
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS="${LOOM_MAX_PREEMPTIONS:-2}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom"
cargo test -p fusyn-core --release --lib model
