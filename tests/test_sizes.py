"""Nothing grows past what one person reads in one sitting: a file, a class, a folder."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_LINES, MOST_METHODS, MOST_FILES = 400, 25, 15
FILES = [file for top in ("firmware_host", "hardware") for file in sorted((ROOT / top).rglob("*.py"))]


PAGES = [file for kind in ("css", "js", "html") for file in sorted((ROOT / "firmware_host").rglob(f"*.{kind}"))]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def methods(of: ast.ClassDef) -> int:
    return sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in of.body)


def test_no_file_is_too_long() -> None:
    """The rules of a game may be longer: they are read in the order of its rulebook."""
    read = [file for file in (*FILES, *PAGES) if file.name != "rules.py"]
    lines = {named(file): len(file.read_text().splitlines()) for file in read}
    assert {name: length for name, length in lines.items() if length > MOST_LINES} == {}


def test_no_class_has_too_many_methods() -> None:
    classes = {
        f"{named(file)}: {node.name}": methods(node)
        for file in FILES
        if (text := file.read_text()).count("def ") > MOST_METHODS
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    }
    assert {name: count for name, count in classes.items() if count > MOST_METHODS} == {}


def test_no_folder_has_too_many_files() -> None:
    folders = Counter(named(file.parent) for file in FILES)
    assert {name: count for name, count in folders.items() if count > MOST_FILES} == {}
