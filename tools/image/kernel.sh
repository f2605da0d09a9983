#!/usr/bin/env bash
# kernel.sh TREE BOOT: Debian's newest kernel (from backports: it alone knows the Pi 5) and the Pi's firmware. The modules
# go into the tree; kernel, device trees and firmware into the folder that becomes the first partition.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$HERE/lib.sh"
TREE=$1 BOOT=$2
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/image
# What it takes to reach the root: the card readers of the Pi 3 and Zero 2 W (bcm2835), 4 (iproc) and 5 (brcmstb) with
# the pins and regulators that they need; the two file systems; and the watchdog, which also switches the Pi off.
FIRST=(
    fixed gpio-regulator reset-raspberrypi pinctrl-brcmstb-bcm2712 gpio-brcmstb
    bcm2835 sdhci-iproc sdhci-brcmstb squashfs ext4 bcm2835_wdt
)
TREES=(bcm2837-rpi-3-{a-plus,b,b-plus} bcm2837-rpi-zero-2-w bcm2711-rpi-{4-b,400} bcm2712{,-d}-rpi-5-b)
FIRMWARE=(bootcode.bin {start,start4}.elf {fixup,fixup4}.dat)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
apt=$CACHE/arm64/apt.conf
depends() { APT_CONFIG=$apt apt-cache depends "$1" | sed -nE "s/^ *Depends: ($2)\$/\1/p" | head -1; }
image=$(depends linux-image-arm64/trixie-backports 'linux-image-[0-9].*-arm64')
version=${image#linux-image-}
parts=("linux-base-$version" "linux-binary-$version" "linux-modules-$version" raspi-firmware)
say "Linux $version"
mkdir -p "$CACHE/kernel"
(cd "$CACHE/kernel" && APT_CONFIG=$apt apt-get -qq download "${parts[@]}") ||
    stop "apt could not download the kernel. Check the network, then try again."
for part in "${parts[@]}"; do
    file=$(find "$CACHE/kernel" -name "${part}_*.deb" -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    dpkg-deb --extract "$file" "$work"
done

all=$work/usr/lib/modules/$version there=$TREE/usr/lib/modules/$version
mkdir -p "$there/kernel"
cp "$all"/modules.{builtin,builtin.modinfo,order} "$there/"
# shellcheck disable=SC2046  # the list has patterns, and braces that only eval expands
(cd "$all/kernel" && eval "cp --recursive --parents $(sed 's/#.*//' "$HERE/modules.txt" | tr '\n' ' ') $there/kernel/")
# And whatever these need.
ln -s usr/lib "$work/lib"
native depmod --basedir "$work" "$version"
(cd "$there" && find kernel -name '*.ko.xz') |
    awk -F ': *' 'NR == FNR { wanted[$1]; next } $1 in wanted { print $2 }' - "$all/modules.dep" | tr -s ' ' '\n' | grep . |
    LC_ALL=C sort --unique | (cd "$all" && xargs cp --parents --target-directory="$there")
# The root is compressed already; loading a module that is compressed twice takes a Pi several times as long.
find "$there" -name '*.ko.xz' -print0 | xargs -0 -n 100 -P 0 xz --decompress
native depmod --basedir "$TREE" "$version"

mkdir -p "$BOOT"
gzip --best --no-name <"$all/vmlinuz" >"$BOOT/vmlinuz" # the firmware unpacks it; a card is slower
for header in header header-pi5; do dtc -q -@ -O dtb -o "$work/$header.dtbo" "$HERE/$header.dts"; done
for name in "${TREES[@]}"; do
    case $name in
        bcm2712*) header=header-pi5 ;;
        *) header=header ;;
    esac
    fdtoverlay -i "$all/dtb/broadcom/$name.dtb" -o "$BOOT/$name.dtb" "$work/$header.dtbo"
done
cp "$BOOT/bcm2712-d-rpi-5-b.dtb" "$BOOT/bcm2712d0-rpi-5-b.dtb" # as the firmware calls it
for name in "${FIRMWARE[@]}"; do cp "$work/usr/lib/raspi-firmware/$name" "$BOOT/"; done
cp "$work/usr/share/doc/raspi-firmware/copyright" "$BOOT/LICENCE.firmware"
cp "$HERE"/boot/* "$BOOT/"
python3 "$HERE/../initramfs.py" --modules "$all" --busybox "$TREE/usr/bin/busybox" --init "$HERE/init" --out "$BOOT/initrd.img" "${FIRST[@]}"
