#!/bin/sh
# Installs what a league needs from Debian, if it is missing: a broker and, unless only that is asked for, a database.
# Neither is left running.
set -eu
missing=
command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ] || missing=" mosquitto"
command -v mosquitto_passwd >/dev/null || missing=" mosquitto"
[ "${1:-}" = mosquitto ] || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing="$missing postgresql"
[ "${1:-}" = mosquitto ] || command -v tc >/dev/null || [ -x /usr/sbin/tc ] || missing="$missing iproute2"
[ "${1:-}" = mosquitto ] || [ "$(id -u)" = 0 ] ||
    echo "Not root: no cable is cut or slowed, and the broker's disk is never full." >&2
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing:$missing. On Debian and Raspberry Pi OS: sudo apt install$missing, then run make again." >&2
    exit 1
fi
echo "Installing$missing: a league needs it." >&2
lock="-o DPkg::Lock::Timeout=300" # seconds: something else may be installing, such as Debian's own updates
# A new broker and a new database would start by themselves, at the usual ports. A container may have this file already.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 130' INT TERM
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"
fi
# shellcheck disable=SC2086
apt-get update -qq $lock
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $lock $missing >/dev/null
