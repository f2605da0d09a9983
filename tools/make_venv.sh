#!/bin/sh
# Makes a virtual environment with this project in it: make_venv.sh DIRECTORY EXTRAS
# If Debian packages are missing, it installs them as root, or otherwise says which.
set -eu
venv=$1
extras=$2
python=${PYTHON:-python3}

say() { printf '\033[1m·\033[0m %s\n' "$*" >&2; }
fail() { printf '\033[31m✗\033[0m %s\n' "$*" >&2; exit 1; }

# need WHAT PACKAGE…: installs Debian packages as root, or says how.
need() {
    what=$1
    shift
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "$what: installing $*"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null && return
    fi
    fail "$what. On Debian and Raspberry Pi OS: sudo apt install $*, then run make again."
}

command -v "$python" >/dev/null || need "Python is missing" python3 python3-venv python3-dev
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "wordtable needs Python 3.11 or newer; this is $("$python" -V 2>&1). Try: make PYTHON=python3.12 …"
"$python" -c 'import ensurepip, venv' 2>/dev/null || need "Python cannot make virtual environments" python3-venv
if [ "$(uname -s)" = Linux ]; then
    header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
    [ -e "$header" ] || need "The keypad library (evdev) has to be compiled and needs Python's headers" python3-dev
    [ -e /usr/include/linux/input.h ] || need "The keypad library (evdev) needs the kernel's headers" linux-libc-dev
    command -v cc >/dev/null || command -v gcc >/dev/null || need "The keypad library (evdev) needs a C compiler" gcc
fi

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    say "making $venv"
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi
say "installing wordtable and what it needs into $venv (about a minute the first time)"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".[$extras]" ||
    fail "pip could not install everything (see above). Check the network, then run make again."
touch "$venv/.ready"
