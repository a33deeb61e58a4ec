#!/usr/bin/env bash
# Crates use only those below them: sys <- core <- pthread <- cli, tests. The benches of the Rust face know
# sys and core alone, so that the cli can run them.
. "$(dirname "$0")/common.sh"
need python3 python3-minimal
cargo metadata --format-version 1 --no-deps --locked | python3 -c '
import json, sys

BELOW = {
    "fusyn-sys": set(),
    "fusyn-core": {"fusyn-sys"},
    "fusyn-pthread": {"fusyn-sys", "fusyn-core"},
    "fusyn-benches": {"fusyn-sys", "fusyn-core"},
    "fusyn-cli": {"fusyn-sys", "fusyn-core", "fusyn-pthread", "fusyn-benches"},
    "fusyn-tests": {"fusyn-sys", "fusyn-core", "fusyn-pthread", "fusyn-cli"},
}
packages = json.load(sys.stdin)["packages"]
bad = [p["name"] for p in packages if p["name"] not in BELOW]
for p in packages:
    bad += [
        p["name"] + " -> " + d["name"]
        for d in p["dependencies"]
        if d["name"].startswith("fusyn-") and d["name"] not in BELOW.get(p["name"], set())
    ]
sys.exit("against the layers: " + ", ".join(bad) if bad else 0)
'
