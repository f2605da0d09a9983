#!/usr/bin/env bash
# finish.sh TREE: makes a table of a Debian: our files, the services that run, and nothing that differs between two builds
# or should differ between two cards.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$HERE/lib.sh"
TREE=$1
ON=(wordtable-grow wordtable-hotspot)
ASKED_FOR=(ssh.service ssh.socket) # off until somebody asks
# Of no use here: nobody logs in, and the packages never change.
OFF=(
    sshd-keygen.service getty@tty1.service serial-getty@ttyS1.service systemd-firstboot.service
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer
    systemd-pstore.service NetworkManager-wait-online.service ldconfig.service systemd-journal-catalog-update.service
    systemd-hwdb-update.service systemd-update-done.service systemd-tpm2-setup.service systemd-tpm2-setup-early.service
    systemd-binfmt.service proc-sys-fs-binfmt_misc.automount dev-hugepages.mount sys-kernel-tracing.mount
    sys-kernel-debug.mount sys-fs-fuse-connections.mount
)

cp -r --no-preserve=ownership "$HERE/overlay/." "$TREE/"
mkdir -p "$TREE/data" "$TREE/boot/firmware" "$TREE/etc/wordtable"
systemctl --root="$TREE" --quiet enable "${ON[@]/%/.service}"
systemctl --root="$TREE" --quiet disable "${ASKED_FOR[@]}"
systemctl --root="$TREE" --quiet mask "${OFF[@]}"
: >"$TREE/etc/machine-id" # the initramfs mounts each Pi's own over it
ln -sf /run/NetworkManager/resolv.conf "$TREE/etc/resolv.conf"
rm -f "$TREE"/etc/ssh/ssh_host_* "$TREE"/etc/*- "$TREE"/var/lib/dpkg/*-old "$TREE"/var/lib/dbus/machine-id
rm -f "$TREE/var/lib/systemd/random-seed" "$TREE/usr/lib/systemd/system-generators/systemd-gpt-auto-generator"
rm -rf "$TREE"/var/{log,cache,tmp}/* "$TREE"/var/lib/apt "$TREE"/root/.cache "$TREE"/tmp/* "$TREE"/run/* "$TREE"/dev/*
touch -d "@$SOURCE_DATE_EPOCH" "$TREE/usr/lib/clock-epoch" # a Pi has no clock: it is never earlier than this
for each in etc var; do printf 'TIMESTAMP_NSEC=%s000000000\n' "$SOURCE_DATE_EPOCH" >"$TREE/$each/.updated"; done
