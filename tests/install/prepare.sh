#!/usr/bin/env bash
# What `make test-install` needs: the programs that make a clean Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/package/release.sh
need debootstrap e2fsprogs
