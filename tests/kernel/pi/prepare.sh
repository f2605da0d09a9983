#!/usr/bin/env bash
# Puts everything that `make test-pi` boots into a cache folder: Debian's arm64 kernel, gpio-sim cross-built for it, the
# device tree of a Raspberry Pi 3B, and Debian's arm64 userland in an initramfs. Nothing of it is installed on this
# machine. Run from nothing on Debian 12; a second run takes a second.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/pi
PYTHON=${PYTHON:-python3}
REVISION=0xa02082 # a Pi 3B of 2016, as its firmware writes it; gpiozero asks for it

# What the modules are for: bcm2835 and the next four the journal on the SD card, uinput the keypads, vhci and tiny-usb
# the I²C adapters, dummy_hcd and acm the LED grids.
MODULES=(
    bcm2835 mmc_block ext4 crc32c_generic bcm2835_wdt
    configfs evdev uinput i2c-dev vhci-hcd i2c-tiny-usb libcomposite dummy_hcd:num=7 usb_f_acm cdc-acm
)

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
stop() { printf 'make test-pi: %s\n' "$*" >&2; exit 1; }
# shellcheck source=../gpio_sim.sh
. "$HERE/../gpio_sim.sh"

# ── what this machine needs ──────────────────────────────────────────────────────────────────────

check_system() {
    local name=
    [ ! -r /etc/os-release ] || name=$(. /etc/os-release && echo "${ID:-}-${VERSION_CODENAME:-}")
    [ "$name" = debian-bookworm ] ||
        stop "this is made of Debian 12's packages, and this is no Debian 12. Run it in a container: docker run --rm -it -v \"\$PWD:/wordtable\" -w /wordtable debian:12 sh -c 'apt-get update && apt-get install -y make && make test-pi'"
}

# need PROGRAM PACKAGE…: Debian packages for programs that are not here, installed as root, or named.
need() {
    local missing=()
    while [ $# -gt 0 ]; do
        PATH=$PATH:/sbin:/usr/sbin command -v "$1" >/dev/null || missing+=("$2")
        shift 2
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] ||
        stop "first: sudo apt-get install --no-install-recommends ${missing[*]} – then run make again."
    say "installing ${missing[*]}"
    apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 update
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends \
        "${missing[@]}" >/dev/null ||
        stop "apt could not install ${missing[*]}. Once its reason above is gone, run make again."
}

# ── an apt of our own ────────────────────────────────────────────────────────────────────────────

# Knows the sources of this machine, but believes to be on a Pi on which nothing is installed.
make_apt() {
    local apt=$WORK/apt
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
    : >"$apt/status"
    cat >"$apt/apt.conf" <<-CONF
		APT::Architecture "arm64";
		APT::Architectures { "arm64"; "$(dpkg --print-architecture)"; };
		APT::Install-Recommends "false";
		APT::Sandbox::User "root";
		Acquire::Languages "none";
		Acquire::Retries "3";
		Dir::State "$apt/state";
		Dir::State::status "$apt/status";
		Dir::Cache "$apt/cache";
	CONF
    export APT_CONFIG=$apt/apt.conf
    apt-get -qq update || stop "apt could not fetch its lists of packages. Is there a network?"
}

dependency() { apt-cache depends "$1" | sed -n "s/^ *Depends: \($2\)\(:any\)\?$/\1/p" | head -1; }

download() { # FOLDER PACKAGE…
    local folder=$1
    shift
    mkdir -p "$folder"
    (cd "$folder" && apt-get -qq download "$@") || stop "apt could not download $*. Is there a network?"
}

names() { sed 's/ *#.*//' "$HERE/$1" | grep .; }

# ── the kernel ───────────────────────────────────────────────────────────────────────────────────

fetch_kernel() {
    IMAGE=$(dependency linux-image-arm64 'linux-image-[0-9].*-arm64')
    [ -n "$IMAGE" ] || stop "apt knows no linux-image-arm64. Are Debian's own packages among this machine's sources?"
    KERNEL=${IMAGE#linux-image-}
    VERSION=$(apt-cache policy "$IMAGE" | sed -n 's/^ *Candidate: //p')
    local base
    base=$(cut -d. -f1-2 <<<"$KERNEL")
    say "downloading Linux $KERNEL ($VERSION)"
    download "$WORK/image" "$IMAGE=$VERSION"
    download "$WORK/headers" "linux-headers-$KERNEL=$VERSION" "linux-headers-${KERNEL%-arm64}-common=$VERSION" \
        "linux-kbuild-$base:$(dpkg --print-architecture)=$VERSION"
    download "$WORK/source" "linux-source-$base=$VERSION"
    say "unpacking it"
    dpkg-deb --fsys-tarfile "$WORK"/image/*.deb |
        tar -x -C "$WORK/image" ./boot ./lib/modules "./usr/lib/$IMAGE/broadcom/bcm2837-rpi-3-b.dtb"
    for deb in "$WORK"/headers/*.deb; do
        dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$WORK/headers" --exclude='./usr/src/*/arch/[b-z]*'
    done
    cp "$WORK/image/boot/vmlinuz-$KERNEL" "$NEW/vmlinuz"
    make_device_tree "$WORK/image/usr/lib/$IMAGE/broadcom/bcm2837-rpi-3-b.dtb"
}

# The tree as the Pi's firmware would hand it over: with the board's revision. And without its Bluetooth chip, which
# QEMU does not have, so that the serial port it hangs on is free for the test.
make_device_tree() { # TREE
    cp "$1" "$NEW/pi.dtb"
    fdtput -p -t x "$NEW/pi.dtb" /system linux,revision "$REVISION"
    fdtput -r "$NEW/pi.dtb" /soc/serial@7e201000/bluetooth
}

# ── the userland ─────────────────────────────────────────────────────────────────────────────────

make_userland() {
    local root=$WORK/system wanted deb
    readarray -t wanted < <(names packages.txt)
    say "downloading Debian's arm64 packages"
    apt-get -qq -y --download-only install "${wanted[@]}" >/dev/null ||
        stop "apt could not download ${wanted[*]}. Is there a network?"
    mkdir -p "$root/usr/bin" "$root/usr/sbin" "$root/usr/lib"
    for merged in bin sbin lib; do ln -s "usr/$merged" "$root/$merged"; done
    for deb in "$WORK"/apt/cache/archives/*.deb; do dpkg-deb --fsys-tarfile "$deb" | unpack "$root"; done
    mkdir -p "$root"/{etc,proc,sys,dev,run,tmp,root,journal,opt/wheels}
    ln -s busybox "$root/bin/sh"
    say "downloading wheels for aarch64"
    "$PYTHON" -m pip --disable-pip-version-check --quiet --quiet install --target "$root/opt/wheels" --no-deps \
        --no-compile --only-binary=:all: --implementation cp --python-version 3.11 --platform manylinux_2_34_aarch64 \
        --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --requirement "$HERE/wheels.txt" ||
        stop "pip could not download the wheels; its own words are above. Is there a network?"
    # Reading Python's source takes the emulated Pi a minute, and its bytes a few seconds. They are the same on every
    # machine, and never checked against the source: an initramfs has no times of files.
    "$PYTHON" -m compileall -q -j0 --invalidation-mode unchecked-hash -s "$root" "$root/usr/lib/python3.11" \
        "$root/usr/lib/python3/dist-packages" "$root/opt/wheels" >/dev/null ||
        say "not all of it could be compiled: the Pi will be slower"
}

# Everything of a package but what nobody reads on this Pi: the less there is, the sooner it boots.
unpack() { # ROOT
    tar -x -C "$1" --keep-directory-symlink --exclude='./usr/share/doc' --exclude='./usr/share/man' \
        --exclude='./usr/share/locale' --exclude='./usr/share/info' --exclude='./lib/udev/hwdb.d' \
        --exclude='./usr/lib/python3.11/test' --exclude='./usr/lib/python3.11/lib2to3' \
        --exclude='./usr/lib/python3.11/pydoc*'
}

# ── all of it ────────────────────────────────────────────────────────────────────────────────────

key() {
    cat "$HERE"/{prepare.sh,packages.txt,wheels.txt} "$HERE"/{../../../tools/initramfs.py,../gpio_sim.sh} | sha256sum | cut -c1-16
}

# Everything is made in a folder of its own and renamed at the end: an interrupted run leaves nothing half made.
make_everything() {
    mkdir -p "$CACHE"
    WORK=$(mktemp -d "$CACHE/making.XXXXXX")
    NEW=$WORK/new
    trap 'rm -rf "$WORK"' EXIT
    mkdir "$NEW"
    say "asking for the lists of packages"
    make_apt
    fetch_kernel
    make_userland
    say "building gpio-sim"
    CROSS_COMPILE=aarch64-linux-gnu- build_gpio_sim "$KERNEL" "$WORK"/source/*.deb "$WORK/headers" "$WORK/gpio-sim.ko" \
        ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- DEB_BUILD_ARCH="$(dpkg --print-architecture)" DEB_HOST_ARCH=arm64 \
        DEB_HOST_GNU_TYPE=aarch64-linux-gnu
    say "packing"
    "$PYTHON" "$HERE/../../../tools/initramfs.py" --modules "$WORK/image/lib/modules/$KERNEL" --busybox "$WORK/system/bin/busybox" \
        --tree "$WORK/system" --out "$NEW/initramfs.gz" "${MODULES[@]}" "$WORK/gpio-sim.ko"
    echo "$KERNEL $VERSION" >"$NEW/kernel"
    find "$CACHE" -mindepth 1 -maxdepth 1 -type d ! -path "$WORK" ! -name 'making.*' -exec rm -rf {} +
    mv "$NEW" "$CACHE/$KEY"
    ln -sfn "$KEY" "$CACHE/current"
    say "tidying up"
    rm -rf "$WORK"
}

check_system
need qemu-system-aarch64 qemu-system-arm mke2fs e2fsprogs
KEY=$(key)
if [ "$(readlink "$CACHE/current")" != "$KEY" ]; then
    need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu fdtput device-tree-compiler make make gcc gcc xz xz-utils
    make_everything
fi
say "the Pi is ready: Linux $(cat "$CACHE/current/kernel"). (To fetch it anew, remove $CACHE.)"
