"""The bare minimum for `key_to_light`: reads an event and writes 96 bytes.

Run as a script: for every seat the descriptor of its keypad's pipe and the name of its grid's port.
"""

import os
import select
import struct
import sys

EVENT = struct.Struct("@LLHHi")
KEY, DOWN = 1, 1
HEADER = bytes((*b"Ada", 0, 29, 0 ^ 29 ^ 0x55))


def main(arguments: list[str]) -> None:
    ports = {
        int(pipe): os.open(port, os.O_RDWR | os.O_NOCTTY) for pipe, port in zip(*[iter(arguments)] * 2, strict=True)
    }
    frames = [HEADER + bytes((code % 64,)) * 90 for code in range(256)]
    poll = select.poll()
    for pipe, port in ports.items():
        poll.register(pipe, select.POLLIN)
        os.write(port, frames[0])
    while True:
        for pipe, _ in poll.poll():
            data = os.read(pipe, 64 * EVENT.size)
            if not data:
                return
            for _, _, kind, code, value in EVENT.iter_unpack(data):
                if kind == KEY and value == DOWN:
                    os.write(ports[pipe], frames[code])


if __name__ == "__main__":
    main(sys.argv[1:])
