#!/bin/busybox sh
# The first process of the emulated machine: loads the modules, takes the second disk as its root, and runs the agent,
# which came with the initramfs. That disk is only read; what must be written is written to memory.
b=/bin/busybox
fail() { $b echo "init: $*"; $b poweroff -f; }

$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
while read -r module parameters; do
    # shellcheck disable=SC2086 # the parameters are words
    $b insmod "/modules/$module.ko" $parameters || fail "module $module does not load"
done </modules/order
$b mount -t ext4 -o ro /dev/vdb /newroot || fail "there is no root on the second disk"
for mounted in proc sys dev; do $b mount --move /$mounted /newroot/$mounted; done
$b mkdir -p /newroot/dev/pts /newroot/dev/shm
$b mount -t devpts devpts /newroot/dev/pts
$b mount -t tmpfs tmpfs /newroot/dev/shm
$b mount -t tmpfs tmpfs /newroot/run
$b mount -t configfs config /newroot/sys/kernel/config
$b mkdir -p /newroot/run/tmp /newroot/run/home /newroot/run/udev
$b cp -r /guest /newroot/run/
$b ip link set lo up
exec $b switch_root /newroot /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/home TMPDIR=/run/tmp \
    XDG_RUNTIME_DIR=/run PYTHONPATH=/run/guest PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    /bin/sh -c "cd /run; /opt/wordtable/bin/python -m tests.kernel.guest.agent; echo \"init: the guest's program ended with \$?\"; sync; echo o >/proc/sysrq-trigger; sleep 60"
