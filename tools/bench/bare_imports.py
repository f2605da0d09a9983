"""The bare minimum for `starting`: imports the hardware libraries and does nothing.

Run as a script: it says on the socket of `$NOTIFY_SOCKET` when it is ready, and stays until its standard input ends.
"""

import importlib
import os
import socket
import sys

LIBRARIES = (
    "asyncio",  # needed by every script that reads several keypads
    "sqlite3",  # needed by every script that saves something
    "evdev",
    "gpiozero",
    "luma.core.interface.serial",
    "luma.oled.device",
    "PIL.ImageDraw",
    "pyudev",
    "serial",
)

if __name__ == "__main__":
    for library in LIBRARIES:
        importlib.import_module(library)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    sys.stdin.read()
