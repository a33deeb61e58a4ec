#!/usr/bin/env bash
# Kills 10,000 processes at random points of the operations of each kind of shared object, in each mode.
#   ci/kills.sh [MODE...]           modes: kernel fuqueue fulock; default: all
# KILLS=2000 kills fewer, ONLY=rwlock runs some, KILL_SEED=7 kills at other points. About ten minutes a mode.
. "$(dirname "$0")/common.sh"
[ $# -gt 0 ] || set -- kernel fuqueue fulock

storms=$(cd tests/c/kill && echo storm_*.c)
storms=${storms//.c/}
if [[ $storms != *"${ONLY:-}"* ]]; then
    echo "ONLY: no storm has '$ONLY' in its name; there are: $storms" >&2
    exit 2
fi
need cc gcc libc6-dev
cargo build --release -p fusyn-pthread --quiet
target=${CARGO_TARGET_DIR:-$PWD/target}
shim=${FUSYN_SHIM:-$target/release/libfusyn_pthread.so}
[ -f "$shim" ] || { echo "no $shim" >&2; exit 1; }
work=$target/kills
mkdir -p "$work"
failed=0
export KILLS=${KILLS:-10000}

for source in tests/c/kill/storm_*.c; do
    name=$(basename "$source" .c)
    [[ $name == *"${ONLY:-}"* ]] || continue
    cc -O2 -g -pthread -Itests/c "$source" -o "$work/$name"
    for mode; do
        start=$SECONDS
        if said=$(timeout -k 5 900 env LD_PRELOAD="$shim" FUSYN_BACKEND="$mode" "$work/$name" 2>&1); then
            result=ok
        else
            result=FAILED
            failed=1
        fi
        echo "$name $mode: $result, $((SECONDS - start)) s: $said"
    done
done
exit $failed
