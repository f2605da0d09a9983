#!/bin/busybox sh
# shellcheck shell=dash
# The first process of the emulated Pi, whose root is the initramfs itself: loads the modules, waits for the SD card and
# runs the agent at the Pi's first serial port. The second is the kernel's own.
b=/bin/busybox
fail() { $b echo "init: $*"; $b poweroff -f; }

$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
$b --install -s
while read -r module parameters; do
    # shellcheck disable=SC2086 # the parameters are words
    insmod "/modules/$module.ko" $parameters || fail "module $module does not load"
done </modules/order
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t configfs config /sys/kernel/config
mkdir -p /run/tmp /run/home /run/udev
ip link set lo up
until [ -b /dev/mmcblk0 ]; do sleep 0.1; done
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/home TMPDIR=/run/tmp XDG_RUNTIME_DIR=/run \
    PYTHONPATH=/opt/wordtable:/opt/wheels PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    /usr/bin/python3 -m tests.kernel.guest.agent /dev/ttyAMA0 /dev/mmcblk0
fail "the agent ended with $?"
