"""Wi-Fi without a radio: networks with their passwords, and the table's own while none of them is joined."""

from collections.abc import Mapping

from firmware_host.texts.text import say
from hardware.network import SHORTEST_PASSWORD, TOO_SHORT
from hardware.ports import FoundNetwork, Hotspot, NetworkError

OWN = Hotspot("wordtable-abc", "abcdefhkmnpr")


class SimulatedNetwork:
    """`passwords` has the networks in reach; an empty password is an open network."""

    def __init__(self, passwords: Mapping[str, str], own: Hotspot | None = OWN) -> None:
        self._passwords = dict(passwords)
        self._own = own
        self.joined = ""

    async def hotspot(self) -> Hotspot | None:
        return None if self.joined else self._own

    async def networks(self) -> tuple[FoundNetwork, ...]:
        return tuple(
            FoundNetwork(name, 90 - 10 * place, bool(password))
            for place, (name, password) in enumerate(self._passwords.items())
        )

    async def join(self, name: str, password: str) -> None:
        if password and len(password) < SHORTEST_PASSWORD:
            raise NetworkError(TOO_SHORT)
        if self._passwords.get(name) != password:
            raise NetworkError(say("{name} could not be joined. Check its password, then try again.", name=name))
        self.joined = name
