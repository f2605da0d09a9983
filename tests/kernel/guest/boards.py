"""LED boards on USB: serial gadgets on dummy host controllers. The console has /dev/ttyACM*, and we the other end."""

import os
import tty
from collections.abc import Callable
from pathlib import Path

from tests.kernel.guest.loop import Loop, take

GADGETS = Path("/sys/kernel/config/usb_gadget")


class Board:
    """A board in the one socket of its own controller. Whoever listens gets the bytes as they arrive."""

    def __init__(self, loop: Loop, controller: int, listen: Callable[[bytes], object]) -> None:
        self.by_path = f"/dev/serial/by-path/platform-dummy_hcd.{controller}-usb-0:1:1.0"
        self._loop = loop
        self._controller = controller
        self._listen = listen
        self._gadget = GADGETS / f"board{controller}"
        self._file: int | None = None

    def there(self) -> bool:
        return self._file is not None and Path(self.by_path).exists()

    def gone(self) -> bool:
        """The old node stays for a moment, and would be taken for the new one."""
        return self._file is None and not Path(self.by_path).exists()

    def plug(self) -> None:
        if not self._gadget.exists():
            self._build()
        (self._gadget / "UDC").write_text(f"dummy_udc.{self._controller}")
        number = int((self._gadget / "functions/acm.grid/port_num").read_text())
        self._file = os.open(f"/dev/ttyGS{number}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._file)
        self._loop.read(self._file, self._hear)

    def unplug(self) -> None:
        """Our own end first: a hung-up end that stays open would keep the next one from opening."""
        self._let_go()
        (self._gadget / "UDC").write_text("\n")

    def _build(self) -> None:
        self._gadget.mkdir()
        for name, value in {"idVendor": "0x1d6b", "idProduct": "0x0104"}.items():
            (self._gadget / name).write_text(value)
        words = self._gadget / "strings/0x409"
        words.mkdir()
        (words / "product").write_text("LED grid")
        (words / "serialnumber").write_text(f"{self._controller:04}")
        (self._gadget / "configs/c.1").mkdir()
        function = self._gadget / "functions/acm.grid"
        function.mkdir()
        (self._gadget / "configs/c.1/acm.grid").symlink_to(function)

    def _hear(self) -> None:
        if self._file is None:
            return
        heard = take(self._file)
        if heard == b"":  # hung up
            self._let_go()
        elif heard:
            self._listen(heard)

    def _let_go(self) -> None:
        if self._file is not None:
            self._loop.forget(self._file)
            os.close(self._file)
            self._file = None
