#!/usr/bin/env bash
# debian.sh FOLDER DEB…: makes a tree of Debian 13 for a 64-bit Pi, with the packages of packages.txt and these.
#
# Packages are unpacked and configured by this computer's own processor: while their scripts run, the tree has the
# shell, coreutils, Perl, Python and systemd of both processors, and this computer's in front. What is only there for the
# Pi (a few programs) runs under qemu-user. That takes a minute instead of twenty.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$HERE/lib.sh"
TREE=$1
shift
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/image
NATIVE=$CACHE/native
ARCH=$(dpkg --print-architecture)
LIBRARIES=$(uname -m)-linux-gnu
LOADER=lib64/ld-linux-x86-64.so.2
# Unneeded at the table: manuals, translations, icons.
LEFT_OUT=(
    '--path-exclude=/usr/share/doc/*' '--path-include=/usr/share/doc/*/copyright' '--path-exclude=/usr/share/man/*'
    '--path-exclude=/usr/share/info/*' '--path-exclude=/usr/share/locale/*' '--path-exclude=/usr/share/lintian/*'
    '--path-exclude=/usr/share/bash-completion/*' '--path-exclude=/usr/share/zsh/*' '--path-exclude=/usr/share/iso-codes/*'
    '--path-exclude=/usr/share/xml/iso-codes/*' '--path-exclude=/usr/share/bug/*' '--path-exclude=/usr/share/help/*'
)

# needs DEB…: what these packages depend on, one per line.
needs() {
    local deb
    for deb in "$@"; do dpkg-deb --field "$deb" Depends; done | tr ',' '\n' | sed -E 's/\(.*//; s/\|.*//; s/ //g' | grep .
}

# spread TREE DEB…: the files of packages, without their scripts.
spread() {
    local tree=$1 deb
    shift
    for deb in "$@"; do dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$tree" --keep-directory-symlink; done
}

unpack_native() { # DEB…
    rm -rf "$NATIVE"
    mkdir -p "$NATIVE/usr/bin" "$NATIVE/usr/sbin" "$NATIVE/usr/lib" "$NATIVE/usr/lib64"
    for merged in bin sbin lib lib64; do ln -s "usr/$merged" "$NATIVE/$merged"; done
    spread "$NATIVE" "$@"
}

# As every bootstrap begins: a tree in which the scripts of packages can run.
begin_tree() { # DEB…
    mkdir -p "$TREE/usr/bin" "$TREE/usr/sbin" "$TREE/usr/lib" "$TREE/var/lib/dpkg/info" "$TREE/var/lib/dpkg/updates"
    for merged in bin sbin lib; do ln -s "usr/$merged" "$TREE/$merged"; done
    : >"$TREE/var/lib/dpkg/status"
    : >"$TREE/var/lib/dpkg/available"
    echo arm64 >"$TREE/var/lib/dpkg/arch"
    spread "$TREE" "$@"
    printf '#!/bin/sh\nexit 101\n' >"$TREE/usr/sbin/policy-rc.d" # nothing may be started
    chmod 755 "$TREE/usr/sbin/policy-rc.d"
}

# borrow: this computer's programs in place of the Pi's. give_back: the other way round.
borrow() {
    mkdir -p "$TREE/usr/lib64"
    ln -s usr/lib64 "$TREE/lib64"
    cp -a "$NATIVE/usr/lib/$LIBRARIES" "$TREE/usr/lib/"
    cp -L "$NATIVE/$LOADER" "$TREE/$LOADER"
    cp -a "$NATIVE/usr/lib/python3.13/lib-dynload/." "$TREE/usr/lib/python3.13/lib-dynload/" 2>/dev/null || true
    (cd "$NATIVE" && find usr/bin usr/sbin usr/lib/systemd usr/lib/dpkg -type f -perm /111 ! -name ldconfig) |
        while read -r program; do
            [ -f "$TREE/$program" ] && [ ! -L "$TREE/$program" ] || continue
            head -c 4 "$NATIVE/$program" | grep -q ELF || continue
            mv "$TREE/$program" "$TREE/$program.pi"
            cp -a "$NATIVE/$program" "$TREE/$program"
        done
    # Python is compiled once at the end, for all packages.
    mv "$TREE/usr/bin/py3compile" "$TREE/usr/bin/py3compile.pi"
    ln -s true "$TREE/usr/bin/py3compile"
}

give_back() {
    find "$TREE/usr" -name '*.pi' -type f | while read -r program; do mv "$program" "${program%.pi}"; done
    rm -rf "$TREE/usr/lib/$LIBRARIES" "$TREE/usr/lib64" "$TREE/lib64"
    rm -f "$TREE"/usr/lib/python3.13/lib-dynload/*."cpython-313-$LIBRARIES.so"
}

# inside COMMAND…: runs it with the tree's /proc and /dev, in a mount namespace of its own.
inside() {
    # shellcheck disable=SC2016  # the inner shell expands it
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root \
        SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" PYTHONHASHSEED=0 unshare --mount sh -c '
            mkdir -p "$0/proc" "$0/dev" && mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec "$@"' "$TREE" "$@"
}

# dpkg of this computer works on the tree; the scripts of packages run inside it.
dpkg_there() {
    inside dpkg --root="$TREE" --force-architecture --force-unsafe-io --force-confold --force-depends --force-not-root \
        --log=/dev/null "${LEFT_OUT[@]}" "$@"
}

# Compiled files that are never compared with their source: the root is read-only, and times of files are not kept.
compile_python() {
    inside chroot "$TREE" find /usr/lib/python3 /usr/lib/python3.13 /usr/lib/wordtable -name __pycache__ -prune -exec rm -rf {} +
    inside chroot "$TREE" python3 -m compileall -q -j0 --invalidation-mode unchecked-hash \
        /usr/lib/python3 /usr/lib/python3.13 /usr/lib/wordtable
}

can_run_arm64() {
    local binfmt=/proc/sys/fs/binfmt_misc
    [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt ||
        stop "this computer cannot run programs of a Pi, because binfmt_misc is missing."
    [ -e $binfmt/qemu-aarch64 ] || printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:OCF' >$binfmt/register
}

quietly() { # LOG COMMAND…
    local log=$1
    shift
    "$@" >"$log" 2>&1 || { tail -n 25 "$log" >&2; stop "the packages could not be installed; the whole story is in $log."; }
}

can_run_arm64
say "downloading packages"
theirs=$(make_apt "$CACHE/$ARCH" "$ARCH") ours=$(make_apt "$CACHE/arm64" arm64)
mapfile -t native < <(names "$HERE/native.txt")
mapfile -t packages < <(names "$HERE/packages.txt"; needs "$@")
for apt in "$theirs" "$ours"; do update "$apt"; done
mapfile -t native_debs < <(wanted "$theirs" '?essential' "${native[@]}")
mapfile -t first < <(wanted "$ours" '?essential')
mapfile -t debs < <(wanted "$ours" '?essential' "${packages[@]}")
all_here "${native_debs[@]}" || download "$theirs" '?essential' "${native[@]}"
all_here "${debs[@]}" || download "$ours" '?essential' "${packages[@]}"
say "unpacking ${#debs[@]} packages"
unpack_native "${native_debs[@]}"
begin_tree "${first[@]}"
quietly "$CACHE/unpack.log" dpkg_there --no-triggers --unpack "${debs[@]}" "$@"
say "configuring them"
borrow
quietly "$CACHE/configure.log" dpkg_there --configure --pending
quietly "$CACHE/compile.log" compile_python
give_back
rm "$TREE/usr/sbin/policy-rc.d"
left=$(dpkg-query --admindir="$TREE/var/lib/dpkg" --show --showformat='${db:Status-Abbrev} ${Package}\n' | grep -v '^ii ' || true)
[ -z "$left" ] || stop "not everything is configured: $left"
say "Debian is ready: $(du -sm "$TREE" | cut -f1) MB"
