#!/usr/bin/env bash
# Makes this computer a console: `sudo make install`. Run again, it updates, and keeps what is yours.
#   YES=1      do not ask
#   START=no   put everything in place, start nothing (for a system that is not running, such as an image)
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/install_places.sh
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

# From apt, and at least this new: pip fetches what apt lacks or has too old. A test compares them with pyproject.toml.
LIBRARIES=(
    "python3-dbus-fast 1.84" "python3-evdev 1.6.1" "python3-pyudev 0.24" "python3-gpiozero 2.0" "python3-lgpio 0.2.2"
    "python3-luma.oled 3.10" "python3-pil 9.4" "python3-serial 3.5" "python3-smbus2 0" "python3-spidev 0"
    "python3-starlette 0.26" "python3-uvicorn 0.17" "python3-websockets 10.4"
)
TOOLS=(python3-venv python3-setuptools python3-wheel) # what makes the environment and the wheel
VOICE=espeak-ng
BLUETOOTH=(bluez libnss-systemd) # the bus lets in only users it can look up, and the service's is no line of /etc/passwd

workshop=$(mktemp -d)
trap 'rm -rf "$workshop"' EXIT

check_that_we_can() {
    command -v apt-get >/dev/null ||
        fail "This installs on Raspberry Pi OS and Debian. Elsewhere, \`make play\` needs no installing."
    [ "$(id -u)" = 0 ] || fail "Installing changes the system, which only root may: sudo make install"
    command -v python3 >/dev/null || fail "There is no python3 here. Type: sudo apt install python3 – then sudo make install again."
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "wordtable needs Python 3.11 or newer, which Raspberry Pi OS has since Bookworm; this is $(python3 -V). Put a newer system on the card."
}

tell_the_plan() {
    local version table="begin with a simulated table in $CONFIG"
    version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' firmware_host/__init__.py)
    [ ! -e "$CONFIG" ] || table="keep your table in $CONFIG as it is"
    say "${bold}Installing wordtable $version${plain} on $(system_name), $(uname -m). This will"
    say "  – ask apt for the libraries that Debian has, and PyPI for the others"
    say "  – put the program into $PROGRAM, and the command on the path: $COMMAND"
    say "  – $table"
    say "  – put the service into /etc/systemd/system, and what it needs of udev, modules and groups beside it"
    if command -v raspi-config >/dev/null; then say "  – switch on I²C and SPI, if they are off"; fi
    if systemd_runs; then
        say "  – start the console, now and whenever this computer starts; a game that is going on goes on after it"
    else
        say "  – start nothing now; the console starts with the computer"
    fi
    say "House words, names and history are in $JOURNAL and stay. \`sudo make uninstall\` takes the rest away again."
    say
}

# candidate PACKAGE: the version that apt would install, or nothing.
candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p' | grep -v '(none)' || true; }

# The packages worth having, as far as apt has them: one a line.
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

get_packages() {
    local before missing
    if [ -z "$(candidate python3-venv)" ] || [ -n "$(missing_packages)" ]; then
        step "Asking apt what is new"
        quietly apt-get -o DPkg::Lock::Timeout=300 update -q ||
            fail "apt could not look (its words are above). Is the network there? Then: sudo make install"
    fi
    missing=$(missing_packages)
    if [ -z "$missing" ]; then
        step "Every Debian package is there already"
        return
    fi
    # shellcheck disable=SC2086  # one word each
    step "Installing Debian packages (a minute or two):" $missing
    before=$(packages_here)
    # shellcheck disable=SC2086
    quietly apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends $missing ||
        { note_packages "$before"; fail "apt could not install them (its words are above). Try \`sudo apt --fix-broken install\`, then: sudo make install"; }
    note_packages "$before"
}

# note_packages BEFORE: remembers what was not there before, for the day of `make uninstall`.
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
    step "Making an environment in $PROGRAM that sees Debian's libraries"
    # Not --clear, which would forget what apt brought: these are the parts that an older Python leaves behind.
    rm -rf "${PROGRAM:?}"/{bin,lib,lib64,include,pyvenv.cfg}
    quietly python3 -m venv --system-site-packages "$PROGRAM" ||
        fail "$PROGRAM could not be made (why is above). Is the disk full? \`df -h /opt\` shows it. Then: sudo make install"
}

install_program() {
    local pip=("$PROGRAM/bin/python" -m pip --quiet --disable-pip-version-check --no-cache-dir --no-input)
    export PIP_ROOT_USER_ACTION=ignore
    step "Building wordtable"
    # In a copy: building leaves files behind, and they would be root's in your clone.
    cp -r pyproject.toml README.md LICENSE NOTICE firmware_host hardware "$workshop/"
    quietly "${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$workshop/wheel" "$workshop" ||
        fail "It could not be built (why is above). Is the clone whole? \`git status\` shows it. Then: sudo make install"
    local wheel=("$workshop"/wheel/wordtable-*.whl)
    step "Fetching from PyPI what apt does not have (on a Pi: little or nothing)"
    quietly "${pip[@]}" install --prefer-binary "${wheel[0]}[web]" ||
        fail "pip could not fetch everything (its words are above). Is the network there? Then: sudo make install"
    # Once more without its dependencies: the same version may be newer work.
    step "Installing the program, and its command: $COMMAND"
    quietly "${pip[@]}" install --no-deps --force-reinstall "${wheel[0]}" ||
        fail "It could not be installed (why is above). Is the disk full? \`df -h /opt\` shows it. Then: sudo make install"
    mkdir -p "$(dirname "$COMMAND")"
    ln -sfn "$PROGRAM/bin/wordtable" "$COMMAND"
}

put_config() {
    if [ -e "$CONFIG" ]; then
        step "Keeping your table: $CONFIG"
        return
    fi
    step "Putting a simulated table into $CONFIG, until \`sudo wordtable setup\` makes your own"
    install -D -m 644 config/simulated.toml "$CONFIG"
}

put_service() {
    local from to
    step "Putting the service, udev rules, modules and groups in place"
    for each in "${SYSTEM_FILES[@]}"; do
        read -r from to <<<"$each"
        install -D -m 644 "systemd/$from" "$to"
    done
    quietly systemd-sysusers /etc/sysusers.d/wordtable.conf ||
        fail "The groups could not be made (why is above). Mend that, then: sudo make install"
    quietly systemctl enable "$SERVICE" "$SWITCH_OFF" ||
        fail "The service could not be enabled (why is above). Mend that, then: sudo make install"
}

switch_on_buses() {
    local bus
    command -v raspi-config >/dev/null || return 0
    for bus in i2c spi; do
        if [ "$(raspi-config nonint "get_$bus" 2>/dev/null)" = 0 ]; then continue; fi
        step "Switching on ${bus^^}"
        quietly raspi-config nonint "do_$bus" 0 ||
            say "  It did not work. Panels need it: \`sudo raspi-config\`, Interface Options, then restart the Pi."
    done
}

start() {
    systemd_runs || return 0
    step "Starting the console"
    quietly systemctl restart systemd-modules-load.service ||
        say "  Not every module was loaded now: restart the computer if a device is missing."
    quietly udevadm control --reload || say "  udev did not listen: restart the computer."
    quietly udevadm trigger || say "  udev did not look again: restart the computer."
    systemctl daemon-reload
    systemctl start "$SWITCH_OFF" || true
    quietly systemctl restart "$SERVICE" ||
        fail "Everything is installed, but the console does not start. \`journalctl -u wordtable -n 20\` says why; after mending it: sudo systemctl restart wordtable"
}

look_at_it() {
    step "Looking at the table: wordtable doctor"
    say
    if (cd / && "$COMMAND" doctor --config "$CONFIG"); then say; else
        say
        say "What is marked above wants you; everything is installed."
    fi
    say "${bold}Done.${plain} Next:"
    if grep -qs '^simulated = true' "$CONFIG"; then
        say "  sudo wordtable setup    plug everything in first: it asks for a key at each seat and writes $CONFIG"
    fi
    say "  wordtable play          the table in a browser on this computer, with no hardware at all (over SSH: docs/browser.md)"
    say "  sudo wordtable doctor   looks at the table again, whenever something is odd"
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
