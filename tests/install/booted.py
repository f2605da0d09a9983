"""An installed tree as the disk of an emulated PC, with a real kernel of the same Debian and pins to pull."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.install.tree import CLONE, Tree
from tests.kernel import machine as emulated
from tests.kernel.machine import Heard, Machine, Pc, make_disk

DEBIANS = {"bookworm": "12", "trixie": "13"}
SIZE = "2G"  # sparse: it takes what is in it


@dataclass(frozen=True)
class InstalledPc(Pc):
    """Its root is that tree; what it writes is forgotten."""

    image: Path

    def drives(self, disk: Path) -> list[str]:
        return [
            *("-blockdev", f"driver=file,node-name=journal,filename={disk}", "-device", "virtio-blk-pci,drive=journal"),
            *("-blockdev", f"driver=file,node-name=root,read-only=on,filename={self.image}"),
            *("-device", "virtio-blk-pci,drive=root"),
        ]


@contextmanager
def booted(tree: Tree, release: str, folder: Path, heard: Heard) -> Iterator[Machine]:
    """With the kernel that `make test-kernel` fetches for this Debian."""
    debian = DEBIANS[release]
    prepared = subprocess.run(
        [CLONE / "tests" / "kernel" / "prepare.sh"],
        env=os.environ | {"DEBIAN": debian},
        capture_output=True,
        text=True,
        check=False,
    )
    assert prepared.returncode == 0, prepared.stdout + prepared.stderr
    image = folder / "root.ext4"
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-d", tree.folder, image, SIZE], check=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(emulated, "CACHE", emulated.CACHES / f"debian-{debian}" / "kernel")
        pc = InstalledPc(emulated.kernel(), emulated.initramfs(folder), image)
        machine = Machine(make_disk(folder / "disk"), folder / "console.log", heard, pc)
        try:
            yield machine
        finally:
            machine.end()
            image.unlink()
