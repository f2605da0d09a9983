# shellcheck shell=bash
# gpio-sim, the kernel's chip of pins that hands can pull, which Debian's kernels leave out. For the scripts that
# prepare machines: they know `stop`, and what the machine that builds needs.

# build_gpio_sim KERNEL SOURCE HEADERS OUT [OPTION…]: from the archive of linux-source and a folder with the unpacked
# headers of the kernel; options are make's. OUT is the module. CROSS_COMPILE is as the kernel has it.
build_gpio_sim() {
    local kernel=$1 archive=$2 headers=$3/usr/src out=$4 build
    shift 4
    build=$(dirname "$archive")/gpio-sim
    take_gpio_sim "$archive" "$build"
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := gpio_sim_main.o irq_sim.o\n' >"$build/Kbuild"
    echo "include $headers/linux-headers-${kernel%-*}-common/Makefile" >"$headers/linux-headers-$kernel/Makefile"
    make -s -C "$headers/linux-headers-$kernel" M="$build" "$@" modules >"$build/log" 2>&1 ||
        { cat "$build/log" >&2; stop "gpio-sim could not be built; the compiler's reason is above."; }
    "${CROSS_COMPILE:-}strip" --strip-debug "$build/gpio-sim.ko"
    cp "$build/gpio-sim.ko" "$out"
}

# The three files of the kernel's source that it is made of; tar is told to stop after them, and xz then complains of a
# broken pipe, which is no error. irq_sim is not exported by Debian's kernel, so it is linked in; there, irq_to_desc()
# does not exist for modules, and irq_data_to_desc() gives the same.
take_gpio_sim() { # ARCHIVE FOLDER
    local top=${1##*/}
    top=${top%%_*}
    mkdir -p "$2"
    { dpkg-deb --fsys-tarfile "$1" | tar -xO "./usr/src/$top.tar.xz" | xz -dc -T0 |
        tar -x -C "$2" --strip-components=3 --occurrence=1 \
            "$top"/{drivers/gpio/gpio-sim.c,drivers/gpio/gpiolib.h,kernel/irq/irq_sim.c}; } 2>/dev/null || true
    [ -s "$2/gpio-sim.c" ] && [ -s "$2/gpiolib.h" ] && [ -s "$2/irq_sim.c" ] ||
        stop "$top has no gpio-sim.c where Linux 6.1 has it. Run this on Debian 12."
    mv "$2/gpio-sim.c" "$2/gpio_sim_main.c"
    sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' "$2/irq_sim.c"
}
