"""Describes the machine that a bench ran on, because figures mean nothing without it."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def machine() -> dict[str, str]:
    return {
        "processor": f"{_processor()}, {len(os.sched_getaffinity(0))} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB",
        "system": f"{_system()}, Linux {kernel(platform.release())}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),  # the day, for readers
        "busy with": f"{os.getloadavg()[0]:.1f} other processes when it began",
    }


def _processor() -> str:
    """The processor's name from the kernel; on a Pi, the name of the board."""
    board = Path("/proc/device-tree/model")
    if board.exists():
        return board.read_text().rstrip("\0")
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def kernel(release: str) -> str:
    """The 6.1 of `6.1.0-54-amd64`: the rest names a particular build."""
    return ".".join(release.split(".")[:2])


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()
