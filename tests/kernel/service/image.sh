#!/usr/bin/env bash
# Makes the disk that the service is tested on: a small Debian (DEBIAN=13 or 12) with systemd, wordtable installed as on a Pi, and the
# kernel's modules. Debian is made once; a changed wordtable costs some seconds, an unchanged one nothing.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PROJECT=$(cd "$HERE/../../.." && pwd)
stop() { printf 'The service cannot be tested: %s\n' "$*" >&2; exit 1; }
# shellcheck source=../debian.sh
. "$HERE/../debian.sh"
CACHE=$CACHES/service
KERNEL=$CACHES/kernel/current
PATH=$PATH:/usr/sbin:/sbin
SIZE=900M # sparse: it takes what is in it

# A system, and what tools/install.sh asks apt for: what is missing here, it would fetch each time. alsa-utils is there
# to hear what is spoken, cryptography for bumble.
PACKAGES=(
    apt systemd systemd-sysv udev dbus kmod bluez libnss-systemd espeak-ng alsa-utils
    python3-{venv,setuptools,wheel,dbus-fast,evdev,pyudev,cryptography,luma.oled,pil,segno,serial,smbus2,spidev,starlette,tomlkit,uvicorn,websockets}
)
# What of the project tools/install.sh installs from.
PROJECT_FILES=(pyproject.toml README.md LICENSE NOTICE debian firmware_host hardware systemd config tools)
# Of the kernel, the folders with anything that a table is built of or that the emulated machine needs.
MODULES=(
    drivers/{input,usb,gpio,spi,hid,virtio,char,block} drivers/bluetooth drivers/i2c/{i2c-dev.ko,busses/i2c-tiny-usb.ko} sound/{core,drivers,soundcore.ko}
    fs/{9p,autofs,netfs,fscache,ext4,jbd2,configfs,mbcache.ko} net/{9p,bluetooth,rfkill} arch/x86/crypto crypto lib
)
# What a Debian does when it starts and no table needs; emulated, each costs a second.
UNNEEDED=(
    getty.target serial-getty@ttyS0.service console-getty.service systemd-logind.service systemd-user-sessions.service
    systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-random-seed.service systemd-binfmt.service
    proc-sys-fs-binfmt_misc.automount dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount
    sys-kernel-tracing.mount sys-fs-fuse-connections.mount modprobe@{fuse,drm,efi_pstore,dm_mod,loop}.service
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer
    systemd-tmpfiles-clean.timer systemd-pcrphase.service systemd-pcrphase-sysinit.service systemd-pstore.service
    alsa-restore.service alsa-state.service bluetooth.service systemd-journal-flush.service systemd-remount-fs.service
)

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
digest() { sha256sum | cut -c1-16; }

check_system() {
    [ "$(id -u)" = 0 ] || stop "making a Debian needs root. Run it as root, for example in a container."
    [ -s "$KERNEL/vmlinuz" ] || stop "there is no kernel yet. Run tests/kernel/prepare.sh first; it fetches one."
}

get_debian() { # TAR
    [ -s "$1" ] && return
    say "making a Debian $DEBIAN of ${#PACKAGES[@]} packages and what they need: about a minute, once"
    rm -f "$CACHE"/debian-*
    make_debian "$1.new" --variant=essential --include="$(IFS=,; echo "${PACKAGES[*]}")" --format=tar
    mv "$1.new" "$1"
    say "Debian is there: $(du -h "$1" | cut -f1)"
}

# The air and the keypads of the tests with Bluetooth; not for wordtable, so in a folder of its own.
get_bumble() { # FOLDER
    [ -d "$1" ] && return
    say "fetching bumble"
    rm -rf "$CACHE"/bumble-*
    "$PROJECT/.venv/bin/python" -m pip --quiet --disable-pip-version-check install --target "$1.new" --no-deps --no-compile \
        --only-binary=:all: --python-version "$PYTHON_THERE" --require-hashes --requirement "$HERE/bumble.lock" ||
        stop "pip could not fetch bumble. Is there a network?"
    mv "$1.new" "$1"
}

# Everything that tools/install.sh may want of PyPI, so that the installation needs no network. What has no wheel for this
# Python, Debian has; anything else that is missing, the installation tells.
get_wheels() { # FOLDER
    [ -d "$1" ] && return
    say "collecting the wheels of what wordtable needs"
    rm -rf "$CACHE"/wheels-*
    mkdir -p "$1.new"
    local name
    while read -r name; do
        sed -n "/^$name==/,/[^\\\\]\$/p" "$PROJECT/tools/libraries.lock" >"$1.new/lock"
        "$PROJECT/.venv/bin/python" -m pip --quiet --quiet --disable-pip-version-check download --dest "$1.new" --no-deps \
            --only-binary=:all: --python-version "$PYTHON_THERE" --platform manylinux_2_28_x86_64 \
            --platform manylinux2014_x86_64 --require-hashes --requirement "$1.new/lock" 2>/dev/null || say "no wheel of $name"
    done < <(sed -n 's/==.*//p' "$PROJECT/tools/libraries.lock")
    rm "$1.new/lock"
    mv "$1.new" "$1"
}

# What makes the difference between two images: wordtable, everything about the guest, and what they stand on.
state_of_things() { # DEBIAN WHEELS BUMBLE
    basename -a "$@" "$(readlink -f "$KERNEL")"
    cd "$PROJECT"
    find "${PROJECT_FILES[@]}" tests/kernel/service/{image.sh,overlay} tests/kernel/debian.sh -type f -not -path '*/__pycache__/*' \
        -not -path 'tools/words/*' -not -path 'tools/bench/*' -print0 | sort -z | xargs -0 sha256sum
}

# As `sudo make install` does it on a Pi, in a system that is not running; the table's config is there before.
install_wordtable() { # ROOT WHEELS
    mkdir -p "$1/project" "$1/wheels"
    (cd "$PROJECT" && cp -r "${PROJECT_FILES[@]}" "$1/project/")
    cp "$2"/*.whl "$1/wheels"
    # In a mount namespace of its own: whatever happens, /proc and /dev do not stay mounted there.
    # shellcheck disable=SC2016 # it is the inner shell that expands
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin YES=1 START=no PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels unshare --mount \
        sh -c 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" bash /project/tools/install.sh' \
        "$1" >"$CACHE/install.log" 2>&1 ||
        { cat "$CACHE/install.log" >&2; stop "tools/install.sh failed; its reason is above."; }
    rm -rf "$1/project" "$1/wheels"
}

install_modules() { # ROOT
    local version folder
    version=$(grep -ao 'vermagic=[^ ]*' "$KERNEL/gpio-sim.ko" | head -1 | cut -d= -f2)
    [ -n "$version" ] || stop "the kernel does not say which one it is. Remove $KERNEL and run this again."
    folder=$1/lib/modules/$version
    mkdir -p "$folder/kernel" "$folder/extra"
    cp "$KERNEL"/modules/modules.* "$folder/"
    # Debian 13's are packed: x.ko.xz.
    (cd "$KERNEL/modules/kernel" && for each in "${MODULES[@]}"; do [ -e "$each" ] || each=$each.xz; [ ! -e "$each" ] || cp -r --parents "$each" "$folder/kernel/"; done)
    cp "$KERNEL/gpio-sim.ko" "$folder/extra/"
    chroot "$1" depmod "$version" 2>/dev/null
}

make_image() { # DEBIAN WHEELS BUMBLE IMAGE
    local image=$4
    work=$(mktemp -d "$(workshop "$CACHE")/wordtable-image.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    say "installing wordtable into it"
    tar -x -C "$work" -f "$1"
    cp -r "$HERE/overlay/." "$work/"
    install_wordtable "$work" "$2"
    install_modules "$work"
    cp -r "$3" "$work/opt/bumble"
    chroot "$work" python3 -m compileall -q /opt/bumble
    chroot "$work" systemctl --quiet enable hands.service
    chroot "$work" systemctl --quiet mask "${UNNEEDED[@]}"
    rm "$work"/usr/lib/systemd/system-generators/* # for disks and logins that this system does not have
    tr -d - </proc/sys/kernel/random/uuid >"$work/etc/machine-id" # without one, systemd takes every start for the first
    rm -f "$CACHE"/image-*
    mke2fs -q -F -t ext4 -L wordtable -d "$work" "$image.new" "$SIZE" ||
        stop "the image could not be written. Is the disk full? (It takes half a gigabyte under $CACHE.)"
    mv "$image.new" "$image"
    say "the image is there: $(du -h "$image" | cut -f1)"
}

make_initramfs() {
    python3 "$HERE/../../../tools/initramfs.py" --modules "$KERNEL/modules" --busybox "$KERNEL/busybox" --init "$HERE/init.sh" \
        --out "$CACHE/initramfs.gz" virtio_pci virtio_blk ext4 crc32c_generic
}

check_system
mkdir -p "$CACHE"
debian=$CACHE/debian-$(digest <<<"$SUITE ${PACKAGES[*]}").tar
wheels=$CACHE/wheels-$(digest <"$PROJECT/tools/libraries.lock")
get_debian "$debian"
get_wheels "$wheels"
bumble=$CACHE/bumble-$(digest <"$HERE/bumble.lock")
get_bumble "$bumble"
image=$CACHE/image-$(state_of_things "$debian" "$wheels" "$bumble" | digest).ext4
[ -s "$image" ] || make_image "$debian" "$wheels" "$bumble" "$image"
make_initramfs
ln -sfn "${image##*/}" "$CACHE/current.ext4"
say "ready"
