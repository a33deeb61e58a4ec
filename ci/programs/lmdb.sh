# LMDB: the write lock of a database is a robust mutex shared by all processes that have it open.
# Sourced by ci/programs.sh.
# shellcheck shell=bash disable=SC2154

# The package is for Debian's own Python, which need not be the first in PATH.
/usr/bin/python3 -c 'import lmdb' 2>/dev/null || need "the module lmdb" python3-lmdb

program_lmdb() {
    binds pthread_mutex_consistent /usr/bin/python3 -c 'import lmdb'
    local dir
    dir=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf $dir" EXIT
    [ "$(preloaded 60 /usr/bin/python3 tests/python/lmdb_killed.py "$dir")" = ok ]
}
