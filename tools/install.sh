#!/usr/bin/env bash
# Turns this computer into a console: `sudo make install`. Run it again to update; it keeps your table and history.
#   YES=1      do not ask
#   START=no   install everything but start nothing (for a system that is not running, such as an image)
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/install_places.sh
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

# Packages from apt and their lowest versions. pip gets those that apt does not have, or not new enough.
# A test compares them with pyproject.toml.
LIBRARIES=(
    "python3-dbus-fast 1.84" "python3-evdev 1.6.1" "python3-pyudev 0.24" "python3-gpiozero 2.0.1.post1"
    "python3-luma.oled 3.10" "python3-pil 9.4" "python3-serial 3.5" "python3-smbus2 0" "python3-spidev 0"
    "python3-segno 1.4.1" "python3-starlette 0.26.1" "python3-tomlkit 0.11.7" "python3-uvicorn 0.17.6" "python3-websockets 10.4"
)
TOOLS=(python3-venv python3-setuptools python3-wheel) # to make the environment and the wheel
VOICE=espeak-ng
BLUETOOTH=(bluez libnss-systemd) # the bus must be able to look up the service's user, which is not in /etc/passwd

workshop=$(mktemp -d)
trap 'rm -rf "$workshop"' EXIT

check_that_we_can() {
    command -v apt-get >/dev/null ||
        fail "You can install wordtable on Raspberry Pi OS and Debian. Elsewhere, use \`make play\`, which needs no installation."
    [ "$(id -u)" = 0 ] || fail "Only root can install. Run: sudo make install"
    [ ! -e /usr/lib/wordtable/packaged ] ||
        fail "The Debian package of wordtable is installed. Remove it first: sudo apt remove wordtable; it keeps your table and history."
    command -v python3 >/dev/null || fail "python3 is missing. Run: sudo apt install python3, then sudo make install"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "wordtable needs Python 3.11 or newer, but this is $(python3 -V). Install Raspberry Pi OS Trixie (or Bookworm)."
}

tell_the_plan() {
    local version table="create a simulated table in $CONFIG"
    version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' firmware_host/__init__.py)
    [ ! -e "$CONFIG" ] || table="keep your table in $CONFIG"
    say "${bold}Installing wordtable $version${plain} on $(system_name), $(uname -m). This will:"
    say "  – install libraries from apt, and from PyPI if apt does not have them"
    say "  – install the program in $PROGRAM and the command $COMMAND"
    say "  – $table"
    say "  – install the service in /etc/systemd/system, with its udev rules, modules and groups"
    if command -v raspi-config >/dev/null; then say "  – switch on I²C and SPI, if they are off"; fi
    if systemd_runs; then
        say "  – start the console, now and at every boot; a game in progress continues"
    else
        say "  – start nothing now; the console starts at the next boot"
    fi
    say "It keeps house words, names and history in $JOURNAL. \`sudo make uninstall\` removes everything else again."
    say
}

# candidate PACKAGE: the version that apt would install, or nothing.
candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p' | grep -v '(none)' || true; }

# The packages to install from apt, one per line.
wanted_packages() {
    local package floor version
    printf '%s\n' "${TOOLS[@]}" "$VOICE" "${BLUETOOTH[@]}"
    for each in "${LIBRARIES[@]}"; do
        read -r package floor <<<"$each"
        version=$(candidate "$package")
        if [ -n "$version" ] && dpkg --compare-versions "${version#*:}" ge "$floor"; then say "$package"; fi
    done
}

missing_packages() { comm -23 <(wanted_packages | sort -u) <(packages_here); }

apt_install() { apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends "$@"; }

get_packages() {
    local before missing
    if [ -z "$(candidate python3-venv)" ] || [ -n "$(missing_packages)" ]; then
        step "Updating the package lists"
        quietly apt-get -o DPkg::Lock::Timeout=300 update -q ||
            fail "apt could not update its lists (see above). Check the network, then run: sudo make install"
    fi
    missing=$(missing_packages)
    if [ -z "$missing" ]; then
        step "All Debian packages are already installed"
        return
    fi
    # shellcheck disable=SC2086  # one word each
    step "Installing Debian packages (a minute or two):" $missing
    before=$(packages_here)
    # `update` takes old lists for good enough when there is no network.
    # shellcheck disable=SC2086
    quietly apt_install --download-only $missing ||
        fail "apt could not download them (see above). Check the network, then run: sudo make install"
    # shellcheck disable=SC2086
    quietly apt_install $missing ||
        { note_packages "$before"; fail "apt could not install them (see above). Try \`sudo apt --fix-broken install\`, then run: sudo make install"; }
    note_packages "$before"
}

# note_packages BEFORE: remembers which packages were not installed before, for `make uninstall`.
note_packages() {
    mkdir -p "$PROGRAM"
    { cat "$BROUGHT" 2>/dev/null || true; comm -13 <(printf '%s\n' "$1") <(packages_here); } | sort -u >"$workshop/brought"
    install -m 644 "$workshop/brought" "$BROUGHT"
}

make_environment() {
    local python
    python=$(python3 -c 'import sys; print(sys.version_info[:2])')
    if [ "$("$PROGRAM/bin/python" -c 'import pip, sys; print(sys.version_info[:2])' 2>/dev/null)" = "$python" ]; then
        step "Keeping the environment in $PROGRAM"
        return
    fi
    step "Making a Python environment in $PROGRAM that uses Debian's libraries"
    # Not --clear, which would delete the list of packages. These are the parts that an older Python leaves behind.
    rm -rf "${PROGRAM:?}"/{bin,lib,lib64,include,pyvenv.cfg}
    quietly python3 -m venv --system-site-packages "$PROGRAM" ||
        fail "$PROGRAM could not be made (see above). If the disk is full (\`df -h /opt\`), make room, then run: sudo make install"
}

install_program() {
    local pip=("$PROGRAM/bin/python" -m pip --quiet --disable-pip-version-check --no-cache-dir --no-input)
    export PIP_ROOT_USER_ACTION=ignore
    step "Building wordtable"
    # Build in a copy: building leaves files behind, and in your clone they would belong to root.
    cp -r pyproject.toml README.md LICENSE NOTICE firmware_host hardware "$workshop/"
    quietly "${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$workshop/wheel" "$workshop" ||
        fail "It could not be built (see above). Check with \`git status\` that the clone is complete, then run: sudo make install"
    local wheel=("$workshop"/wheel/wordtable-*.whl)
    get_libraries "${pip[@]}"
    # Without its dependencies, which are here by now, and even if the version number is the same: the code may differ.
    step "Installing the program and the command $COMMAND"
    quietly "${pip[@]}" install --no-deps --force-reinstall "${wheel[0]}" ||
        fail "It could not be installed (see above). If the disk is full (\`df -h /opt\`), make room, then run: sudo make install"
    mkdir -p "$(dirname "$COMMAND")"
    ln -sfn "$PROGRAM/bin/wordtable" "$COMMAND"
}

# get_libraries PIP…: downloads what apt does not have, but only files whose hash is in libraries.lock.
get_libraries() {
    local wanted=() lock=$workshop/missing.lock
    mapfile -t wanted < <("$PROGRAM/bin/python" - <<'PYTHON'
import tomllib

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
print(*project["dependencies"], *project["optional-dependencies"]["web"], sep="\n")
PYTHON
    )
    while true; do # what was downloaded may need more
        "$PROGRAM/bin/python" tools/missing_libraries.py tools/libraries.lock "${wanted[@]}" >"$lock" ||
            fail "The list of libraries is not complete (see above). Update your clone with \`git pull\`, then run: sudo make install"
        if ! [ -s "$lock" ]; then return; fi
        step "Downloading from PyPI what apt does not have:" "$(sed -n 's/==.*//p' "$lock" | paste -sd' ')"
        quietly "$@" install --no-deps --no-build-isolation --prefer-binary --require-hashes --requirement "$lock" ||
            fail "pip could not download everything (see above). Check the network, then run: sudo make install"
    done
}

put_config() {
    if [ -e "$CONFIG" ]; then
        step "Keeping your table: $CONFIG"
        return
    fi
    step "Creating a simulated table in $CONFIG; \`sudo wordtable setup\` replaces it with yours"
    install -D -m 644 config/simulated.toml "$CONFIG"
}

put_service() {
    local from to
    step "Installing the service, udev rules, modules and groups"
    for each in "${SYSTEM_FILES[@]}"; do
        read -r from to <<<"$each"
        install -D -m 644 "systemd/$from" "$to"
    done
    quietly systemd-sysusers /etc/sysusers.d/wordtable.conf ||
        fail "The groups could not be created (see above). Fix that, then run: sudo make install"
    quietly systemctl enable "$SERVICE" "${WATCHES[@]}" ||
        fail "The service could not be enabled (see above). Fix that, then run: sudo make install"
}

switch_on_buses() {
    local bus
    command -v raspi-config >/dev/null || return 0
    for bus in i2c spi; do
        if [ "$(raspi-config nonint "get_$bus" 2>/dev/null)" = 0 ]; then continue; fi
        step "Switching on ${bus^^}"
        quietly raspi-config nonint "do_$bus" 0 ||
            say "  That failed. Panels need it: run \`sudo raspi-config\`, choose Interface Options, then restart the Pi."
    done
}

# Fresh systems have their radios blocked. systemd remembers that this one is not, so keypads find it after a restart, too.
unblock_bluetooth() {
    local radio
    for radio in /sys/class/rfkill/rfkill*; do
        if [ "$(cat "$radio/type" 2>/dev/null)" != bluetooth ] || [ "$(cat "$radio/soft")" = 0 ]; then continue; fi
        step "Switching on Bluetooth"
        echo 0 >"$radio/soft" || say "  That failed. Bluetooth keypads need it: run \`sudo rfkill unblock bluetooth\`."
    done
}

start() {
    systemd_runs || return 0
    unblock_bluetooth
    step "Starting the console"
    quietly systemctl restart systemd-modules-load.service ||
        say "  Some modules were not loaded. If a device is missing, restart the computer."
    quietly udevadm control --reload || say "  udev did not reload its rules. Restart the computer."
    quietly udevadm trigger || say "  udev did not check the devices again. Restart the computer."
    systemctl daemon-reload
    systemctl start "${WATCHES[@]}" || true
    systemctl try-restart "$LEAGUE" || true
    quietly systemctl restart "$SERVICE" ||
        fail "Everything is installed, but the console does not start. \`journalctl -u wordtable -n 20\` says why. Fix that, then run: sudo systemctl restart wordtable"
}

look_at_it() {
    step "Checking the table: wordtable doctor"
    say
    if (cd / && "$COMMAND" doctor --config "$CONFIG"); then say; else
        say
        say "Everything is installed. Look at the problems above."
    fi
    say "${bold}Done.${plain} Next:"
    if grep -qs '^simulated = true' "$CONFIG"; then
        say "  sudo wordtable setup    plug everything in first; asks for a key at each seat and writes $CONFIG"
    fi
    say "  wordtable play          plays in a browser on this computer, without hardware (over SSH: docs/browser.md)"
    say "  sudo wordtable doctor   checks the table again whenever something is wrong"
}

check_that_we_can
tell_the_plan
go_on
get_packages
make_environment
install_program
put_config
put_service
switch_on_buses
start
look_at_it
