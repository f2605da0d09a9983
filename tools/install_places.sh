# Where wordtable is installed, and how install.sh and uninstall.sh print messages. Both source this file.
# shellcheck shell=bash disable=SC2034

PROGRAM=/opt/wordtable                  # the Python environment of the service
BROUGHT=$PROGRAM/packages-from-apt      # the Debian packages that we installed, one per line
COMMAND=/usr/local/bin/wordtable
CONFIG=/etc/wordtable/table.toml        # the user's own: created once, never changed or removed
JOURNAL=/var/lib/wordtable              # the user's own, too: house words, names, history; systemd creates it
LEAGUE_RESULTS=/var/lib/wordtable-league # the user's own, if this computer runs a league
SERVICE=wordtable.service
LEAGUE=wordtable-league.service         # installed, but off until somebody switches it on
WATCHES=(wordtable-shutdown.path wordtable-chore.path) # for what the console asks of systemd

# Where the files of systemd/ go, as lines "FROM TO". The list is the Debian package's own, which uses /usr/lib.
mapfile -t SYSTEM_FILES < <(sed -nE 's#^systemd/(.*/)?([^/ ]+) usr/lib/(.*)#\1\2 /etc/\3/\2#p' debian/wordtable.install)

if [ -t 1 ]; then bold=$'\033[1m' red=$'\033[31m' plain=$'\033[0m'; else bold='' red='' plain=''; fi

say() { printf '%s\n' "$*"; }
step() { printf '%s·%s %s\n' "$bold" "$plain" "$*"; }
fail() { printf '%s✗%s %s\n' "$red" "$plain" "$*" >&2; exit 1; }

# quietly COMMAND…: shows its output only if it fails.
quietly() {
    local said
    if said=$("$@" 2>&1); then return 0; fi
    printf '%s\n' "$said" | tail -n 15 | sed 's/^/    /' >&2
    return 1
}

# Asks whether to continue if there is a terminal. With YES=1 it does not ask.
go_on() {
    local answer
    [ "${YES:-}" != 1 ] && [ -t 0 ] && [ -t 1 ] || return 0
    read -rp "Continue? [Y/n] " answer || answer=no
    case $answer in '' | [Yy] | [Yy][Ee][Ss]) ;; *) say "Nothing was changed."; exit 0 ;; esac
    say
}

# Whether systemd is running and we may start things: not in a tree that is being prepared, and not with START=no.
systemd_runs() { [ "${START:-yes}" != no ] && [ -d /run/systemd/system ]; }

# The installed packages, one per line.
packages_here() { dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u; }

# The name of the system. In a subshell, because the file sets many variables.
system_name() { (. /etc/os-release && printf '%s' "$PRETTY_NAME"); }
