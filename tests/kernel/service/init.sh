#!/bin/busybox sh
# The first process of the machine that the service is tested on: finds its disk, and leaves everything else to systemd.
b=/bin/busybox
fail() { $b echo "init: $*"; $b poweroff -f; }

$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
while read -r module parameters; do
    # shellcheck disable=SC2086 # the parameters are words
    $b insmod "/modules/$module.ko" $parameters || fail "module $module does not load"
done </modules/order
$b mount -t ext4 /dev/vda /newroot || fail "there is no disk"
for folder in proc sys dev; do $b mount --move /$folder /newroot/$folder; done
exec $b switch_root /newroot /sbin/init
