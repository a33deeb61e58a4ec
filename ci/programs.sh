#!/usr/bin/env bash
# Real programs under LD_PRELOAD, each in each mode, with a time limit of its own.
#   ci/programs.sh [MODE...]        modes: fuqueue fulock kernel; default: the first two
# ONLY=xz,redis runs some. One line per program; logs in target/programs.
. "$(dirname "$0")/common.sh"
[ $# -gt 0 ] || set -- fuqueue fulock

programs="java chat python xz zstd redis memcached postgres lmdb pi_stress stress_ng"
only=${ONLY:-}
for name in ${only//,/ }; do
    [[ " $programs " == *" $name "* ]] || { echo "ONLY: no program is called '$name'; there are: $programs" >&2; exit 2; }
done

need python3 python3-minimal
need javac openjdk-17-jdk-headless
need redis-server redis-server
need memcached memcached
need pi_stress rt-tests
need stress-ng stress-ng
need xz xz-utils
need zstd zstd

root=$PWD
cargo build --release -p fusyn-pthread --quiet
shim=${FUSYN_SHIM:-${CARGO_TARGET_DIR:-$root/target}/release/libfusyn_pthread.so}
[ -f "$shim" ] || { echo "no $shim" >&2; exit 1; }
work=${CARGO_TARGET_DIR:-$root/target}/programs
rm -rf "$work"
mkdir -p "$work"
passed=0 failed=0

# preloaded LIMIT COMMAND...: the command on fusyn; what it starts too.
preloaded() {
    local limit=$1
    shift
    timeout -k 5 "$limit" env LD_PRELOAD="$shim" FUSYN_BACKEND="$mode" "$@"
}

# binds SYMBOL COMMAND...: the dynamic linker binds the command's SYMBOL to the shim.
binds() {
    local symbol=$1
    shift
    LD_DEBUG=bindings LD_BIND_NOW=1 LD_PRELOAD=$shim "$@" >/dev/null 2>"$work/bindings" </dev/null || true
    grep -q "to $shim .*$symbol" "$work/bindings" || { echo "$symbol of $1 is not the shim's"; return 1; }
}

on_fusyn() { binds pthread_mutex_lock "$@"; }

data() {
    [ -f "$work/data" ] || python3 -c '
import random, sys
rng = random.Random(7)
words = [bytes(rng.randrange(97, 123) for _ in range(rng.randrange(3, 9))) for _ in range(4000)]
for _ in range(12):
    sys.stdout.buffer.write(b" ".join(rng.choices(words, k=150000)))
' >"$work/data"
}

program_java() {
    javac -d "$work" tests/java/Locks.java
    [ "$(preloaded 120 java -Xmx256m -cp "$work" Locks)" = ok ]
}

program_python() {
    on_fusyn python3 -c pass
    [ "$(preloaded 120 python3 tests/python/threads.py)" = ok ]
}

# compressor COMMAND...: the same bytes as without the shim, and back again.
compressor() {
    data
    on_fusyn "$1" --version
    timeout 60 "$@" -c <"$work/data" >"$work/plain"
    preloaded 60 "$@" -c <"$work/data" >"$work/fusyn"
    cmp "$work/plain" "$work/fusyn"
    preloaded 60 "$1" -d -c "$2" <"$work/fusyn" | cmp - "$work/data"
}

program_xz() { compressor xz -T2 -1 --block-size=1MiB; }
program_zstd() { compressor zstd -T2 -3 -B1M -q; }

program_redis() {
    local dir socket server
    dir=$(mktemp -d)
    socket=$dir/redis.sock
    preloaded 90 redis-server --port 0 --unixsocket "$socket" --dir "$dir" --appendonly yes --appendfsync everysec \
        --io-threads 2 --io-threads-do-reads yes --lazyfree-lazy-user-del yes --logfile "$dir/log" &
    server=$!
    until_true "redis-cli -s $socket ping"
    until_true "grep -l libfusyn_pthread /proc/$(redis-cli -s "$socket" info server | tr -d '\r' | sed -n 's/^process_id://p')/maps"
    preloaded 60 redis-benchmark -s "$socket" -n 5000 -c 30 --threads 2 -q -t set,get,incr,lpush,rpop |
        tr "\r" "\n" | grep "per second"
    [ "$(redis-cli -s "$socket" get counter:__rand_int__)" = 5000 ]
    redis-cli -s "$socket" bgsave
    redis-cli -s "$socket" flushall async
    redis-cli -s "$socket" shutdown save || true
    wait "$server"
    rm -rf "$dir"
}

program_memcached() {
    local dir server status=0
    on_fusyn memcached -V
    dir=$(mktemp -d)
    preloaded 60 memcached -u root -s "$dir/socket" -t 4 -m 32 &
    server=$!
    timeout 50 python3 tests/python/memcached_load.py "$dir/socket" || status=$?
    kill "$server"
    wait "$server" || [ $? = 143 ] || status=1
    rm -rf "$dir"
    return "$status"
}

# The inversion machine of rt-tests: it reports and fails when an inversion is not resolved.
program_pi_stress() {
    on_fusyn pi_stress --help
    preloaded 30 pi_stress --duration=4 --groups=1 --quiet
}

program_stress_ng() {
    on_fusyn stress-ng --version
    preloaded 40 stress-ng --mutex 3 --timeout 4 --verify --metrics-brief --temp-path "$work"
}

# until_true COMMAND: within ten seconds.
until_true() {
    local end=$((SECONDS + 10))
    until eval "$1" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || { echo "never true: $1"; return 1; }
        sleep 0.05
    done
}

for file in ci/programs/*.sh; do
    # shellcheck source=/dev/null
    . "$file"
done

# attempt NAME: one program in the current mode, in a shell of its own with strict mode on.
attempt() {
    local name=$1 log=$work/$1-$mode.log start=$SECONDS status=0
    (set -euo pipefail; "program_$name") >"$log" 2>&1 </dev/null &
    wait $! || status=$?
    if [ "$status" = 0 ]; then
        passed=$((passed + 1))
        printf 'ok      %-8s %-10s %3d s %s\n' "$mode" "$name" $((SECONDS - start)) "$(grep -m 1 '^ratio' "$log" || true)"
    else
        failed=$((failed + 1))
        printf 'FAILED  %-8s %-10s %3d s, status %s, %s:\n' "$mode" "$name" $((SECONDS - start)) "$status" "$log"
        tail -n 15 "$log" | sed 's/^/        /'
    fi
}

for mode in "$@"; do
    for name in $programs; do
        [ -z "${ONLY:-}" ] || [[ ",$ONLY," == *",$name,"* ]] || continue
        attempt "$name"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
