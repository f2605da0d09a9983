"""Unpacks a kernel, with the standard library alone: doing that itself takes an emulated machine seconds a boot."""

import argparse
import lzma
from pathlib import Path

XZ = b"\xfd7zXZ\0"
ELF = b"\x7fELF"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packed", type=Path, help="the vmlinuz of a Debian package")
    parser.add_argument("unpacked", type=Path, help="where its ELF file goes")
    arguments = parser.parse_args()
    arguments.unpacked.write_bytes(unpacked(arguments.packed.read_bytes()))


def unpacked(kernel: bytes) -> bytes:
    """What is packed behind the small program that unpacks it, and before what else may follow."""
    start = kernel.find(XZ)
    if start >= 0:
        code = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(kernel[start:])
        if code.startswith(ELF):
            return code
    raise SystemExit("This kernel is not packed with xz. Run it on Debian 12, whose kernels are.")


if __name__ == "__main__":
    main()
