# What the scripts that make the card share: where things are, and an apt for another Debian than the one we run on.
# shellcheck shell=bash

MIRROR=${MIRROR:-http://deb.debian.org/debian}
SECURITY=${SECURITY:-http://deb.debian.org/debian-security}
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
stop() { printf 'make image: %s\n' "$*" >&2; exit 1; }

# names FILE: the words of a list, without its comments.
names() { sed 's/#.*//' "$1" | tr -s ' \n' '\n' | grep .; }

# make_apt FOLDER ARCHITECTURE: prints the settings of an apt that knows Debian 13, and a computer with nothing on it.
make_apt() {
    local apt=$1 suite
    mkdir -p "$apt/state/lists/partial" "$apt/archives/partial"
    : >"$apt/status"
    for suite in "$MIRROR trixie" "$MIRROR trixie-updates" "$MIRROR trixie-backports" "$SECURITY trixie-security"; do
        echo "deb [signed-by=$KEYRING] $suite main non-free-firmware"
    done >"$apt/sources.list"
    cat >"$apt/apt.conf" <<CONF
APT::Architecture "$2";
APT::Architectures { "$2"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "-";
CONF
    echo "$apt/apt.conf"
}

# update APT_CONF: renews apt's lists, unless they are younger than an hour.
update() {
    local lists=${1%/*}/state/lists
    [ -z "$(find "$lists/fresh" -mmin -60 2>/dev/null)" ] || return 0
    APT_CONFIG=$1 apt-get -qq update || stop "apt could not read Debian 13's lists. Check the network, then try again."
    touch "$lists/fresh"
}

# download APT_CONF PACKAGE…: fetches these, and what they depend on.
download() {
    local conf=$1
    shift
    APT_CONFIG=$conf apt-get -qq -y --download-only install "$@" >/dev/null ||
        stop "apt could not download the packages (see above). Check the network and the disk, then try again."
}

# wanted APT_CONF PACKAGE…: the files of these packages, and of what they depend on.
wanted() {
    local conf=$1
    shift
    # Inst NAME (VERSION ORIGIN [ARCHITECTURE])
    APT_CONFIG=$conf apt-get -s install "$@" | sed -nE 's/^Inst ([^ ]+) \(([^ ]+) .*\[([^]]+)\].*/\1_\2_\3.deb/p' |
        sed "s/:/%3a/; s#^#${conf%/*}/archives/#" | LC_ALL=C sort
}

all_here() { ls -- "$@" >/dev/null 2>&1; }

# native PROGRAM…: runs a program of Debian 13, whatever Debian this is. debian.sh has unpacked them.
native() {
    local tree=${XDG_CACHE_HOME:-$HOME/.cache}/wordtable/image/native program=$1
    shift
    "$tree/lib64/ld-linux-x86-64.so.2" --library-path "$tree/usr/lib/x86_64-linux-gnu:$tree/usr/lib/x86_64-linux-gnu/systemd" \
        "$(PATH=$tree/usr/sbin:$tree/usr/bin command -v "$program")" "$@"
}
