"""Where the versions of the console lie after updates, and what the table is told about the last update."""

import os
from contextlib import suppress
from pathlib import Path

from firmware_host import __version__
from firmware_host.texts.text import Text, say

VERSIONS = Path(os.environ.get("WORDTABLE_VERSIONS", "/var/lib/wordtable-versions"))
CURRENT, PREVIOUS, UNPROVEN, WENT_BACK = "current", "previous", "unproven", "went-back"


def note_about_updates(versions: Path = VERSIONS) -> Text | None:
    """What the table should be told: an update that did not start, and which version is back."""
    with suppress(OSError):
        failed = (versions / WENT_BACK).read_text(encoding="utf-8", errors="replace").strip()
        return say("The update to {failed} did not start. {version} is back.", failed=failed, version=__version__)
    return None
