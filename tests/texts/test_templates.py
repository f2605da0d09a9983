"""Every sentence is a literal template with exactly the facts that it names: otherwise it could not be translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "firmware_host" / "texts"
CODE = [file for folder in ("firmware_host", "hardware") for file in sorted((ROOT / folder).rglob("*.py"))]
SCRIPTS = sorted((ROOT / "firmware_host" / "web" / "static").rglob("*.js"))
SAYING, COUNTING, VERBATIM, REFUSING = "say", "say_count", "verbatim", "RuleError"


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=function) | ast.Attribute(attr=function):
            return function
    return ""


def literal(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


# ── Python ───────────────────────────────────────────────────────────────────────────────────────


def mistakes(code: str) -> Iterator[str]:
    tree = ast.parse(code)
    nodes = list(ast.walk(tree))
    ours = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "firmware_host.texts.text"
        for alias in node.names
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in (SAYING, COUNTING) and node.name in ours:
            yield f"{node.lineno}: another function is called {node.name}"
    for call in nodes:
        if isinstance(call, ast.Call):
            yield from (f"{call.lineno}: {mistake}" for mistake in _mistakes_of(call, ours))


def _mistakes_of(node: ast.Call, ours: set[str]) -> Iterator[str]:
    if called(node) in (SAYING, COUNTING):
        of_ours = isinstance(node.func, ast.Name) and called(node) in ours
        yield from _call_mistakes(node, node.args) if of_ours else _stranger_mistakes(node)
    elif called(node) == REFUSING and len(node.args) == 2 and isinstance(node.args[1], ast.Constant | ast.JoinedStr):
        yield from _call_mistakes(node, node.args[1:])
    elif called(node) == VERBATIM and VERBATIM in ours and _has_words(node.args[0]):
        yield "verbatim is for names and data, not for words of ours"
    elif called(node) == "Text" and "Text" in ours and node.args and literal(node.args[0]):
        yield "a template outside of say is not collected"


def _call_mistakes(call: ast.Call, arguments: list[ast.expr]) -> Iterator[str]:
    """A call of our own `say` or `say_count`, or a refusal."""
    several = called(call) == COUNTING
    templates = [literal(argument) for argument in arguments[: 2 if several else 1]]
    if not templates or None in templates:
        yield "the template is not a literal"
        return
    facts = {keyword.arg for keyword in call.keywords} | ({"count"} if several else set())
    named = set().union(*(fields(template) for template in templates if template)) | ({"count"} if several else set())
    if named != facts:
        yield f"the template names {sorted(named)}, and is given {sorted(map(str, facts))}"


def _stranger_mistakes(call: ast.Call) -> Iterator[str]:
    """Babel would take this for a sentence."""
    if call.args and literal(call.args[0]) is not None:
        yield f"another function called {called(call)} is given a literal"


def _has_words(argument: ast.expr) -> bool:
    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    return any(re.search(r"[A-Za-z]{2}", literal(part) or "") for part in parts)


def test_every_template_is_a_literal_with_its_facts() -> None:
    wrong = {name(file): list(mistakes(file.read_text(encoding="utf-8"))) for file in CODE if file.parent != TEXTS}
    assert {file: what for file, what in wrong.items() if what} == {}


@pytest.mark.parametrize(
    "code",
    [
        "say(f'Row {row} is open.')",
        "RuleError('stale', f'Row {row} is open.')",
        "RuleError('stale', 'Row {row} is open.', number=3)",
        "say('Row ' + row)",
        "say(template)",
        "say('Row {row} is open.')",
        "say('Row {row} is open.', row=1, seat=2)",
        "say('Row {} is open.', row=1)",
        "say('Row {row} is open.', **facts)",
        "say_count('{count} row', '{count} rows of {name}', 3)",
        "say_count('{count} row', many, 3)",
        "verbatim('wordtable')",
        "verbatim(f'Row {row}')",
        "speaker.say('Good night.')",
        "Text('Good night.')",
    ],
)
def test_a_mistake_is_noticed(code: str) -> None:
    assert list(mistakes(f"from firmware_host.texts.text import Text, say, say_count, verbatim\n{code}"))


@pytest.mark.parametrize(
    "code",
    [
        "say('Good night.')",
        "say('Row {row} is open.', row=say('three'))",
        "say_count('one row of {name}', '{count} rows of {name}', rows, name=name)",
        "verbatim(word)",
        "verbatim(f'{host}:{port}')",
        "speaker.say(sentence)",
    ],
)
def test_what_is_right_is_no_mistake(code: str) -> None:
    assert not list(mistakes(f"from firmware_host.texts.text import say, say_count, verbatim\n{code}"))


# ── JavaScript ───────────────────────────────────────────────────────────────────────────────────

CALL = re.compile(r'(?<![\w.])say\(\s*(?:"((?:[^"\\\n]|\\.)*)"\s*(\)|,\s*\{))?')


def script_mistakes(script: str) -> Iterator[str]:
    for call in CALL.finditer(script):
        line = script.count("\n", 0, call.start()) + 1
        template, then = call[1], call[2]
        if template is None:
            yield f"{line}: the template is not a literal"
            continue
        facts = set() if then == ")" else _keys(script[call.end() :])
        if fields(template) != facts:
            yield f"{line}: the template names {sorted(fields(template))}, and is given {sorted(facts)}"


def _keys(after: str) -> set[str]:
    """The keys of the object that begins here, just after its brace."""
    depth, parts = 0, [""]
    for letter in after:
        if letter in ")}]":
            if depth == 0:
                break
            depth -= 1
        depth += letter in "({["
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return {part.partition(":")[0].strip() for part in parts if part.strip()}


@pytest.mark.parametrize("file", [file for file in SCRIPTS if file.name != "texts.js"], ids=name)
def test_every_template_of_a_script_is_a_literal_with_its_facts(file: Path) -> None:
    assert list(script_mistakes(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "script",
    ["say(`Seat ${seat}`)", "say(words)", 'say("Seat {seat}")', 'say("Seat {seat}", { number })', 'say("a" + b)'],
)
def test_a_mistake_of_a_script_is_noticed(script: str) -> None:
    assert list(script_mistakes(script))


@pytest.mark.parametrize(
    "script", ['say("Enter")', 'say("Seat {seat}", { seat })', 'say("{a}, {b}", { a: f(1, 2), b: c ? d : e })']
)
def test_what_is_right_in_a_script_is_no_mistake(script: str) -> None:
    assert not list(script_mistakes(script))
