#!/bin/busybox sh
# The first process of the emulated Pi, whose root is the initramfs itself: loads the modules and runs the program that
# the kernel's command line names (wordtable.run=PATH).
b=/bin/busybox
fail() { $b echo "init: $*"; $b poweroff -f; }
option() { for word in $($b cat /proc/cmdline); do case $word in "$1="*) $b echo "${word#*=}" ;; esac; done; }

$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
while read -r module parameters; do
    # shellcheck disable=SC2086 # the parameters are words
    $b insmod "/modules/$module.ko" $parameters || fail "module $module does not load"
done </modules/order
$b mkdir -p /dev/pts /dev/shm
$b mount -t devpts devpts /dev/pts
$b mount -t tmpfs tmpfs /dev/shm
$b mount -t tmpfs tmpfs /run
$b mount -t configfs config /sys/kernel/config
$b mkdir -p /run/tmp /run/home /run/udev
$b ip link set lo up
program=$(option wordtable.run)
$b env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/home TMPDIR=/run/tmp XDG_RUNTIME_DIR=/run LG_WD=/run/tmp \
    PYTHONPATH=/opt/wordtable:/opt/wheels PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 /bin/sh -c "cd /run; $program"
$b echo "init: the program ended with $?"
$b poweroff -f
