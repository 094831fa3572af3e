#!/usr/bin/env bash
# Run by Scripts/release-proof as root: performs the instructions of the last stage of the Containerfile in a minimal Debian, without a
# container runtime, and uses the server as a runtime does: as the first process of a namespace without the network, as its user, with
# the health check. $1: the system's folder, with the packages in /release.
set -euo pipefail
root=$1

# Prints the instructions of the last stage, one per line. $1: their name, such as RUN; the lines are without it.
instructions() {
    sed -e ':a' -e '/\\$/{N;s/\\\n */ /;ba' -e '}' "$(dirname "$0")/Containerfile" | tac | sed '/^FROM /q' | tac | sed -n "s/^$1 //p"
}
# Prints the words of an array in JSON. $1: the text that contains it.
words() { grep -oE '"[^"]*"' <<<"$1" | tr -d '"'; }
passed() { echo "passed: container: $1"; }
failed() {
    echo "failed: container: $1" >&2
    exit 1
}

while IFS= read -r command; do
    # The mounted folder is there.
    command=$(sed -E 's/^(--mount=[^ ]+ +)+//' <<<"$command")
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
        chroot "$root" /bin/sh -c "$command" >"$root/log" 2>&1 </dev/null || {
        cat "$root/log" >&2
        failed "$command"
    }
done < <(instructions RUN)
passed "its steps succeed"

user=$(instructions USER)
read -ra environment <<<"$(instructions ENV | tr '\n' ' ')"
mapfile -t program < <(words "$(instructions ENTRYPOINT)" && words "$(instructions CMD)")
mapfile -t health < <(words "$(instructions HEALTHCHECK)")
token=$(sed -n 's/.*"--token-file", "\([^"]*\)".*/\1/p' <<<"$(instructions CMD)")
echo 0123456789abcdef0123456789abcdef >"$root/token"
install -D -o "$user" -g "$user" -m 600 "$root/token" "$root$token"
rm "$root/token"

# Runs a command in the container. $@: the command.
inside() {
    nsenter --target "$server" --net --pid --mount --root --wd \
        env -i PATH=/usr/local/bin:/usr/bin:/bin "${environment[@]}" setpriv --reuid "$user" --regid "$user" --clear-groups "$@"
}
# shellcheck disable=SC2016 # expanded by the second bash
unshare --net --pid --mount --fork --mount-proc="$root/proc" bash -c '
    ip link set lo up
    exec chroot "$0" env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"' "$root" "${environment[@]}" \
    setpriv --reuid "$user" --regid "$user" --clear-groups "${program[@]}" >"$root/server.log" 2>&1 &
unshare=$! server=''
# The signal of `unshare --kill-child` has no effect after the change of the user.
trap 'kill -KILL ${server:+"$server"} "$unshare" 2>/dev/null || true' EXIT
for _ in {1..50}; do
    read -r server _ <"/proc/$unshare/task/$unshare/children" || true
    [ -n "$server" ] && inside "${health[@]}" >"$root/log" 2>&1 && break
    kill -0 "$unshare" 2>/dev/null || break
    sleep 0.2
done
inside "${health[@]}" >"$root/log" 2>&1 || {
    cat "$root/log" "$root/server.log" >&2
    failed "the health check: ${health[*]}"
}
passed "the health check succeeds: ${health[*]}"
[ "$(stat --format %u "/proc/$server")" = "$user" ] || failed "the server runs as user $user"
[ "$(inside cat /proc/1/comm)" = seek-web ] || failed "the server is the first process"
passed "the server is the first process and runs as user $user"
if inside touch /usr/bin/x 2>/dev/null; then failed "the user cannot write to the system"; fi
passed "the user cannot write to the system"
status=$(inside curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8750/)
[ "$status" = 401 ] || failed "a page needs the token: status $status"
status=$(inside curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $(cat "$root$token")" http://127.0.0.1:8750/)
[ "$status" = 200 ] || failed "the token opens a page: status $status"
passed "a page needs the token"
kill -s "$(instructions STOPSIGNAL)" "$server"
wait "$unshare" || failed "the server ends with status 0 after the signal of a stopped container: status $?"
passed "the server ends with status 0 after $(instructions STOPSIGNAL)"
if find "$root/var/lib/seek" "$root/var/cache/seek" ! -user "$user" | grep .; then failed "all state belongs to the user"; fi
passed "all state belongs to user $user"
