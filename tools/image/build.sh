#!/usr/bin/env bash
# Makes dist/wordtable_VERSION_arm64.img.xz, a card for the Raspberry Pi 3, 4, 5 and Zero 2 W: `make image`. The same commit
# and the same packages of Debian give the same bytes. Runs as root on Debian 12 or 13 (amd64). With COMPRESS=no there is only
# the .img, which is all that the tests need.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/package/release.sh
source tools/image/lib.sh

# In memory where there is room for it.
workshop() {
    local free
    free=$(df --output=avail -m /dev/shm 2>/dev/null | tail -1)
    if [ "${free:-0}" -gt 6000 ]; then echo /dev/shm; else echo "${TMPDIR:-/var/tmp}"; fi
}

[ "$(id -u)" = 0 ] || stop "only root can unpack a Debian. Run: sudo make image"
[ "$(uname -m)" = x86_64 ] || stop "this is made for a PC (x86_64)."
need mtools dosfstools fdisk xz-utils device-tree-compiler qemu-user-static debian-archive-keyring
version=$(python3 -c 'import firmware_host; print(firmware_host.__version__)')
deb=dist/wordtable_${version}_all.deb image=dist/wordtable_${version}_arm64.img
say "the Debian package"
tools/package/build_deb.sh >/dev/null
work=$(mktemp -d "$(workshop)/wordtable-image.XXXXXX")
trap 'rm -rf "$work"' EXIT
tools/image/debian.sh "$work/tree" "$deb"
tools/image/kernel.sh "$work/tree" "$work/boot"
tools/image/finish.sh "$work/tree"
dpkg-query --admindir="$work/tree/var/lib/dpkg" --show >"dist/wordtable_${version}_arm64.packages"
tools/image/card.sh "$work/tree" "$work/boot" "$image"
if [ "${COMPRESS:-yes}" != yes ]; then
    rm -f "$image.xz" # of an older image
    say "done: $image"
    exit
fi
say "compressing"
xz --force --keep -0 --threads=0 --block-size=32MiB "$image"
(cd dist && sha256sum "${image##*/}.xz")
ls -l "$image" "$image.xz"
say "done. Write $image.xz to a card with Raspberry Pi Imager."
