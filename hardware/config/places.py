"""Where the files of a table are: its `table.toml` and the folder of its journal. Nothing is opened here."""

import os
from collections.abc import Mapping
from pathlib import Path

TABLE = Path("table.toml")
TABLE_OF_THE_SERVICE = Path("/etc/wordtable/table.toml")
JOURNAL_OF_THE_SERVICE = Path("/var/lib/wordtable")  # systemd's link to a folder that only root may enter
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


def journal_to_read(environment: Mapping[str, str] = os.environ, of_the_service: Path = JOURNAL_OF_THE_SERVICE) -> Path:
    """The folder with the journal of this computer: the service's, if it has one."""
    if "STATE_DIRECTORY" not in environment and os.path.lexists(of_the_service):
        return of_the_service
    return journal_folder(environment)
