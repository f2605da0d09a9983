# Where an installed wordtable lies, and how install.sh and uninstall.sh speak. Sourced by both, so that they agree.
# shellcheck shell=bash disable=SC2034

PROGRAM=/opt/wordtable                  # the environment that the service runs from
BROUGHT=$PROGRAM/packages-from-apt      # the Debian packages that were not there before, one a line
COMMAND=/usr/local/bin/wordtable
CONFIG=/etc/wordtable/table.toml        # yours: made once, never changed, never removed
JOURNAL=/var/lib/wordtable              # yours too: house words, names, history; systemd makes it
SERVICE=wordtable.service
SWITCH_OFF=wordtable-shutdown.path

# What of systemd/ goes where.
SYSTEM_FILES=(
    "wordtable.service               /etc/systemd/system/wordtable.service"
    "wordtable-shutdown.path         /etc/systemd/system/wordtable-shutdown.path"
    "wordtable-shutdown.service      /etc/systemd/system/wordtable-shutdown.service"
    "udev/70-wordtable.rules         /etc/udev/rules.d/70-wordtable.rules"
    "modules-load.d/wordtable.conf   /etc/modules-load.d/wordtable.conf"
    "sysusers.d/wordtable.conf       /etc/sysusers.d/wordtable.conf"
)

if [ -t 1 ]; then bold=$'\033[1m' red=$'\033[31m' plain=$'\033[0m'; else bold='' red='' plain=''; fi

say() { printf '%s\n' "$*"; }
step() { printf '%s·%s %s\n' "$bold" "$plain" "$*"; }
fail() { printf '%s✗%s %s\n' "$red" "$plain" "$*" >&2; exit 1; }

# quietly COMMAND…: what it says is shown only if it fails.
quietly() {
    local said
    if said=$("$@" 2>&1); then return 0; fi
    printf '%s\n' "$said" | tail -n 15 | sed 's/^/    /' >&2
    return 1
}

# Asks, where somebody is there to answer. YES=1 is the answer in advance.
go_on() {
    local answer
    [ "${YES:-}" != 1 ] && [ -t 0 ] && [ -t 1 ] || return 0
    read -rp "Go on? [Y/n] " answer || answer=no
    case $answer in '' | [Yy] | [Yy][Ee][Ss]) ;; *) say "Nothing was changed."; exit 0 ;; esac
    say
}

# Whether systemd runs this computer: not in a tree that is only being prepared, nor where START=no says so.
systemd_runs() { [ "${START:-yes}" != no ] && [ -d /run/systemd/system ]; }

# The packages that dpkg has, one a line.
packages_here() { dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u; }

# How the system calls itself, in a subshell of its own: the file sets many names.
system_name() { (. /etc/os-release && printf '%s' "$PRETTY_NAME"); }
