#!/bin/sh
# Installs what a league needs from Debian, if it is missing: a broker and, unless only that is asked for, a database.
# Neither is left running.
set -eu
missing=
command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ] || missing="mosquitto"
command -v mosquitto_passwd >/dev/null || missing="mosquitto"
[ "${1:-}" = mosquitto ] || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing="$missing postgresql"
[ "${1:-}" = mosquitto ] || command -v tc >/dev/null || [ -x /usr/sbin/tc ] || missing="$missing iproute2"
[ "${1:-}" = mosquitto ] || [ "$(id -u)" = 0 ] ||
    echo "Not root: no cable is cut or slowed, and the broker's disk is never full." >&2
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing:$missing. On Debian and Raspberry Pi OS: sudo apt install $missing, then run make again." >&2
    exit 1
fi
echo "Installing $missing" >&2
apt-get update -qq
# A new broker and a new database would start by themselves, at the usual ports.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null || failed=$?
rm -f /usr/sbin/policy-rc.d
exit "${failed:-0}"
