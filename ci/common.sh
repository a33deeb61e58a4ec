# Sourced by every script here: strict mode, the repository's root, and how to get what is missing.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# need COMMAND PACKAGE...: installs Debian packages if the command is missing and we may.
need() {
    local command=$1
    shift
    command -v "$command" >/dev/null && return
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "$command is missing (Debian: apt-get install $*)" >&2
        return 1
    fi
    install_packages "$@" || { echo "$command is missing, and apt-get install $* failed" >&2; return 1; }
}

# install_packages PACKAGE...: from the lists of this machine, or from new ones.
install_packages() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends)
    "${apt[@]}" install "$@" >/dev/null 2>&1 </dev/null && return
    "${apt[@]}" update >/dev/null </dev/null
    "${apt[@]}" install "$@" >/dev/null </dev/null
}
