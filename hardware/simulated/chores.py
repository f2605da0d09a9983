"""Chores without a computer to do them: each is done after a moment, with a sentence that was prepared."""

from collections.abc import Callable, Mapping

from firmware_host.texts.text import say
from hardware.clock import LoopClock
from hardware.ports import BACK_UP, OWN_WIFI, SSH_OFF, SSH_ON, UPDATE, Done
from hardware.simulated.network import OWN

TAKES = 3.0  # seconds
NO_STICK = Done(say("No USB stick found. Plug one in, then try again."))
ANSWERS: Mapping[str, Done] = {
    BACK_UP: NO_STICK,
    UPDATE: NO_STICK,
    OWN_WIFI: Done(OWN.say, OWN.code),
    SSH_ON: Done(
        say(
            "SSH is on until you switch it off or restart. ssh root@{host}, password {password}",
            host="wordtable.local",
            password="simulated",  # noqa: S106  # nobody can log in with it
        )
    ),
    SSH_OFF: Done(say("SSH is off.")),
}


class SimulatedChores:
    """`answers` may be changed by a test; `done` lists what was asked for."""

    def __init__(self, clock: LoopClock, answers: Mapping[str, Done] = ANSWERS) -> None:
        self._clock = clock
        self.answers = dict(answers)
        self.done: list[str] = []

    @property
    def offered(self) -> tuple[str, ...]:
        return tuple(self.answers)

    def do(self, chore: str, told: Callable[[Done], None]) -> None:
        self.done.append(chore)
        self._clock.call_later(TAKES, lambda: told(self.answers[chore]))
