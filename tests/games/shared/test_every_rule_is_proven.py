"""The rules that players read are the rules that are tested: none without a test, no test for one that is not there."""

import ast
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parents[1]
RULES = (HERE.parents[1] / "docs" / "rules.md").read_text()
NUMBERED = set(re.findall(r"^\*\*([A-Z]\d+)\*\*", RULES, re.MULTILINE))


@cache
def named_in_tests() -> set[str]:
    named: set[str] = set()
    for file in HERE.parent.rglob("test_*.py"):
        source = file.read_text()
        for node in ast.walk(ast.parse(source)) if "proves(" in source else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "proves":
                named |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return named


def test_every_rule_has_a_test() -> None:
    assert sorted(NUMBERED - named_in_tests()) == []


def test_every_test_names_a_rule_that_is_written_down() -> None:
    assert sorted(named_in_tests() - NUMBERED) == []
