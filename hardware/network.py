"""Whether somebody is at an address of the network, asked without showing anything: an empty datagram."""

import select
import socket

from hardware.drivers.grids import addresses, why_no_answer
from hardware.wireformats import DDP_PORT


def why_no_board(host: str, patience: float, port: int = DDP_PORT) -> str:
    """Why nothing can be sent to a board; empty if nobody complains for so many seconds."""
    try:
        found = addresses(host, port)
    except (OSError, UnicodeError):
        return f"nobody in this network is called {host}. Is the board switched on? An address always works."
    family, address = min(found, key=lambda each: each[0] != socket.AF_INET)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.setblocking(False)
            asking.connect(address)
            asking.send(b"")
            select.select([asking], [], [], patience)
            asking.recv(1)
    except BlockingIOError:
        return ""
    except OSError as error:
        return why_no_answer(host, error)
    return ""
