#!/usr/bin/env bash
# card.sh TREE BOOT IMAGE: an image of a card, without a loop device or a mount: FAT for the firmware, squashfs for the
# root, ext4 for /data. The same files give the same bytes.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$HERE/lib.sh"
TREE=$1 BOOT=$2 IMAGE=$3
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/image
BOOT_MIB=64 DATA_MIB=64 MIB=$((1024 * 1024))
DATA_ID=57540000-0000-4000-8000-000000000003
export E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH MTOOLS_SKIP_CHECK=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What changes lies on /data from the start: it is mounted over the empty folders of the root.
say "making the partitions"
mkdir -p "$work/data/lib" "$work/data/wordtable"
cp -a "$TREE/var/lib/." "$work/data/lib/"
find "$TREE/var/lib" -mindepth 1 -delete
find "$TREE" "$BOOT" "$work/data" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

mkfs.vfat --invariant -F 32 -s 1 -n WT-BOOT -i 57540001 -C "$work/boot" $((BOOT_MIB * 1024)) >/dev/null
for file in $(cd "$BOOT" && find . -type f | LC_ALL=C sort); do mcopy -m -i "$work/boot" "$BOOT/$file" "::/${file#./}"; done

native mksquashfs "$TREE" "$work/root" -comp lz4 -Xhc -b 64K -noappend -no-progress -quiet

tar --create --directory "$work/data" --sort=name --numeric-owner --file "$work/data.tar" .
truncate -s "${DATA_MIB}M" "$work/data.ext4"
native mke2fs -q -F -t ext4 -b 4096 -L wt-data -U $DATA_ID -m 1 -d "$work/data.tar" \
    -E "hash_seed=$DATA_ID,lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0" "$work/data.ext4"

say "putting them together"
root_mib=$((($(stat --format=%s "$work/root") + MIB - 1) / MIB))
start_root=$((4 + BOOT_MIB)) start_data=$((4 + BOOT_MIB + root_mib))
rm -f "$IMAGE.new"
truncate -s $((start_data + DATA_MIB))M "$IMAGE.new"
sfdisk --quiet "$IMAGE.new" <<TABLE
label: dos
label-id: 0x57544231
start=4MiB, size=${BOOT_MIB}MiB, type=c, bootable
start=${start_root}MiB, size=${root_mib}MiB, type=83
start=${start_data}MiB, size=${DATA_MIB}MiB, type=83
TABLE
put() { dd if="$1" of="$IMAGE.new" bs=1M seek="$2" conv=notrunc,sparse status=none; }
put "$work/boot" 4
put "$work/root" $start_root
put "$work/data.ext4" $start_data
mv "$IMAGE.new" "$IMAGE"
