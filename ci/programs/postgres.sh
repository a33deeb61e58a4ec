# PostgreSQL, a user of shared semaphores: each backend sleeps on a sem_t in memory that all of them share.
# Sourced by ci/programs.sh.
# shellcheck shell=bash disable=SC2154

postgres_bin() { find /usr/lib/postgresql -path '*/bin/pgbench' -printf '%h\n' 2>/dev/null | sort -V | tail -n 1; }
need "$(postgres_bin)/pgbench" postgresql

# The server refuses to run as root. The shim is copied to where another user may read it.
program_postgres() {
    local bin dir server shim=$shim user=()
    bin=$(postgres_bin)
    binds sem_wait "$bin/postgres" --version
    binds sem_init "$bin/postgres" --version
    dir=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "pg_end $dir" EXIT
    cp "$shim" "$dir"
    shim=$dir/${shim##*/}
    if [ "$(id -u)" = 0 ]; then
        chown -R nobody "$dir"
        user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    fi
    preloaded 60 "${user[@]}" "$bin/initdb" -D "$dir/data" -U bank -A trust -E UTF8 --locale=C --no-sync >"$dir/initdb.log"
    preloaded 150 "${user[@]}" "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off \
        -c shared_buffers=16MB -c max_connections=40 -c log_min_messages=error &
    server=$!
    pg_up "$dir"
    pg_bench "$dir" -i -s 2 -q
    pg_load "$dir"
    pg_transfers "$dir"
    kill -INT "$(head -n 1 "$dir/data/postmaster.pid")"
    wait "$server"
}

# The server of this folder, if it still runs, and the folder.
pg_end() {
    local pid
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null && until_true "! kill -0 $pid"
    rm -rf "$1"
}

pg_sql() { timeout 20 psql -h "$1" -U bank -d postgres -X -A -t -q -v ON_ERROR_STOP=1 -c "$2"; }
pg_bench() { preloaded 60 "$(postgres_bin)/pgbench" -h "$1" -U bank "${@:2}" postgres; }

# The server answers, and runs on the shim.
pg_up() {
    until_true "pg_sql $1 'select 1'"
    grep -q libfusyn_pthread "/proc/$(head -n 1 "$1/data/postmaster.pid")/maps"
}

# TPC-B: what was added to accounts, tellers and branches is what the history says, entry by entry.
pg_load() {
    pg_bench "$1" -n -c 16 -j 2 -T 4 | tee "$1/tpcb.log" | grep -E '^(tps|number of)'
    local counted
    counted=$(sed -n 's/^number of transactions actually processed: \([0-9]*\).*/\1/p' "$1/tpcb.log")
    [ "$counted" -gt 0 ]
    [ "$(pg_sql "$1" 'select count(*) from pgbench_history')" = "$counted" ]
    [ "$(pg_sql "$1" 'select (select sum(delta) from pgbench_history) = all (values
        ((select sum(abalance) from pgbench_accounts)), ((select sum(tbalance) from pgbench_tellers)),
        ((select sum(bbalance) from pgbench_branches)))')" = t ]
}

# Transfers between 50 accounts, the lower number first so that no two wait for each other. One backend is
# killed in the middle: the server drops all others, repairs its shared memory and goes on, and the sum stays.
pg_transfers() {
    local clients round
    pg_sql "$1" 'create table bank as select id, 1000 as balance from generate_series(1, 50) id;
        alter table bank add primary key (id)'
    cat >"$1/transfer.sql" <<'SQL'
\set low random(1, 49)
\set high random(:low + 1, 50)
\set amount random(-50, 50)
begin;
update bank set balance = balance - :amount where id = :low;
update bank set balance = balance + :amount where id = :high;
commit;
SQL
    chmod a+r "$1/transfer.sql"
    for round in 1 2; do
        pg_bench "$1" -n -c 16 -j 2 -T 30 -f "$1/transfer.sql" >"$1/killed.log" 2>&1 &
        clients=$!
        until_true "[ \$(pg_sql $1 \"$(pg_count "state = 'active'")\") -gt 4 ]"
        kill -9 "$(pg_sql "$1" "select pid from pg_stat_activity where application_name = 'pgbench' order by pid limit 1")"
        ! wait "$clients"
        grep -m 1 'terminated by signal\|terminating connection\|server closed' "$1/killed.log"
        pg_up "$1"
        pg_sum_stays "$1"
    done
    pg_bench "$1" -n -c 16 -j 2 -T 3 -f "$1/transfer.sql" | grep -E '^(tps|number of failed)'
    pg_sum_stays "$1"
    echo "$round backends killed, the sum of all accounts stayed"
}

pg_count() { echo "select count(*) from pg_stat_activity where application_name = 'pgbench' and $1"; }
pg_sum_stays() { [ "$(pg_sql "$1" 'select sum(balance) from bank')" = 50000 ]; }
