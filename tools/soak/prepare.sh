#!/usr/bin/env bash
# Installs what a soak needs besides Python, if it runs as root: libfaketime, which makes the clock of a process jump.
# Otherwise the soak says what it had to leave out.
set -euo pipefail

compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "There is no libfaketime here: the clock will not jump. On Debian: sudo apt install libfaketime" >&2
    exit 0
fi
echo "Installing libfaketime: the wall clock of the console is to jump." >&2
if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libfaketime >/dev/null; }; then
    echo "libfaketime could not be installed (apt's words are above): the clock will not jump. Run make soak again." >&2
fi
