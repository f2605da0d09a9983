"""The pages that people read, taken apart: their blocks, the commands in them, and the commands named in passing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"
PAGES = sorted(
    [
        *(
            ROOT / name
            for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "config/README.md", "systemd/README.md")
        ),
        *(ROOT / "docs").rglob("*.md"),
    ]
)
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
INDENTED = re.compile(r"^\n {4}(\S.*)$", re.MULTILINE)  # how Markdown once wrote a block of code
# What a span of code begins with if it is a command, and not a setting, a file or a key.
PROGRAMS = re.compile(
    r"(sudo|wordtable|make|systemctl|systemd-analyze|journalctl|i2cdetect|git|ssh|apt) .|\.venv/bin/."
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its kind (`toml`), what else stands on its fence, and its text."""

    page: Path
    line: int
    kind: str
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@cache
def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def blocks(kind: str = "") -> list[Block]:
    """Every block of every page, or those of one kind."""
    found = []
    for page in PAGES:
        text = read(page)
        for fence in FENCE.finditer(text):
            of_kind, _, name = fence[1].partition(" ")
            found.append(Block(page, text[: fence.start()].count("\n") + 1, of_kind, name, fence[2]))
    return [block for block in found if not kind or block.kind == kind]


def lines(block: Block) -> list[str]:
    """The commands of a block of shell, without what is said about them."""
    bare = (re.sub(r"\s+#.*$", "", line).strip() for line in block.text.splitlines())
    return [line for line in bare if line and not line.startswith("#")]


def in_passing() -> Iterator[tuple[Path, str]]:
    """Commands that stand in the middle of a sentence."""
    for page in PAGES:
        text = FENCE.sub("", read(page))
        for span in (*SPAN.findall(text), *INDENTED.findall(text)):
            if PROGRAMS.match(span) and "…" not in span:
                yield page, span
