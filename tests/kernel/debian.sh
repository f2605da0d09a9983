# shellcheck shell=bash
# Which Debian the kernel's tests run on, and how to make one. For the scripts that prepare machines: they know `stop`.

DEBIAN=${DEBIAN:-13}
case $DEBIAN in
    12) SUITE=bookworm PYTHON_THERE=3.11 ;;
    13) SUITE=trixie PYTHON_THERE=3.13 ;;
    *) stop "there is no Debian $DEBIAN to test on. Use DEBIAN=12 or DEBIAN=13." ;;
esac
CACHES=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/debian-$DEBIAN
APT=(apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)

# In memory where there is room for it: dpkg asks the disk to be sure of every file.
workshop() { # OTHERWISE
    local free
    free=$(df --output=avail -m /dev/shm 2>/dev/null | tail -1)
    if [ "${free:-0}" -gt 4000 ]; then echo /dev/shm; else echo "$1"; fi
}

make_debian() { # TARGET OPTION…
    local target=$1
    shift
    TMPDIR=$(workshop "$(dirname "$target")") mmdebstrap --quiet --mode=root --aptopt='APT::Install-Recommends "false"' \
        --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Retries "3"' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' "$@" "$SUITE" "$target" ||
        stop "Debian $DEBIAN's packages could not be had. Is there a network?"
}
