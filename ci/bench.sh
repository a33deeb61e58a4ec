#!/usr/bin/env bash
# The measuring commands run and print figures: no thresholds, machines are shared.
. "$(dirname "$0")/common.sh"
need python3 python3-minimal
cargo build --release -p fusyn-cli --quiet
fusyn=${CARGO_TARGET_DIR:-target}/release/fusyn
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
timeout 120 "$fusyn" str03 -b 3 -d 3 --runs 2 --json "$out/str03.json" --svg "$out/str03.svg"
timeout 240 "$fusyn" bench mutex --quick --runs 1 --json "$out/mutex.json"
timeout 240 "$fusyn" bench cond --quick --runs 1 --json "$out/cond.json"
timeout 120 "$fusyn" bench chat --quick --runs 1 --json "$out/chat.json"
for file in "$out"/*.json; do
    python3 -m json.tool "$file" >/dev/null
done
[ -s "$out/str03.svg" ]
timeout 20 "$fusyn" run -- true
if timeout 20 "$fusyn" run -- false; then
    echo "fusyn run lost the exit status" >&2
    exit 1
fi
