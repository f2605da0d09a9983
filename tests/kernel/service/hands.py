"""Whoever plugs devices in and types, in a machine where systemd runs the console: the agent with none of its own."""

import os
import subprocess
import tempfile
from pathlib import Path

from firmware_host.service.notify import Systemd
from tests.kernel.guest.agent import Agent, Reply, Request
from tests.kernel.guest.pins import say_that_this_is_a_pi
from tests.kernel.guest.table import GuestTable

CONFIG = Path("/etc/wordtable/table.toml")


class Hands(Agent):
    """Pins are there from the start, as on a Pi; everything else is plugged in when a test says so."""

    def run(self) -> None:
        say_that_this_is_a_pi()
        self.table = GuestTable(CONFIG.read_text(), self.loop, self._wire)
        Systemd().ready("The hands are free.")
        self.tell(hello=True, at=self.loop.time())
        self.loop.run()

    def do_plug_all(self, request: Request, reply: Reply) -> None:
        del request
        self._plug_all(self._table, self._table.build_order(), reply)

    def do_run(self, request: Request, reply: Reply) -> None:
        """Panels answer meanwhile: what is waited for may be the console that writes to them."""
        output = tempfile.TemporaryFile()  # noqa: SIM115  # read when the program has ended
        program = subprocess.Popen(request["command"], stdout=output, stderr=subprocess.STDOUT)
        ended = os.pidfd_open(program.pid)

        def tell() -> None:
            self.loop.forget(ended)
            os.close(ended)
            code = program.wait()
            output.seek(0)
            reply(code=code, output=output.read().decode(errors="replace"))
            output.close()

        self.loop.read(ended, tell)


if __name__ == "__main__":
    Hands().run()
