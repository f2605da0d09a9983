#!/usr/bin/env bash
# Puts everything that `make test-kernel` boots into a cache folder: Debian's kernel, gpio-sim (which Debian leaves
# out), a static busybox and an initramfs. Run from nothing on Debian 12; a second run takes a second.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/kernel
APT=(apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
stop() { printf 'make test-kernel: %s\n' "$*" >&2; exit 1; }
# shellcheck source=gpio_sim.sh
. "$HERE/gpio_sim.sh"

# What the modules are for: virtio and ext4 carry the root and the journal, uinput the keypads, vhci and tiny-usb the
# I²C adapters, dummy_hcd and acm the LED grids. Seven grids: six seats and one to spare.
MODULES=(
    virtio_pci virtio_blk virtio_console ext4 crc32c_generic
    configfs evdev uinput i2c-dev vhci-hcd i2c-tiny-usb libcomposite dummy_hcd:num=7 usb_f_acm cdc-acm
)

check_system() {
    command -v apt-get >/dev/null ||
        stop "this needs Debian's packages, and there is no apt-get here. Run it on Debian 12, for example in a container: docker run --rm -it -v \"\$PWD:/wordtable\" -w /wordtable debian:12 make test-kernel"
    [ "$(dpkg --print-architecture)" = amd64 ] ||
        stop "this boots an x86-64 kernel with modules built here, and this machine is $(dpkg --print-architecture). Run it on amd64, or use make test-pi."
}

# What the host itself needs.
install_programs() {
    local missing=()
    command -v qemu-system-x86_64 >/dev/null || missing+=(qemu-system-x86)
    PATH=$PATH:/sbin:/usr/sbin command -v mke2fs >/dev/null || missing+=(e2fsprogs)
    [ "${#missing[@]}" = 0 ] || install "${missing[@]}"
}

# What only building gpio-sim needs (libelf1 is for the kernel's objtool).
install_compiler() {
    local missing=()
    command -v gcc >/dev/null || missing+=(gcc)
    command -v make >/dev/null || missing+=(make)
    command -v xz >/dev/null || missing+=(xz-utils)
    ldconfig -p | grep -q 'libelf\.so\.1' || missing+=(libelf1)
    [ "${#missing[@]}" = 0 ] || install "${missing[@]}"
}

install() {
    [ "$(id -u)" = 0 ] || stop "$* must be installed first: sudo apt-get install --no-install-recommends $*"
    say "installing $*"
    know_packages
    DEBIAN_FRONTEND=noninteractive "${APT[@]}" install -y --no-install-recommends "$@" >/dev/null ||
        stop "apt could not install $*. Its reason is above; once it is gone, run this again."
}

know_packages() {
    apt-cache show linux-image-amd64 >/dev/null 2>&1 && apt-cache show qemu-system-x86 >/dev/null 2>&1 && return
    [ "$(id -u)" = 0 ] || stop "apt has no lists of packages yet: sudo apt-get update"
    say "asking for the lists of packages"
    "${APT[@]}" update || stop "apt could not fetch its lists. Is there a network?"
}

dependency() { apt-cache depends "$1" | sed -n "s/^ *Depends: \($2\)$/\1/p" | head -1; }

download() { # FOLDER PACKAGE...
    local folder=$1
    shift
    mkdir -p "$folder"
    (cd "$folder" && "${APT[@]}" -o APT::Sandbox::User=root download "$@" >/dev/null) ||
        stop "apt could not download $*. Is there a network, and does apt-get update work?"
}

# Everything is made in a folder of its own and renamed at the end: an interrupted run leaves nothing half made.
fetch_kernel() {
    local image kernel version work source
    know_packages
    image=$(dependency linux-image-amd64 'linux-image-[0-9].*-amd64')
    [ -n "$image" ] || stop "apt knows no kernel called linux-image-amd64. Run apt-get update, or use Debian 12."
    kernel=${image#linux-image-}
    version=$(apt-cache policy "$image" | sed -n 's/^ *Candidate: //p')
    source=linux-source-$(cut -d. -f1-2 <<<"$kernel")
    say "kernel $kernel ($version): downloading"
    mkdir -p "$CACHE"
    work=$(mktemp -d "$CACHE/making.XXXXXX")
    trap 'rm -rf "${work:-}"' EXIT
    download "$work/source" "$source=$version" &
    local fetching_source=$!
    download "$work/image" "$image=$version" busybox-static
    download "$work/headers" "linux-headers-$kernel=$version" "linux-headers-${kernel%-amd64}-common=$version" \
        "$(dependency "linux-headers-$kernel" 'linux-kbuild-[0-9.]*')=$version"
    say "unpacking"
    dpkg-deb --fsys-tarfile "$work"/image/linux-image-*.deb | tar -x -C "$work" ./boot ./lib/modules
    dpkg-deb --fsys-tarfile "$work"/image/busybox-static_*.deb | tar -x -C "$work" ./bin/busybox
    for deb in "$work"/headers/*.deb; do dpkg-deb -x "$deb" "$work/headers"; done
    wait "$fetching_source" || exit 1
    say "the source of gpio-sim is here: building it"
    build_gpio_sim "$kernel" "$work"/source/linux-source-*.deb "$work/headers" "$work/gpio-sim.ko"
    keep_kernel "$kernel" "$version" "$work"
}

keep_kernel() { # KERNEL VERSION WORK
    local home=$CACHE/$2
    rm -rf "$home.new" "$home"
    mkdir -p "$home.new"
    mv "$3/boot/vmlinuz-$1" "$home.new/vmlinuz"
    mv "$3/lib/modules/$1" "$home.new/modules"
    mv "$3/bin/busybox" "$3/gpio-sim.ko" "$home.new/"
    mv "$home.new" "$home"
    ln -sfn "$2" "$CACHE/current"
    rm -rf "$3"
    say "kernel $2 is in $home ($(du -sh "$home" | cut -f1)); remove that folder to fetch a newer one"
}

# QEMU boots an ELF file, too, and that needs no unpacking each time.
unpack_kernel() {
    [ -s "$CACHE/current/vmlinux" ] && return
    python3 "$HERE/unpack_kernel.py" "$CACHE/current/vmlinuz" "$CACHE/current/vmlinux.new"
    mv "$CACHE/current/vmlinux.new" "$CACHE/current/vmlinux"
    say "kernel unpacked"
}

pack_initramfs() {
    local made=$CACHE/current/initramfs.made wanted
    wanted=$(cat "$HERE/initramfs.py" "$HERE/guest/init.sh" - <<<"${MODULES[*]}" | sha256sum)
    [ "$(cat "$made" 2>/dev/null)" = "$wanted" ] && return
    python3 "$HERE/initramfs.py" --modules "$CACHE/current/modules" --busybox "$CACHE/current/busybox" \
        --init "$HERE/guest/init.sh" --out "$CACHE/current/initramfs.gz" "${MODULES[@]}" "$CACHE/current/gpio-sim.ko"
    echo "$wanted" >"$made"
    say "initramfs packed"
}

check_system
install_programs
if [ ! -s "$CACHE/current/gpio-sim.ko" ]; then
    install_compiler
    fetch_kernel
fi
unpack_kernel
pack_initramfs
say "ready: $(readlink "$CACHE/current")"
