#!/usr/bin/env bash
# Run by Scripts/release-proof in a minimal Debian. /packages contains the archive of the release in `archive`, its packages in
# `current`, and the same with an earlier version in `previous`. $1: the version of the release.
set -euo pipefail
version=$1
work=/packages

# Prints what was shown.
passed() { echo "passed: $1"; }
failed() {
    echo "failed: $1" >&2
    exit 1
}
# $1: what it shows, then a command that must succeed.
check() {
    local shown=$1
    shift
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        failed "$shown"
    }
    passed "$shown"
}
# $1: what it shows, $2: a pattern, then a command whose output must contain a line that matches.
check_output() {
    local shown=$1 pattern=$2
    shift 2
    "$@" >"$work/log" 2>&1 || true
    grep -qE -- "$pattern" "$work/log" || {
        echo "expected: $pattern" >&2
        cat "$work/log" >&2
        failed "$shown"
    }
    passed "$shown"
}
# Prints the files of the system, without those in which dpkg, apt and ldconfig record every installation, and without the copies that
# systemd-sysusers makes of the files with the users.
files() {
    find / -xdev \( -path /packages -o -path /proc -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache/apt \
        -o -path /var/log -o -path /var/cache/ldconfig -o -path /tmp -o -path '/etc/*-' \) -prune -o -print | sort
}
install_packages() { apt-get install -y --no-install-recommends "$work/$1"/*.deb; }
# Runs the commands below a heading of the archive's INSTALL.md. $1: the heading.
instructions() {
    sed -n "/^## $1\$/,/^## /{/^\`\`\`sh\$/,/^\`\`\`\$/{/^\`\`\`/d;p;};}" "$work/INSTALL.md" >"$work/commands"
    [ -s "$work/commands" ] || { echo "INSTALL.md has no commands below: $1"; return 1; }
    (cd "$work/archive" && bash -euo pipefail "$work/commands")
}
# Checks that a unit starts a program that is installed. $1: the unit.
starts_program() {
    local program
    program=$(sed -n 's/^ExecStart=\([^ ]*\).*/\1/p' "$1")
    [ -x "$program" ] || { echo "$1 starts a missing program: $program"; return 1; }
}
# $1: a folder with the programs.
finds_libraries() {
    local program
    for program in seek seek-web fixture-server; do
        if ldd "$1/$program" | grep -E 'not found|swift'; then return 1; fi
    done
}
user_data() { find /root/.cache/seek /root/.config/seek /root/.local/state/seek -type f -exec sha256sum {} + | sort; }

apt-get update -q >"$work/log" 2>&1 || failed "apt-get update: $(cat "$work/log")"
if command -v swift >/dev/null; then failed "this system has Swift"; fi
passed "this system has no Swift"

tar -xzOf "$work"/archive/*.tar.gz --wildcards '*/share/doc/seek/INSTALL.md' >"$work/INSTALL.md"
check_output "the archive is installed for all users by its instructions" "^seek $version \(commit" instructions "For all users"
check "the programs of the archive find their libraries, and need none of Swift" finds_libraries /usr/local/bin
check "the unit of the archive starts its program" starts_program /usr/local/lib/systemd/system/seek-web@.service
check_output "systemd-sysusers finds the user of the service" "user 'seek'" systemd-sysusers --dry-run
check "the archive is removed by its instructions" instructions Remove
[ -z "$(find /usr/local -type f)" ] || failed "the removal leaves no file: $(find /usr/local -type f)"
passed "the removal leaves no file"
mkdir "$work/home"
HOME=$work/home check_output "the archive is installed for one user by its instructions" "^seek $version \(commit" \
    instructions "For one user"
[ -x "$work/home/.local/bin/seek" ] || failed "the user's programs are below ~/.local"
# The packages must bring their own dependencies.
sed -n 's/^apt-get install .*--no-install-recommends //p' "$work/INSTALL.md" | xargs apt-mark auto >"$work/log"
check "the libraries of the archive are removed" apt-get autoremove --purge -y
files >"$work/files.before"

check "the previous version is installed with apt" install_packages previous
for program in seek seek-web fixture-server; do
    check_output "$program --version prints version and commit" "^$program $version \(commit [0-9a-f]{12}\)$" "$program" --version
done
check "all programs find their libraries, and need none of Swift" finds_libraries /usr/bin
for file in man/man1/seek.1.gz man/man1/seek-web.1.gz man/man1/fixture-server.1.gz bash-completion/completions/seek \
    zsh/vendor-completions/_seek fish/vendor_completions.d/seek.fish; do
    # minbase excludes no documentation, but a local dpkg configuration may.
    [ -e "/usr/share/$file" ] || failed "/usr/share/$file is installed"
done
passed "manual pages and completions are installed"
check "the user of the service exists" id seek
check "the systemd unit starts its program" starts_program /lib/systemd/system/seek-web@.service

# The server prints its URL in the first line once it listens.
mkfifo "$work/ready"
fixture-server --port 0 >"$work/ready" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
IFS= read -r url <"$work/ready" || failed "fixture-server starts"
url=${url##* }
export SEEK_YOUTUBE_URL=$url SEEK_GITHUB_URL=$url
check "a key is stored" bash -c 'echo demo-key | seek config set youtube-api-key'
check "a search is saved" seek saved add swift swift
check_output "a search finds videos" "from network, cost 1 call" seek videos swift --limit 3 --verbose
check_output "the same search is served from the cache" "from disk" seek videos swift --limit 3 --verbose
check_output "a search finds repositories" "from network" seek repos swift --limit 3 --verbose

check "curl and hyperfine are installed" apt-get install -y --no-install-recommends curl hyperfine
seek web --port 8750 >"$work/web" 2>&1 &
web=$!
check_output "seek web responds" ok curl -s --retry 50 --retry-connrefused --retry-delay 1 http://127.0.0.1:8750/health
token=$(cat /root/.local/state/seek/web-token-8750)
check_output "seek web finds videos" '"kind"' \
    curl -s -H "Authorization: Bearer $token" 'http://127.0.0.1:8750/api/v1/search?q=swift'
kill "$web"
wait "$web" || failed "seek web ends with status 0"
passed "seek web ends with status 0"

user_data >"$work/data.before"
[ -s "$work/data.before" ] || failed "there are user data"
check "the packages are upgraded with apt" install_packages current
# shellcheck disable=SC2016 # expanded by dpkg-query
check_output "the new version is installed" "^$version-1$" dpkg-query --show --showformat '${Version}\n' seek
user_data >"$work/data.after"
check "an upgrade changes no file of cache, state and configuration" diff "$work/data.before" "$work/data.after"
check_output "the cache is used after the upgrade" "from disk" seek videos swift --limit 3 --verbose
check_output "the saved search exists after the upgrade" "swift" seek saved list
check_output "the quota is counted since before the upgrade" "youtube\.search[[:space:]]+1[[:space:]]+100[[:space:]]+99" seek quota

mkdir "$work/programs"
cp /usr/bin/seek /usr/bin/seek-web /usr/bin/fixture-server "$work/programs"
check "start-up times are measured" hyperfine --shell none --warmup 20 --runs 200 --export-csv "$work/times.csv" \
    "seek --version" "curl --version"

kill "$server"
wait "$server" || true
# As systemd creates it.
install -D /dev/null /var/cache/seek/8750/cache
check "the packages are removed" apt-get purge -y seek seek-web seek-fixture-server curl hyperfine
check "their dependencies are removed" apt-get autoremove --purge -y
check "the user of the service remains" id seek
files | { diff "$work/files.before" - || true; } | grep '^[<>]' >"$work/difference" || true
if grep -vE '^> /root/(\.cache|\.config|\.local(/state)?)(/seek(/.*)?)?$' "$work/difference"; then
    failed "removal leaves only user data"
fi
grep -q . "$work/difference" || failed "removal leaves the user data"
passed "removal leaves only user data: $(grep -c . "$work/difference") files and folders in the home folder"
