# Sourced by Scripts/bench: runs nginx on a free port of 127.0.0.1. It serves the folder $work/html with files of 11 bytes,
# 1 KB and 35 KB.
# shellcheck shell=bash

work=$(mktemp -d)
finish() {
    local pid
    if [ -s "$work/nginx.pid" ]; then
        pid=$(cat "$work/nginx.pid")
        # nginx is not a child of this shell, so `wait` cannot be used. A signal that arrives while nginx starts has no effect
        # until it receives another.
        while kill "$pid" 2>/dev/null; do sleep 0.05; done
    fi
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 2' INT TERM

# About 35 KB, the size of a page of 50 videos.
large_json() {
    local i separator=
    printf '{"items":['
    for ((i = 0; i < 50; i++)); do
        printf '%s{"id":"%011d","channelID":"UC%022d","title":"Video number %d","description":"%0500d",' \
            "$separator" "$i" "$i" "$i" "$i"
        printf '"thumbnails":{"default":{"url":"http://127.0.0.1/%011d.jpg","width":120,"height":90}}}' "$i"
        separator=,
    done
    printf ']}'
}

# Cleans up even after SIGKILL, which cannot be trapped: the pipe closes once this script and its children have exited.
finish_with_script() {
    mkfifo "$work/alive"
    (
        trap '' INT TERM HUP
        cat "$work/alive"
        finish
    ) </dev/null >/dev/null 2>&1 9>&- &
    exec 9>"$work/alive"
}

# Sets `peer` to the URL of the server.
start_peer() {
    local user='' attempt port
    PATH=$PATH:/usr/sbin
    "${BASH_SOURCE[0]%/*}/bootstrap" --bench
    finish_with_script
    mkdir "$work/html" "$work/tmp"
    printf '{"ok":true}' >"$work/html/small.json"
    large_json >"$work/html/large.json"
    printf '%01024d' 0 >"$work/html/kilobyte.json"
    # If root starts nginx, its workers run as another user.
    chmod 755 "$work" "$work/html"
    [ "$(id -u)" -ne 0 ] || user='user root;'
    for ((attempt = 0; attempt < 10; attempt++)); do
        port=$((20000 + RANDOM % 12000))
        cat >"$work/nginx.conf" <<CONF
$user
worker_processes 1;
pid $work/nginx.pid;
error_log $work/error.log;
events { worker_connections 512; }
http {
    access_log off;
    types { application/json json; }
    sendfile on;
    tcp_nodelay on;
    keepalive_timeout 300;
    keepalive_requests 100000000;
    open_file_cache max=10 inactive=300s;
    client_body_temp_path $work/tmp/body;
    proxy_temp_path $work/tmp/proxy;
    fastcgi_temp_path $work/tmp/fastcgi;
    uwsgi_temp_path $work/tmp/uwsgi;
    scgi_temp_path $work/tmp/scgi;
    server {
        listen 127.0.0.1:$port;
        root $work/html;
    }
}
CONF
        # nginx returns once it listens, and fails if the port is in use.
        if nginx -p "$work" -c "$work/nginx.conf" 2>"$work/start.log" 9>&-; then
            # shellcheck disable=SC2034 # the script that sources this reads it
            peer=http://127.0.0.1:$port
            return
        fi
        grep -q 'Address already in use' "$work/start.log" || break
    done
    cat "$work/start.log" >&2
    exit 1
}
