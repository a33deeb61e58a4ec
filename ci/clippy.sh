#!/usr/bin/env bash
# No warning anywhere, and no SAFETY line that says nothing.
. "$(dirname "$0")/common.sh"
cargo clippy --workspace --all-targets --quiet -- -D warnings
if git grep -nEi 'SAFETY: *(todo|untriaged|see above|fixme|xxx)' -- '*.rs'; then
    echo "a SAFETY line must give the reason" >&2
    exit 1
fi
