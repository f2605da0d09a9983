"""Runs faults in parallel, one per core, each in its own process, which is killed if it takes too long."""

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryFile
from typing import Protocol

from tools.soak.one import Fault
from tools.soak.tally import Outcome

ROOT = Path(__file__).parents[2]
COUNTED = ("count", "lost", "mishaps", "facts")  # of an earlier run, to which this one adds
GRACE = 240.0  # seconds that a fault may take beyond its time


class Watching(Protocol):
    """Something that shows the progress."""

    def begins(self, fault: Fault) -> None: ...
    def counts(self, fault: Fault, count: int) -> None: ...
    def ends(self, fault: Fault, outcome: Outcome) -> None: ...


def run_all(
    faults: Sequence[Fault],
    seconds: Mapping[str, float],
    seed: int,
    watching: Watching,
    earlier: Mapping[str, Outcome],
) -> dict[str, Outcome]:
    """Runs the longest first, so that all cores finish at about the same time. `earlier` is added to."""
    waiting: SimpleQueue[Fault] = SimpleQueue()
    for fault in sorted(faults, key=lambda fault: -seconds[fault.name]):
        waiting.put(fault)
    outcomes: dict[str, Outcome] = {}

    def lane() -> None:
        while True:
            try:
                fault = waiting.get_nowait()
            except Empty:
                return
            watching.begins(fault)
            outcomes[fault.name] = _run(fault, seconds[fault.name], seed, watching, earlier.get(fault.name))
            watching.ends(fault, outcomes[fault.name])

    lanes = [threading.Thread(target=lane, daemon=True) for _ in cores()]
    for each in lanes:
        each.start()
    for each in lanes:
        each.join()
    return outcomes


def cores() -> set[int]:
    """The cores that we may use."""
    return os.sched_getaffinity(0)


def command(fault: Fault, seconds: float, seed: int, earlier: Outcome | None = None) -> list[str]:
    """A fault that mounts disks gets its own mount namespace, which disappears with it."""
    one = [sys.executable, "-m", "tools.soak.one", fault.name, f"{seconds:.0f}", str(seed)]
    if earlier is not None:
        one.append(json.dumps({kept: earlier[kept] for kept in COUNTED}))
    if not fault.mounts or shutil.which("unshare") is None:
        return one
    return ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), *one]


def _run(fault: Fault, seconds: float, seed: int, watching: Watching, earlier: Outcome | None) -> Outcome:
    with TemporaryFile() as said:
        process = subprocess.Popen(
            command(fault, seconds, seed, earlier),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,
        )
        end = threading.Timer(seconds + GRACE, _end, [process])
        end.start()
        outcome: Outcome | None = None
        assert process.stdout is not None
        for line in process.stdout:
            message = json.loads(line)
            if "outcome" in message:
                outcome = message["outcome"]
            else:
                watching.counts(fault, message["count"])
        process.wait()
        end.cancel()
        if outcome is not None:
            return outcome
        said.seek(0)
        return broken_off(said.read().decode(errors="replace"), seconds)


def broken_off(said: str, seconds: float) -> Outcome:
    last = (said.strip().splitlines() or ["it did not end in time"])[-1]
    return {
        "count": 0, "lost": 1, "mishaps": [f"It broke off: {last}"], "facts": {}, "not here": "", "seconds": seconds,
        "seed": 0,
    }  # fmt: skip


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Kills it with everything that it has started, because it leads its own session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
