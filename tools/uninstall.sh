#!/usr/bin/env bash
# Removes what `sudo make install` has installed, and keeps the table, house words, names and history.
#   YES=1           do not ask
#   PACKAGES=keep   keep the Debian packages
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/install_places.sh
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

# needed_elsewhere PACKAGE…: those that dpkg would not remove because another package depends on them.
needed_elsewhere() {
    { dpkg --no-act --abort-after=10000 --purge "$@" 2>&1 || true; } |
        sed -nE 's/^dpkg: dependency problems prevent removal of ([^ :]+).*/\1/p' | sort -u
}

# The packages that we installed and that nothing else needs.
packages_to_remove() {
    local ours needed
    [ -e "$BROUGHT" ] && [ "${PACKAGES:-}" != keep ] || return 0
    ours=$(comm -12 "$BROUGHT" <(packages_here))
    while [ -n "$ours" ]; do # a package that stays may need others of ours, so repeat until none is needed
        # shellcheck disable=SC2086  # one word each
        needed=$(needed_elsewhere $ours)
        [ -n "$needed" ] || break
        ours=$(comm -23 <(printf '%s\n' "$ours") <(printf '%s\n' "$needed"))
    done
    printf '%s\n' "$ours"
}

tell_the_plan() {
    say "This removes wordtable from this computer:"
    say "  – the service, with its udev rules and modules"
    say "  – the program in $PROGRAM and the command $COMMAND"
    if [ -n "$packages" ]; then
        say "  – these Debian packages, which nothing else needs (PACKAGES=keep keeps them):"
        # shellcheck disable=SC2086  # one word each
        say $packages | fold -s -w 100 | sed 's/^/      /'
    fi
    say
}

stop() {
    local units=("${WATCHES[@]}" "$SERVICE")
    step "Stopping the console"
    if [ -e "/etc/systemd/system/$LEAGUE" ]; then units+=("$LEAGUE"); fi
    if systemd_runs; then
        quietly systemctl stop "${units[@]}" ||
            fail "It does not stop (see above). Try: sudo systemctl kill -s KILL wordtable, then run: sudo make uninstall"
    fi
    if [ -e "/etc/systemd/system/$SERVICE" ]; then
        quietly systemctl disable "${units[@]}" ||
            fail "The service could not be disabled (see above). Fix that, then run: sudo make uninstall"
    fi
}

remove_files() {
    local to
    step "Removing the program, the command, the service and its rules"
    for each in "${SYSTEM_FILES[@]}"; do
        read -r _ to <<<"$each"
        rm -f "$to"
    done
    # The only folder that Debian does not create itself.
    rmdir --ignore-fail-on-non-empty /etc/sysusers.d 2>/dev/null || true
    # Remove only our own link: another program may use this name by now.
    if [ "$(readlink "$COMMAND" || true)" = "$PROGRAM/bin/wordtable" ]; then rm "$COMMAND"; fi
    rm -rf "$PROGRAM"
    if systemd_runs; then
        systemctl daemon-reload
        systemctl reset-failed "$SERVICE" "$LEAGUE" 2>/dev/null || true
        udevadm control --reload || true
    fi
}

remove_packages() {
    [ -n "$packages" ] || return 0
    step "Removing $(wc -w <<<"$packages") Debian packages"
    # shellcheck disable=SC2086  # one word each
    quietly apt-get -o DPkg::Lock::Timeout=300 purge -q -y $packages ||
        fail "apt could not remove them (see above). Fix that, or keep them: sudo make uninstall PACKAGES=keep"
}

tell_what_is_left() {
    local yours=() each
    for each in "$(dirname "$CONFIG")" "$JOURNAL" "$LEAGUE_RESULTS"; do
        if [ -e "$each" ] || [ -L "$each" ]; then yours+=("$each"); fi
    done
    say "${bold}Done.${plain} The groups are still there, and I²C and SPI are unchanged."
    if [ ${#yours[@]} -gt 0 ]; then
        say "Your table, house words, names and history are still in ${yours[*]}. \`sudo make install\` uses them again."
        say "To delete them too: sudo rm -rf ${yours[*]} /var/lib/private/wordtable*"
    fi
}

[ "$(id -u)" = 0 ] || fail "Only root can uninstall. Run: sudo make uninstall"
[ -e "$PROGRAM" ] || [ -e "/etc/systemd/system/$SERVICE" ] || fail "wordtable is not installed here."
packages=$(packages_to_remove)
tell_the_plan
go_on
stop
remove_packages # before the files, because the list of packages is one of them
remove_files
tell_what_is_left
