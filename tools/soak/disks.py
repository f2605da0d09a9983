"""Small disks that can be filled, made to fail and removed: an ext4 loop device as root, otherwise a tmpfs."""

import errno
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.soak.tally import NotHere

MEGABYTES = 8
SHUT_DOWN, AT_ONCE = 0x8004587D, 2  # the ioctl that shuts a file system down, and how: nothing more is written
PIECES = (1 << 20, 1 << 16, 1 << 12, 1)


class Disk:
    """Mounted at `folder`. With ext4 its image is a file next to it, and it can fail like an SD card."""

    def __init__(self, folder: Path, image: Path | None) -> None:
        self.folder = folder
        self.kind = "tmpfs" if image is None else "ext4"
        self._image = image

    @property
    def journal(self) -> Path:
        return self.folder / "evenings" / "journal.db"

    def fill(self) -> None:
        """To the last byte."""
        with (self.folder / "filler").open("ab", buffering=0) as filler:
            for piece in PIECES:
                with suppress(OSError):
                    while filler.write(bytes(piece)):
                        os.fsync(filler.fileno())

    def free(self) -> None:
        (self.folder / "filler").unlink()

    def fails(self) -> None:
        """Makes the kernel find an error, after which the disk is read-only, like a worn SD card."""
        device = _said("findmnt", "-n", "-o", "SOURCE", str(self.folder)).rpartition("/")[2]
        try:
            Path("/sys/fs/ext4", device, "trigger_fs_error").write_text("soak")
        except OSError as error:
            raise NotHere(f"This kernel cannot simulate disk errors ({error.strerror}). Run this as root.") from None

    def is_pulled(self) -> None:
        """After this, every read and write fails."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, SHUT_DOWN, struct.pack("I", AT_ONCE))
        finally:
            os.close(folder)

    def is_mended(self) -> None:
        """Takes the disk out, checks it, and puts it back."""
        _do("umount", str(self.folder))
        subprocess.run(["e2fsck", "-p", str(self._image)], stdout=subprocess.DEVNULL, check=False)
        self.mount()

    def mount(self, *options: str) -> None:
        if self._image is None:
            _do("mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "none", str(self.folder))
        else:
            wanted = ",".join(("loop", "errors=remount-ro", *options))
            _do("mount", "-o", wanted, str(self._image), str(self.folder))

    def becomes_read_only(self) -> None:
        """While nobody writes to it."""
        _do("mount", "-o", "remount,ro", str(self.folder))


@contextmanager
def small_disk(folder: Path, *, ext4: bool = False) -> Iterator[Disk]:
    """A disk below `folder`. With `ext4=True` it must be ext4, because only that can fail on demand."""
    place = folder / "disk"
    place.mkdir()
    disk = Disk(place, _image(folder))
    if ext4 and disk.kind != "ext4":
        raise NotHere("Only root can mount an ext4 disk. Run this as root.")
    disk.mount()
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=False)


def _image(folder: Path) -> Path | None:
    if shutil.which("mkfs.ext4", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") is None:
        return None
    if not Path("/dev/loop-control").exists() or not os.access("/dev/loop-control", os.W_OK):
        return None
    image = folder / "image"
    with image.open("wb") as file:
        file.truncate(MEGABYTES << 20)
    _do("mkfs.ext4", "-q", "-F", str(image))
    return image


def _do(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [errno.errorcode.get(done.returncode, "it failed")])[-1]
        raise NotHere(f"`{command[0]}` failed ({why}). Run this as root.")


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
