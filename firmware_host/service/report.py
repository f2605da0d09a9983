"""`wordtable report`: a file to send when you ask for help. What it says about people and secrets is blanked.

Of `table.toml` it shows only what is listed here as harmless, without comments. Of the journal it shows numbers.
"""

import platform
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from firmware_host import __version__
from firmware_host.frozen import frozen
from firmware_host.journal.ledger import Ledger
from firmware_host.journal.opening import read_ledger
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say
from hardware.files import check_ordinary, read_file

BLANK = "(blanked)"
TITLE = "wordtable report"
ABOUT = "Names, codes, passwords, addresses and secrets are blanked. Read it before you send it."
HARMLESS = frozenset((
    "active_high", "address", "baud", "brightness", "bus", "channel", "chip", "chip_select", "contrast", "data_pin",
    "first", "height", "hooded", "i2c", "keys", "lamp", "language", "milliamperes", "multiplexer", "palette", "pin",
    "port", "protocol", "pulse", "reset_pin", "rotation", "simulated", "spi", "teach", "usb", "voice", "width",
    "wiring",
))  # fmt: skip
_BLUETOOTH = re.compile(r"\b(?:[0-9A-Fa-f]{2}[:_-]){5}[0-9A-Fa-f]{2}\b")
_SECTION = re.compile(r"\s*\[{1,2}[\w.-]+\]{1,2}\s*(#|$)")
_WORD = re.compile(
    r"""
    (?P<before>^\s* | [{,]\s*) (?P<key>[\w.-]+) \s*=
    | (?P<comment>\#.*)
    | (?P<value>"(?:\\.|[^"\\])*"? | '[^']*'? | [^\s,=\[\]{}"'#]+)
    """,
    re.VERBOSE,
)


class ReportError(TextError):
    """The report could not be written; the sentence says why."""


@frozen
class Sources:
    """Where the parts of a report come from."""

    config: Path | None
    journal: Path
    doctor: Callable[[], str]
    log: Callable[[], str]


def write_report(file: Path, sources: Sources) -> None:
    try:
        if file.exists():
            check_ordinary(file)
            if not file.read_bytes().startswith(TITLE.encode()):
                raise ReportError(say("{file} exists, and is not a report. Choose another file.", file=str(file)))
        file.write_text(make_report(sources), encoding="utf-8")
    except OSError as error:
        reason = error.strerror or ""
        text = say("{file}: cannot be written ({reason}). Choose another file.", file=str(file), reason=reason)
        raise ReportError(text) from None


def make_report(sources: Sources) -> str:
    config, blanked = _config(sources.config)
    people = frozenset(_people(sources.journal))
    parts = {
        "versions": "\n".join(_versions()),
        "doctor": sources.doctor(),
        "table.toml": config,
        "journal": _journal(sources.journal),
        "log": sources.log(),
    }
    told = [f"── {name} ──\n\n{_without(text, blanked | people).strip()}\n" for name, text in parts.items()]
    return "\n".join((f"{TITLE}. {ABOUT}\n", *told))


# ── the parts ────────────────────────────────────────────────────────────────────────────────────


def _versions() -> Iterator[str]:
    yield f"wordtable {__version__}"
    yield f"Python {platform.python_version()}"
    with suppress(OSError):
        yield platform.freedesktop_os_release().get("PRETTY_NAME", "")
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    with suppress(OSError):
        yield Path("/proc/device-tree/model").read_text(encoding="utf-8", errors="replace").rstrip("\0")
    yield from _libraries()


def _libraries() -> Iterator[str]:
    try:
        needed = requires("wordtable") or ()
    except PackageNotFoundError:
        return
    for name in sorted({re.split(r"[^\w.-]", each)[0] for each in needed if "extra" not in each or "web" in each}):
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name}: not installed"


def _config(file: Path | None) -> tuple[str, frozenset[str]]:
    if file is None:
        return "none: the table is simulated", frozenset()
    try:
        return blank_config(read_file(file).decode("utf-8-sig", "replace"))
    except (OSError, TextError) as error:
        return f"cannot be read ({type(error).__name__})", frozenset()


def blank_config(text: str) -> tuple[str, frozenset[str]]:
    """The same lines without comments and without all that is not harmless; and the words that were blanked."""
    blanked: set[str] = set()
    lines = [
        line.partition("#")[0].rstrip() if _SECTION.match(line) else _blank_line(line, blanked)
        for line in text.splitlines()
    ]
    return "\n".join(lines), frozenset(blanked)


def _blank_line(line: str, blanked: set[str]) -> str:
    key = ""

    def instead(found: re.Match[str]) -> str:
        nonlocal key
        if found["key"] is not None:
            key = found["key"]
            return found[0]
        if found["comment"] is not None:
            return ""
        if key in HARMLESS:
            return found[0]
        blanked.add(found["value"].strip("\"'"))
        return BLANK

    return _WORD.sub(instead, line).rstrip()


def _people(journal: Path) -> Iterator[str]:
    """Everybody who has played here. A journal that cannot be read has nobody to tell of."""
    with suppress(Exception), closing(read_ledger(journal)) as ledger:
        yield from (name for names in ledger.names().values() for name in names)
        yield from (name for finished in ledger.finished() for name in _listed(finished.save.get("players")))
        if (unfinished := _unfinished(ledger)) is not None:
            yield from _listed(unfinished.get("players"))


def _unfinished(ledger: Ledger) -> dict[str, object] | None:
    with suppress(ValueError):
        found = ledger.unfinished()
        return None if found is None else dict(found.save)
    return None


def _listed(players: object) -> Iterable[str]:
    return (str(name) for name in players) if isinstance(players, list) else ()


def _journal(journal: Path) -> str:
    if not journal.exists():
        return "none"
    try:
        with closing(read_ledger(journal)) as ledger:
            playing = "one game in progress" if _unfinished(ledger) is not None else "no game in progress"
            return f"{len(list(ledger.finished()))} finished games, {playing}, {len(ledger.house_words())} house words"
    except Exception as error:  # its text might hold a row
        return f"cannot be read ({type(error).__name__})"


# ── blanking ─────────────────────────────────────────────────────────────────────────────────────


def _without(text: str, words: frozenset[str]) -> str:
    """The text without these words, wherever they stand for themselves, and without Bluetooth addresses."""
    text = _BLUETOOTH.sub(BLANK, text)
    for word in sorted((word for word in words if len(word) > 1), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", BLANK, text, flags=re.IGNORECASE)
    return text
