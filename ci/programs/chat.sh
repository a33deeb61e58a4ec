# A chat server of 800 threads in Java, like VolanoMark's. Sourced by ci/programs.sh.
# shellcheck shell=bash disable=SC2154

# Plain, fusyn, fusyn, plain: the same messages, and how the times compare (no bound: machines are shared).
program_chat() {
    local java=(java -Xss256k -Xmx512m -cp "$work" Chat 10 20 50) i
    javac -d "$work" tests/java/Chat.java
    for i in 1 4; do timeout 60 "${java[@]}" >"$work/chat-$i"; done
    for i in 2 3; do preloaded 60 "${java[@]}" >"$work/chat-$i"; done
    python3 - "$work"/chat-[1-4] <<'PY'
import json, sys
runs = [json.load(open(name)) for name in sys.argv[1:]]
assert all(run["deliveries"] == 10 * 20 * 50 * 19 for run in runs), runs
assert len({run["sum"] for run in runs}) == 1, runs
on_fusyn = [run["locks_from"].endswith("libfusyn_pthread.so") for run in runs]
assert on_fusyn == [False, True, True, False], runs
nanos = [run["nanos"] for run in runs]
print(f"ratio of time to glibc {(nanos[1] + nanos[2]) / (nanos[0] + nanos[3]):.3f}")
PY
}
