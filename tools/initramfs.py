"""Packs an initramfs – an init, busybox and kernel modules in the order they must be loaded – with the standard
library alone, so that no cpio, kmod or depmod is needed. A tree of files can come along as the root file system."""

from __future__ import annotations

import argparse
import gzip
import io
import lzma
import re
import stat
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("bin", "dev", "proc", "sys", "modules", "root", "newroot", "etc", "tmp", "run")


def main() -> None:
    arguments = _arguments()
    archive = Archive()
    for folder in FOLDERS:
        archive.add(folder, stat.S_IFDIR | 0o755)
    if arguments.tree:
        for name, path in _files_of(arguments.tree):  # which may make links of folders: bin is usr/bin
            archive.add_path(name, path)
    archive.add("dev/console", stat.S_IFCHR | 0o600, device=(5, 1))
    archive.add("dev/null", stat.S_IFCHR | 0o666, device=(1, 3))
    archive.add("bin/busybox", stat.S_IFREG | 0o755, arguments.busybox.read_bytes())
    if arguments.init:
        archive.add("init", stat.S_IFREG | 0o755, arguments.init.read_bytes())
    shelf = Shelf(arguments.modules)
    for wanted in arguments.wanted:
        shelf.load(wanted)
    for name, code in shelf.loaded.items():
        archive.add(f"modules/{name}.ko", stat.S_IFREG | 0o644, code)
    lines = "".join(f"{name} {shelf.parameters.get(name, '')}".rstrip() + "\n" for name in shelf.loaded)
    archive.add("modules/order", stat.S_IFREG | 0o644, lines.encode())
    packed = gzip.compress(archive.finish(), 6, mtime=0)  # the same bytes tomorrow
    arguments.out.write_bytes(packed + bytes(-len(packed) % 4))  # another archive may follow, on a border of four


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", type=Path, required=True, help="the lib/modules/VERSION of an unpacked kernel")
    parser.add_argument("--busybox", type=Path, required=True, help="a static busybox")
    parser.add_argument("--init", type=Path, help="what the kernel starts, unless an archive after this one brings it")
    parser.add_argument("--tree", type=Path, help="a folder that becomes the root file system")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("wanted", nargs="*", help="module, module:parameters, or the path of a .ko")
    return parser.parse_args()


class Archive:
    """A cpio archive in the one format the kernel reads, called "newc"."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        self._inode = 0

    def add(self, name: str, mode: int, content: bytes = b"", device: tuple[int, int] = (0, 0)) -> None:
        self._inode += 1
        label = name.encode() + b"\0"
        fields = (self._inode, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(label), 0)
        self._bytes.write(b"070701" + b"".join(b"%08X" % field for field in fields) + label)
        self._pad()
        self._bytes.write(content)
        self._pad()

    def add_path(self, name: str, path: Path) -> None:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            self.add(name, mode, str(path.readlink()).encode())
        elif stat.S_ISDIR(mode):
            self.add(name, mode)
        elif stat.S_ISREG(mode):
            self.add(name, mode, path.read_bytes())

    def finish(self) -> bytes:
        self.add("TRAILER!!!", 0)
        return self._bytes.getvalue()

    def _pad(self) -> None:
        self._bytes.write(b"\0" * (-self._bytes.tell() % 4))


class Shelf:
    """The modules of a kernel, taken down one by one with everything they depend on before them."""

    def __init__(self, folder: Path) -> None:
        self.loaded: dict[str, bytes] = {}
        self.parameters: dict[str, str] = {}
        self._paths = {_name(path.name): path for path in folder.rglob("*.ko*")}
        self._built_in = {_name(Path(line).name) for line in (folder / "modules.builtin").read_text().splitlines()}

    def load(self, wanted: str) -> None:
        if "/" in wanted:
            path = Path(wanted)
            wanted = _name(path.name)
            self._paths[wanted] = path
        name, _, parameters = wanted.partition(":")
        name = _name(name)
        if parameters:
            self.parameters[name] = parameters
        self._load(name)

    def _load(self, name: str) -> None:
        if name in self.loaded or name in self._built_in:
            return
        if name not in self._paths:
            raise SystemExit(f"The kernel has no module {name}: remove the cache folder, and let it be fetched again.")
        code = _read(self._paths[name])
        for needed in _depends(code):
            self._load(needed)
        self.loaded[name] = code


def _name(file_name: str) -> str:
    return file_name.partition(".ko")[0].replace("-", "_")


def _read(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()


def _depends(code: bytes) -> list[str]:
    found = re.search(rb"\0depends=([^\0]*)\0", code)
    return [_name(name) for name in found[1].decode().split(",") if name] if found else []


def _files_of(tree: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(tree.rglob("*")):
        yield str(path.relative_to(tree)), path


if __name__ == "__main__":
    main()
