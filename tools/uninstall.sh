#!/usr/bin/env bash
# Takes away what `sudo make install` put in place, and leaves what is yours: the table, house words, names, history.
#   YES=1           do not ask
#   PACKAGES=keep   leave the Debian packages that came with it
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/install_places.sh
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

# needed_elsewhere PACKAGE…: those that dpkg would not let go, because a package that stays depends on them.
needed_elsewhere() {
    { dpkg --no-act --abort-after=10000 --purge "$@" 2>&1 || true; } |
        sed -nE 's/^dpkg: dependency problems prevent removal of ([^ :]+).*/\1/p' | sort -u
}

# The packages that came with wordtable and that nothing else has come to need since.
packages_to_remove() {
    local ours needed
    [ -e "$BROUGHT" ] && [ "${PACKAGES:-}" != keep ] || return 0
    ours=$(comm -12 "$BROUGHT" <(packages_here))
    while [ -n "$ours" ]; do # what stays may need others of ours: ask until nothing more is held
        # shellcheck disable=SC2086  # one word each
        needed=$(needed_elsewhere $ours)
        [ -n "$needed" ] || break
        ours=$(comm -23 <(printf '%s\n' "$ours") <(printf '%s\n' "$needed"))
    done
    printf '%s\n' "$ours"
}

tell_the_plan() {
    say "This takes wordtable off this computer:"
    say "  – the service, stopped and disabled, with its udev rules and modules"
    say "  – the program in $PROGRAM and the command $COMMAND"
    if [ -n "$packages" ]; then
        say "  – the Debian packages that came with it and that nothing else needs (PACKAGES=keep leaves them):"
        # shellcheck disable=SC2086  # one word each
        say $packages | fold -s -w 100 | sed 's/^/      /'
    fi
    say
}

stop() {
    step "Stopping the console"
    if systemd_runs; then
        quietly systemctl stop "$SWITCH_OFF" "$SERVICE" ||
            fail "It does not stop (why is above). Try: sudo systemctl kill -s KILL wordtable – then: sudo make uninstall"
    fi
    if [ -e "/etc/systemd/system/$SERVICE" ]; then
        quietly systemctl disable "$SERVICE" "$SWITCH_OFF" ||
            fail "The service could not be disabled (why is above). Mend that, then: sudo make uninstall"
    fi
}

remove_files() {
    local to
    step "Removing the program, the command, the service and its rules"
    for each in "${SYSTEM_FILES[@]}"; do
        read -r _ to <<<"$each"
        rm -f "$to"
    done
    # The one folder that Debian does not make itself.
    rmdir --ignore-fail-on-non-empty /etc/sysusers.d 2>/dev/null || true
    # Only ours: another program may have the name by now.
    if [ "$(readlink "$COMMAND" || true)" = "$PROGRAM/bin/wordtable" ]; then rm "$COMMAND"; fi
    rm -rf "$PROGRAM"
    if systemd_runs; then
        systemctl daemon-reload
        systemctl reset-failed "$SERVICE" 2>/dev/null || true
        udevadm control --reload || true
    fi
}

remove_packages() {
    [ -n "$packages" ] || return 0
    step "Removing $(wc -w <<<"$packages") Debian packages"
    # shellcheck disable=SC2086  # one word each
    quietly apt-get -o DPkg::Lock::Timeout=300 purge -q -y $packages ||
        fail "apt could not remove them (its words are above). Mend that, or leave them: sudo make uninstall PACKAGES=keep"
}

tell_what_is_left() {
    local yours=() each
    for each in "$(dirname "$CONFIG")" "$JOURNAL"; do
        if [ -e "$each" ] || [ -L "$each" ]; then yours+=("$each"); fi
    done
    say "${bold}Done.${plain} The groups stay, and so do I²C and SPI as they are."
    if [ ${#yours[@]} -gt 0 ]; then
        say "Your table, house words, names and history are still in ${yours[*]}. \`sudo make install\` finds them again;"
        say "to part with them too: sudo rm -rf ${yours[*]} /var/lib/private/wordtable"
    fi
}

[ "$(id -u)" = 0 ] || fail "Uninstalling changes the system, which only root may: sudo make uninstall"
[ -e "$PROGRAM" ] || [ -e "/etc/systemd/system/$SERVICE" ] || fail "wordtable is not installed here; there is nothing to take away."
packages=$(packages_to_remove)
tell_the_plan
go_on
stop
remove_packages # first: the list of them is among the files
remove_files
tell_what_is_left
