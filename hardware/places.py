"""Where a table keeps its things: its `table.toml`, and the folder of its journal. Nothing is opened here."""

import os
from collections.abc import Mapping
from pathlib import Path

TABLE = Path("table.toml")
TABLE_OF_THE_SERVICE = Path("/etc/wordtable/table.toml")
RUNNING = Path("/run/wordtable")  # systemd makes it when the service starts, and removes it when it stops


def table_file(looked_in: tuple[Path, ...] = (TABLE, TABLE_OF_THE_SERVICE)) -> Path | None:
    """The file of this table: here, or the service's own. None is the simulated table, which needs no file."""
    return next((file for file in looked_in if file.exists()), None)


def journal_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """What systemd gives the service, or a folder of the user's own."""
    if given := environment.get("STATE_DIRECTORY"):
        return Path(given.partition(":")[0])
    state = environment.get("XDG_STATE_HOME")
    return (Path(state) if state else Path(environment.get("HOME", "/"), ".local", "state")) / "wordtable"
