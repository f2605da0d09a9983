"""Unpacks a kernel: doing that itself takes an emulated machine seconds a boot."""

import argparse
import lzma
import struct
import subprocess
from pathlib import Path

XZ, ZSTD, ELF = b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"\x7fELF"
# Of the header that every vmlinuz for x86 has: the sectors before the program, and where in it the packed kernel lies.
SETUP_SECTORS, PAYLOAD = 0x1F1, 0x248
SECTOR = 512
ITS_SIZE = 4  # bytes after the packed kernel that say how large it is unpacked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packed", type=Path, help="the vmlinuz of a Debian package")
    parser.add_argument("unpacked", type=Path, help="where its ELF file goes")
    arguments = parser.parse_args()
    arguments.unpacked.write_bytes(unpacked(arguments.packed.read_bytes()))


def unpacked(kernel: bytes) -> bytes:
    """What is packed behind the small program that unpacks it."""
    offset, length = struct.unpack_from("<II", kernel, PAYLOAD)
    start = (kernel[SETUP_SECTORS] + 1) * SECTOR + offset
    packed = kernel[start : start + length]
    code = b""
    if packed.startswith(XZ):
        code = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(packed)
    elif packed.startswith(ZSTD):  # the standard library has it from Python 3.14 on
        code = subprocess.run(["zstd", "-dc"], input=packed[:-ITS_SIZE], stdout=subprocess.PIPE, check=True).stdout
    if not code.startswith(ELF):
        raise SystemExit("This kernel is packed with neither xz nor zstd, as Debian's are.")
    return code


if __name__ == "__main__":
    main()
