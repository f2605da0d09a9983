#!/usr/bin/env bash
# Makes the disk that the service is tested on: a small Debian 12 with systemd, wordtable installed as on a Pi, and the
# kernel's modules. Debian is made once; a changed wordtable costs some seconds, an unchanged one nothing.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PROJECT=$(cd "$HERE/../../.." && pwd)
CACHES=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable
CACHE=$CACHES/service
KERNEL=$CACHES/kernel/current
PATH=$PATH:/usr/sbin:/sbin
APT=(apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)
SIZE=900M # sparse: it takes what is in it

# A system, and what tools/install.sh asks apt for: what is missing here, it would fetch each time. alsa-utils is there
# to hear what is spoken.
PACKAGES=(
    apt systemd systemd-sysv udev dbus kmod bluez libnss-systemd espeak-ng alsa-utils
    python3-{venv,setuptools,wheel,dbus-fast,evdev,pyudev,luma.oled,pil,serial,smbus2,spidev,starlette,uvicorn,websockets}
)
# What of the project tools/install.sh installs from.
PROJECT_FILES=(pyproject.toml README.md LICENSE NOTICE debian firmware_host hardware systemd config tools)
# Of the kernel, the folders with anything that a table is built of or that the emulated machine needs.
MODULES=(
    drivers/{input,usb,gpio,spi,hid,virtio,char,block} drivers/i2c/{i2c-dev.ko,busses/i2c-tiny-usb.ko} sound/{core,drivers,soundcore.ko}
    fs/{9p,autofs,netfs,fscache,ext4,jbd2,configfs,mbcache.ko} net/9p crypto lib
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
stop() { printf 'The service cannot be tested: %s\n' "$*" >&2; exit 1; }
digest() { sha256sum | cut -c1-16; }

check_system() {
    [ "$(id -u)" = 0 ] || stop "making a Debian needs root. Run it as root, for example in a container of Debian 12."
    [ -s "$KERNEL/vmlinuz" ] || stop "there is no kernel yet. Run tests/kernel/prepare.sh first; it fetches one."
    command -v mmdebstrap >/dev/null && command -v mke2fs >/dev/null && return
    say "installing mmdebstrap and e2fsprogs"
    DEBIAN_FRONTEND=noninteractive "${APT[@]}" install -y --no-install-recommends mmdebstrap e2fsprogs >/dev/null ||
        stop "apt could not install mmdebstrap and e2fsprogs. Its reason is above; apt-get update may help."
}

# In memory where there is room for it: dpkg asks the disk to be sure of every file.
workshop() {
    local free
    free=$(df --output=avail -m /dev/shm 2>/dev/null | tail -1)
    if [ "${free:-0}" -gt 2000 ]; then echo /dev/shm; else echo "$CACHE"; fi
}

make_debian() { # TAR
    [ -s "$1" ] && return
    say "making a Debian 12 of ${#PACKAGES[@]} packages and what they need: about a minute, once"
    rm -f "$CACHE"/debian-*
    TMPDIR=$(workshop) mmdebstrap --quiet --mode=root --variant=essential --include="$(IFS=,; echo "${PACKAGES[*]}")" \
        --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Retries "3"' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --format=tar \
        bookworm "$1.new" || stop "Debian's packages could not be had. Is there a network?"
    mv "$1.new" "$1"
    say "Debian is there: $(du -h "$1" | cut -f1)"
}

# Everything that wordtable may need of pip, so that the installation needs no network; what Debian has, pip leaves alone.
make_wheels() { # FOLDER
    [ -d "$1" ] && return
    say "collecting the wheels of what wordtable needs"
    rm -rf "$CACHE"/wheels-*
    pip wheel --wheel-dir "$1.new" "${PROJECT}[web]" || stop "pip could not fetch everything. Is there a network?"
    rm -f "$1.new"/wordtable-*
    mv "$1.new" "$1"
}

needs_of_wordtable() {
    "$PROJECT/.venv/bin/python" -c 'import sys, tomllib
project = tomllib.load(sys.stdin.buffer)["project"]
print(project["dependencies"], project["optional-dependencies"]["web"])' <"$PROJECT/pyproject.toml"
}

pip() { "$PROJECT/.venv/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }

# What makes the difference between two images: wordtable, everything about the guest, and what they stand on.
state_of_things() { # DEBIAN WHEELS
    basename -a "$1" "$2" "$(readlink -f "$KERNEL")"
    cd "$PROJECT"
    find "${PROJECT_FILES[@]}" tests/kernel/service/{image.sh,overlay} -type f -not -path '*/__pycache__/*' \
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
    (cd "$KERNEL/modules/kernel" && cp -r --parents "${MODULES[@]}" "$folder/kernel/")
    cp "$KERNEL/gpio-sim.ko" "$folder/extra/"
    chroot "$1" depmod "$version" 2>/dev/null
}

make_image() { # DEBIAN WHEELS IMAGE
    local image=$3
    work=$(mktemp -d "$(workshop)/wordtable-image.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    say "installing wordtable into it"
    tar -x -C "$work" -f "$1"
    cp -r "$HERE/overlay/." "$work/"
    install_wordtable "$work" "$2"
    install_modules "$work"
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
    python3 "$HERE/../initramfs.py" --modules "$KERNEL/modules" --busybox "$KERNEL/busybox" --init "$HERE/init.sh" \
        --out "$CACHE/initramfs.gz" virtio_pci virtio_blk ext4 crc32c_generic
}

check_system
mkdir -p "$CACHE"
debian=$CACHE/debian-$(digest <<<"bookworm ${PACKAGES[*]}").tar
wheels=$CACHE/wheels-$(needs_of_wordtable | digest)
make_debian "$debian"
make_wheels "$wheels"
image=$CACHE/image-$(state_of_things "$debian" "$wheels" | digest).ext4
[ -s "$image" ] || make_image "$debian" "$wheels" "$image"
make_initramfs
ln -sfn "${image##*/}" "$CACHE/current.ext4"
say "ready"
