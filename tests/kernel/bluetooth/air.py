"""The air of the guest: opens /dev/vhci, so that the kernel has a Bluetooth controller, with keyboards in its reach.

Orders come as JSON lines, such as {"id": 1, "do": "type", "pad": "Ann's", "codes": [4]}, and each is answered by one
with the same id.
"""

import asyncio
import json
import sys
from typing import Any

from bumble.transport import open_transport

from tests.kernel.bluetooth.pads import KINDS, Pad
from tests.kernel.bluetooth.radio import Air, Radio

KERNELS = "00:AA:01:00:00:F0"
Order = dict[str, Any]


class Room:
    """Every keyboard in it by its name."""

    def __init__(self, air: Air) -> None:
        self._air = air
        self._pads: dict[str, Pad] = {}

    async def do(self, order: Order) -> Order:
        what, name = order["do"], order["pad"]
        if what == "appear":
            made = KINDS[order["kind"]](self._air, len(self._pads) + 1, name, has_digits=order["has_digits"])
            self._pads[name] = made
        pad = self._pads[name]
        match what:
            case "digits":
                pad.hands.digits.put_nowait(int(order["digits"]))
            case "type":
                for code in order["codes"]:
                    await pad.stroke(code)
            case "connected":
                return {"connected": pad.connected()}
            case _:
                await getattr(pad, what)()
        return {}


async def _answer(room: Room, line: bytes) -> None:
    order = json.loads(line)
    try:
        answer = await asyncio.wait_for(room.do(order), 60)
    except Exception as error:
        answer = {"error": repr(error)}
    sys.stdout.write(json.dumps({"id": order["id"], **answer}) + "\n")
    sys.stdout.flush()


async def main() -> None:
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with await open_transport("vhci") as transport:
        air = Air()
        Radio("kernel", host_source=transport.source, host_sink=transport.sink, link=air, public_address=KERNELS)
        room, tasks = Room(air), set()
        async for line in lines:
            task = asyncio.ensure_future(_answer(room, line))
            tasks.add(task)
            task.add_done_callback(tasks.discard)


if __name__ == "__main__":
    asyncio.run(main())
