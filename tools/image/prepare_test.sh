#!/usr/bin/env bash
# What `make test-image` needs: an image, and the programs that boot it.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/package/release.sh
need qemu-system-arm mtools dosfstools fdisk device-tree-compiler e2fsprogs squashfs-tools
compgen -G 'dist/wordtable_*_arm64.img' >/dev/null || COMPRESS=no tools/image/build.sh
