# Shared by Scripts/demo and Scripts/consume, which source it: a folder for the script's own files, and fixture-server.
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

# Builds with SwiftPM, quietly unless it fails. $@: the arguments of `swift build`. The index serves editors, and takes a tenth of a build;
# Scripts/test builds the root manifest in the same way, so that neither builds it anew.
build() {
    swift build --disable-index-store "$@" >"$work/build.log" 2>&1 || {
        cat "$work/build.log" >&2
        exit 1
    }
}

# Builds and starts fixture-server on a free port, and points seek at it by its environment variables.
start_fixture_server() {
    local ready
    build --product fixture-server
    # It says where it listens in its first line, once it does.
    mkfifo "$work/ready"
    "$(swift build --show-bin-path)/fixture-server" --port 0 >"$work/ready" &
    server=$!
    IFS= read -r ready <"$work/ready" || { echo "fixture-server did not start" >&2; exit 1; }
    url=${ready##* }
    export YOUTUBE_API_KEY=demo-key GH_TOKEN=demo-token SEEK_YOUTUBE_URL=$url SEEK_GITHUB_URL=$url
    export SEEK_CACHE_DIR=$work/cache SEEK_STATE_DIR=$work/state
}
