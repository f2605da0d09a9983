"""Plays the example sessions in docs/engine-protocol.md again and writes the engine's current answers.

`python -m tools.renew_examples`, after the protocol or a sentence in it has changed; a test says when.
"""

import re
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.engine import Engine

PAGE = Path(__file__).parents[1] / "docs" / "engine-protocol.md"
SESSION = re.compile(r"(?<=^```session\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
ASKED, ANSWERED = "→ ", "← "


def renewed(page: str) -> str:
    """The page with new replies; requests and comments stay as they are."""
    return SESSION.sub(lambda session: _played(session[0]), page)


def _played(session: str) -> str:
    engine = Engine(dictionaries.load, dictionaries.names())
    lines = []
    for line in session.splitlines(keepends=True):
        if not line.startswith(ANSWERED):
            lines.append(line)
        if line.startswith(ASKED):
            lines.append(ANSWERED + engine.answer(line.removeprefix(ASKED).strip().encode()).decode())
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text()))
