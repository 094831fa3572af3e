# Sourced by Scripts/demo and Scripts/consume: a temporary folder in $work, and functions that build and start fixture-server.
# shellcheck shell=bash

work=$(mktemp -d)
server=
finish() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 2' INT TERM

# Builds with SwiftPM and prints the log only if the build fails. $@: arguments of `swift build`. No index is created, because only
# editors use it.
build() {
    swift build --disable-index-store "$@" >"$work/build.log" 2>&1 || {
        cat "$work/build.log" >&2
        exit 1
    }
}

# Starts fixture-server on a free port, and sets the environment variables that make seek use it. $1: the folder of the program;
# without it, the program is built.
start_fixture_server() {
    local ready folder=${1-}
    if [ -z "$folder" ]; then
        build --product fixture-server
        folder=$(swift build --show-bin-path)
    fi
    # The server prints its URL in the first line once it listens.
    mkfifo "$work/ready"
    "$folder/fixture-server" --port 0 >"$work/ready" &
    server=$!
    IFS= read -r ready <"$work/ready" || { echo "fixture-server did not start" >&2; exit 1; }
    url=${ready##* }
    export YOUTUBE_API_KEY=demo-key GH_TOKEN=demo-token SEEK_YOUTUBE_URL=$url SEEK_GITHUB_URL=$url
    export SEEK_CACHE_DIR=$work/cache SEEK_STATE_DIR=$work/state
}
