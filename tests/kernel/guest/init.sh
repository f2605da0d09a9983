#!/bin/busybox sh
# The first process of the emulated machine: loads the modules, takes a disk or, over 9p, the host's / as its root, both
# read-only, and runs the Python module that the kernel's command line names. What must be written is written to memory.
#   wordtable.python=PATH wordtable.folder=PATH wordtable.module=NAME [wordtable.root=DISK]
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
root=$(option wordtable.root)
if [ -n "$root" ]; then
    $b mount -t ext4 -o ro "$root" /newroot || fail "no root on $root"
else
    $b mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,ro,cache=loose hostroot /newroot || fail "no root over 9p"
fi
python=$(option wordtable.python) folder=$(option wordtable.folder) module=$(option wordtable.module)
for mounted in proc sys dev; do $b mount --move /$mounted /newroot/$mounted; done
$b mkdir -p /newroot/dev/pts /newroot/dev/shm
$b mount -t devpts devpts /newroot/dev/pts
$b mount -t tmpfs tmpfs /newroot/dev/shm
$b mount -t tmpfs tmpfs /newroot/run
$b mount -t configfs config /newroot/sys/kernel/config
$b mkdir -p /newroot/run/tmp /newroot/run/home /newroot/run/udev
[ -d /guest ] && $b cp -r /guest /newroot/run/ # what came with the initramfs
$b ip link set lo up
exec $b switch_root /newroot /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/home TMPDIR=/run/tmp \
    XDG_RUNTIME_DIR=/run LG_WD=/run/tmp PYTHONPATH="$folder" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    /bin/sh -c "cd /run; $python -m $module; echo \"init: the guest's program ended with \$?\"; sync; echo o >/proc/sysrq-trigger; sleep 60"
