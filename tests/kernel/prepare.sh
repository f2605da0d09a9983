#!/usr/bin/env bash
# Puts everything that `make test-kernel` boots into a cache folder: Debian's kernel, gpio-sim (which Debian leaves
# out), a static busybox and an initramfs. DEBIAN=13 or 12 says whose. Run as root on Debian; a second run takes a second.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=debian.sh
. "$HERE/debian.sh"
CACHE=$CACHES/kernel

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
stop() { printf 'make test-kernel: %s\n' "$*" >&2; exit 1; }

# What the modules are for: virtio and ext4 carry the root and the journal, uinput the keypads, vhci and tiny-usb the
# I²C adapters, dummy_hcd and acm the LED grids. Seven grids: six seats and one to spare.
MODULES=(
    virtio_pci virtio_blk virtio_console ext4 crc32c_generic
    configfs evdev uinput i2c-dev vhci-hcd i2c-tiny-usb libcomposite dummy_hcd:num=7 usb_f_acm cdc-acm
)

check_system() {
    command -v apt-get >/dev/null ||
        stop "this needs Debian's packages, and there is no apt-get here. Run it on Debian, for example in a container: docker run --rm -it --privileged -v \"\$PWD:/wordtable\" -w /wordtable debian:12 make test-kernel"
    [ "$(dpkg --print-architecture)" = amd64 ] ||
        stop "this boots an x86-64 kernel with modules built here, and this machine is $(dpkg --print-architecture). Run it on amd64, or use make test-pi."
}

install_programs() {
    local missing=()
    command -v qemu-system-x86_64 >/dev/null || missing+=(qemu-system-x86)
    command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
    command -v zstd >/dev/null || missing+=(zstd)
    PATH=$PATH:/sbin:/usr/sbin command -v mke2fs >/dev/null || missing+=(e2fsprogs)
    [ "${#missing[@]}" = 0 ] || install "${missing[@]}"
}

install() {
    [ "$(id -u)" = 0 ] || stop "$* must be installed first: sudo apt-get install --no-install-recommends $*"
    say "installing $*"
    apt-cache show qemu-system-x86 >/dev/null 2>&1 || "${APT[@]}" update || stop "apt could not fetch its lists. Is there a network?"
    DEBIAN_FRONTEND=noninteractive "${APT[@]}" install -y --no-install-recommends "$@" >/dev/null ||
        stop "apt could not install $*. Its reason is above; once it is gone, run this again."
}

# The kernel's modules can be built only by its own Debian's compiler, so a whole Debian with it is made and thrown away.
# Everything is made in a folder of its own and renamed at the end: an interrupted run leaves nothing half made.
fetch_kernel() {
    local kernel work tree
    [ "$(id -u)" = 0 ] || stop "making a Debian needs root. Run it as root, for example in a container."
    say "Debian $DEBIAN's kernel and compiler: downloading (about two minutes, once)"
    mkdir -p "$CACHE"
    work=$(mktemp -d "$(workshop "$CACHE")/wordtable-kernel.XXXXXX")
    trap 'rm -rf "${work:-}"' EXIT
    tree=$work/debian
    make_debian "$tree" --variant=apt --format=directory --include=linux-headers-amd64,make,xz-utils \
        --customize-hook='cd "$1" && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq -o APT::Sandbox::User=root download busybox-static $(cd usr/src && ls -d linux-headers-*-amd64 | sed -E "s/linux-headers-(([0-9]+[.][0-9]+).*)/linux-image-\\1 linux-source-\\2/")'
    kernel=$(basename "$tree"/usr/src/linux-headers-*-amd64)
    kernel=${kernel#linux-headers-}
    say "unpacking"
    for package in linux-image busybox-static; do dpkg-deb -x "$tree/$package"[-_]*.deb "$work"; done
    [ ! -d "$work/usr/lib/modules" ] || mv "$work/usr/lib" "$work/lib" # where Debian 13 has them
    [ ! -d "$work/usr/bin" ] || mv "$work/usr/bin" "$work/bin"
    say "building gpio-sim"
    cp "$HERE/gpio_sim.sh" "$tree/"
    chroot "$tree" bash -euc 'stop() { echo "$*" >&2; exit 1; }; . /gpio_sim.sh; build_gpio_sim "$1" /linux-source-*.deb "" /gpio-sim.ko' bash "$kernel" ||
        stop "gpio-sim could not be built for Linux $kernel; the reason is above."
    keep_kernel "$kernel" "$work"
}

keep_kernel() { # KERNEL WORK
    local home=$CACHE/$1
    rm -rf "$home.new" "$home"
    mkdir -p "$home.new"
    mv "$2/boot/vmlinuz-$1" "$home.new/vmlinuz"
    mv "$2/lib/modules/$1" "$home.new/modules"
    mv "$2/bin/busybox" "$2/debian/gpio-sim.ko" "$home.new/"
    mv "$home.new" "$home"
    ln -sfn "$1" "$CACHE/current"
    rm -rf "$2"
    say "kernel $1 is in $home ($(du -sh "$home" | cut -f1)); remove that folder to fetch a newer one"
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
    wanted=$(cat "$HERE/../../tools/initramfs.py" "$HERE/guest/init.sh" - <<<"${MODULES[*]}" | sha256sum)
    [ "$(cat "$made" 2>/dev/null)" = "$wanted" ] && return
    python3 "$HERE/../../tools/initramfs.py" --modules "$CACHE/current/modules" --busybox "$CACHE/current/busybox" \
        --init "$HERE/guest/init.sh" --out "$CACHE/current/initramfs.gz" "${MODULES[@]}" "$CACHE/current/gpio-sim.ko"
    echo "$wanted" >"$made"
    say "initramfs packed"
}

check_system
install_programs
[ -s "$CACHE/current/gpio-sim.ko" ] || fetch_kernel
unpack_kernel
pack_initramfs
say "ready: Debian $DEBIAN, $(readlink "$CACHE/current")"
