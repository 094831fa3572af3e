# Sourced by Scripts/release: the steps of a release. Everything depends only on the commit and the toolchain: paths of the build
# folder are replaced, and the date is that of the commit.
# shellcheck shell=bash

export LC_ALL=C.UTF-8 TZ=UTC
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct HEAD)
export SOURCE_DATE_EPOCH

# Builds everything. $1: the version, $2: the work folder, $3: the output folder, which is replaced. Paths are full.
build_release() {
    rm -rf "${2:?}/bin"
    export_sources "$2/source"
    build_programs "$1" "$2/source" "$2/bin"
    assemble "$@"
}

# Writes the files of the release of the programs that are built. $@: as for build_release.
assemble() {
    local version=$1 work=$2 output=$3 name tree
    name=seek-$version-linux-$(uname -m)
    tree=$work/tree/$name
    rm -rf "$work/tree" "$work/debian" "$output"
    mkdir -p "$output"
    Scripts/repo release notes "$version" >"$output/RELEASE-NOTES.md"
    stage "$version" "$work/source" "$work/bin" "$output/RELEASE-NOTES.md" "$tree"
    pack "$tree" "$output/$name.tar.gz"
    build_debian_packages "$version" "$tree" "$work/source" "$work/debian" "$output"
    bill "$version" "$work/bin" >"$output/seek-$version.spdx.json"
    (cd "$output" && sha256sum -- * >SHA256SUMS)
}

# Extracts the commit; `git archive` writes its hash into the sources. $1: the folder.
export_sources() {
    # The build folder inside remains, for an incremental build.
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
    git archive HEAD | tar -x -C "$1"
}

# Builds and strips the programs. $1: the version, $2: the sources, $3: the folder for the programs.
build_programs() {
    local program folder options
    # Objects of an incremental build contain a hash of the uncompiled module, with the paths of its sources.
    options=(
        -c release --static-swift-stdlib --disable-index-store -debug-info-format none
        -Xswiftc -file-prefix-map -Xswiftc "$2=/usr/src/seek-$1" -Xcc "-ffile-prefix-map=$2=/usr/src/seek-$1"
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker -s -Xlinker -z -Xlinker now
    )
    mkdir -p "$3" "$2/.build/tmp"
    for program in seek seek-web fixture-server; do
        echo "release: building $program" >&2
        TMPDIR=$2/.build/tmp swift build --package-path "$2" "${options[@]}" --product "$program" >"$2/.build/log" 2>&1 || {
            cat "$2/.build/log" >&2
            return 1
        }
    done
    rm -rf "$2/.build/tmp"
    folder=$(swift build --package-path "$2" "${options[@]}" --show-bin-path)
    for program in seek seek-web fixture-server; do
        if grep --text --quiet --fixed-strings "$2" "$folder/$program"; then
            echo "release: $program contains the path of its build folder; use #fileID in place of #filePath" >&2
            return 1
        fi
        install -m 755 "$folder/$program" "$3/$program"
    done
}

# Arranges the files as in /usr. $1: the version, $2: the sources, $3: the programs, $4: the release notes, $5: the folder.
stage() {
    local share=$5/share packaging=$2/Scripts/Packaging
    mkdir -p "$5/bin" "$share/man/man1" "$share/doc/seek" "$share/seek/Fixtures"
    install -m 755 "$3"/* "$5/bin"
    install -D -m 644 <("$3/seek" completion bash) "$share/bash-completion/completions/seek"
    install -D -m 644 <("$3/seek" completion zsh) "$share/zsh/site-functions/_seek"
    install -D -m 644 <("$3/seek" completion fish) "$share/fish/vendor_completions.d/seek.fish"
    "$3/seek" reference man >"$share/man/man1/seek.1"
    manual "$1" "$3/seek-web" "serve the web app of Seek" >"$share/man/man1/seek-web.1"
    manual "$1" "$3/fixture-server" "serve sample data of the APIs that seek searches" >"$share/man/man1/fixture-server.1"
    cp -r "$2/Fixtures/sample-api" "$2/Fixtures/github" "$2/Fixtures/contract" "$share/seek/Fixtures"
    install -m 644 "$2/Packages/Seek/LICENSE" "$share/doc/seek/LICENSE"
    install -m 644 "$4" "$share/doc/seek/CHANGELOG.md"
    sed "s/@VERSION@/$1/g" "$packaging/INSTALL.md" >"$share/doc/seek/INSTALL.md"
    install -D -m 644 "$2/Packages/Web/Documentation/nginx.conf" "$share/doc/seek-web/nginx.conf"
    # Found by systemd below /usr/local, too.
    install -D -m 644 "$2/Packages/Web/Documentation/seek-web@.service" "$5/lib/systemd/system/seek-web@.service"
    install -D -m 644 "$packaging/debian/seek-web.sysusers" "$5/lib/sysusers.d/seek-web.conf"
}

# Prints the manual page of a program, which is its help. $1: the version, $2: the program, $3: what it does.
manual() {
    local folder program
    folder=$(mktemp -d)
    program=$folder/$(basename "$2")
    "$2" --help | gnu_help >"$folder/help"
    # shellcheck disable=SC2016 # expanded by the program
    printf '%s\n' '#!/bin/sh' 'exec cat "${0%/*}/help"' >"$program"
    chmod +x "$program"
    help2man --locale C.UTF-8 --no-info --name "$3" --version-string "$1" --source "seek $1" --manual Seek "$program"
    rm -r "$folder"
}

# Converts a help to the conventions of GNU, which help2man reads: “Usage:”, “or:”, each usage and the description of each option on
# one line.
gnu_help() {
    awk '
        /^usage: / { program = $2; line = $0; sub("usage", "Usage", line); next }
        program != "" && $1 == program { print line; line = $0; sub(/^ */, "  or:  ", line); next }
        program != "" && NF { text = $0; sub(/^ */, " ", text); line = line text; next }
        program != "" { print line; program = "" }
        /^ +--[^ ]+ [^ ]+$/ { option = $0; getline; sub(/^ +/, ""); $0 = option "  " $0 }
        { print }'
}

# Packs the files of a folder, without entries of folders, with which tar would replace the permissions of those that exist. $1: the
# folder, $2: the archive.
pack() {
    (
        cd "$(dirname "$1")" || exit
        find "$(basename "$1")" -type f -print0 | sort --zero-terminated |
            tar --create --null --files-from=- --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
                --mode=u=rwX,go=rX --format=gnu | gzip -9 --no-name >"$2"
    )
}

# Builds the Debian packages, and checks them. $1: the version, $2: the staged files, $3: the sources, $4: the work folder, $5: the
# output folder.
build_debian_packages() {
    local packages
    mkdir -p "$4/build"
    cp -r "$3/Scripts/Packaging/debian" "$4/build/debian"
    cp -r "$2" "$4/build/tree"
    printf '%s\n' "seek ($1-1) bookworm; urgency=medium" "" "  * Version $1; see CHANGELOG.md." "" \
        " -- The Seek authors <seek@seek.invalid>  $(date --rfc-email --date "@$SOURCE_DATE_EPOCH")" >"$4/build/debian/changelog"
    (cd "$4/build" && debian/rules binary >"$4/log" 2>&1) || {
        cat "$4/log" >&2
        return 1
    }
    packages=("$4"/*.deb)
    check_dependencies "$4"
    lintian --allow-root --fail-on error,warning "${packages[@]}" >&2
    cp "${packages[@]}" "$5"
}

# Compares the dependencies of the Debian packages in a folder with release.packages in repo.json. $1: the folder.
check_dependencies() {
    local package expected actual status=0
    for package in $(jq -r '.release.packages | keys[]' Scripts/repo.json); do
        expected=$(jq -r --arg package "$package" '.release.packages[$package] | .libraries + .others | sort[]' Scripts/repo.json)
        # Without versions and architectures. Alternatives remain on one line.
        actual=$(dpkg-deb --field "$1/${package}_"*.deb Depends | tr ',' '\n' | sed 's/ *([^)]*)//g; s/:[a-z0-9-]*//g; s/^ *//; s/ *$//' |
            sort --unique)
        diff <(echo "$expected") <(echo "$actual") >&2 || {
            echo "release: $package has other dependencies (>) than repo.json lists (<); correct one of them" >&2
            status=1
        }
    done
    return "$status"
}

# Prints the bill of materials. $1: the version, $2: the folder of the programs.
bill() {
    local libraries installed swift
    mapfile -t libraries < <(jq -r '[.release.packages[].libraries[]] | unique[]' Scripts/repo.json)
    # shellcheck disable=SC2016 # fields of dpkg
    installed=$(dpkg-query --show --showformat='${Package}\t${Version}\t${Architecture}\n' "${libraries[@]}")
    swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*[0-9]\).*/\1/p')
    # shellcheck source=/dev/null
    jq --sort-keys --arg version "$1" --arg commit "$(git rev-parse HEAD)" --arg swift "$swift" --arg installed "$installed" \
        --arg date "$(date --date "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" --arg sums "$(cd "$2" && sha256sum -- *)" \
        --arg distribution "$(. /etc/os-release && echo "$ID-$VERSION_ID")" --from-file Scripts/Packaging/bill.jq Scripts/repo.json
}
