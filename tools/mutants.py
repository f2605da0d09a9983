"""Mutation testing: changes rules, referee, private screen and votes in small ways; a test must fail each time.

`mutmut` makes the mutants. Its own runner starts pytest again for each of them, which takes hours here. This runner
collects the tests once and forks for each mutant. It runs only the tests that reach the changed function, the fastest
first. It cannot test code that runs only while a module is imported.

    python -m tools.mutants [MODULE …]        all of them, or only games/party/rules, console/votes, …
"""

import ast
import difflib
import gc
import importlib
import os
import resource
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
MUTANTS = ROOT / "mutants"
SOURCE = Path("firmware_host")
RULES = ("games/*/rules.py", "games/shared/*.py", "games/shared/evening/moves.py")
OF_THE_CONSOLE = ("console/referee", "console/screens/glass", "console/votes")
TESTS = {"games": ("tests/games", "tests/engine/test_session.py"), "console": ("tests/console",)}
COPIED = ("firmware_host", "tests", "docs", "tools", "hardware", "config", "pyproject.toml")
QUICK = "not (proof or browser)"
AT_ONCE = 2
ENOUGH = 0.95
KILLED = 1


def main(modules: list[str]) -> int:
    _copy_everything()
    os.chdir(MUTANTS)  # mutmut reads its configuration from the current folder
    chosen = modules or _all_modules()
    trying = Trying({module: _mutate(SOURCE / f"{module}.py") for module in chosen})
    sys.path.insert(0, str(MUTANTS))
    # Nobody reads pytest's report, so use its shortest form, which is the fastest.
    options = ["-q", "-s", "--tb=native", "-p", "no:cacheprovider", "--rootdir=."]
    tests = [test for part in sorted({module.partition("/")[0] for module in chosen}) for test in TESTS[part]]
    outcome = pytest.main([*tests, *options, "-m", QUICK], plugins=[trying])
    if outcome != pytest.ExitCode.OK:
        return int(outcome)
    return _report(trying.survivors, trying.mutants)


def _copy_everything() -> None:
    shutil.rmtree(MUTANTS, ignore_errors=True)
    MUTANTS.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, MUTANTS / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, MUTANTS / name)
    (MUTANTS / "setup.cfg").write_text("[mutmut]\nsource_paths=firmware_host\n")


def _all_modules() -> list[str]:
    found = [path for rules in RULES for path in SOURCE.glob(rules) if path.stem != "__init__"]
    return [*sorted(str(path.relative_to(SOURCE).with_suffix("")) for path in found), *OF_THE_CONSOLE]


def _mutate(path: Path) -> list[str]:
    """Writes a module with all its mutants, and returns their names."""
    mutated = importlib.import_module("mutmut.mutation.file_mutation").mutate_file_contents(str(path), path.read_text())
    path.write_text(mutated.code)
    return list(mutated.mutant_names)


class Trying:
    """A pytest plugin that runs the tests once to see what each one reaches, and then again for every mutant."""

    def __init__(self, mutants: dict[str, list[str]]) -> None:
        self.mutants = mutants
        self.survivors: list[tuple[str, str]] = []
        self._trampoline = cast(Any, importlib.import_module("mutmut.mutation.trampoline"))
        self._reached: set[str] = set()
        self._trampoline.record_trampoline_hit = lambda name, **_caller: self._reached.add(name)

    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings  # not earlier, because pytest must import it first

        # No shrinking and no database: a mutant is dead at the first failure.
        quick = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", phases=quick, database=None, derandomize=True, deadline=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        reaching, seconds = self._run_unchanged(session)
        gc.freeze()
        waiting: dict[int, tuple[str, str]] = {}
        mutants = [(module, mutant) for module, names in self.mutants.items() for mutant in names]
        for count, (module, mutant) in enumerate(mutants):
            if count % 50 == 0:
                print(f"{count} of {len(mutants)} tried, {len(self.survivors)} alive", file=sys.stderr)
            function = f"{_dotted(module)}.{mutant.rpartition('__mutmut_')[0]}"
            tests = sorted(reaching[function], key=lambda test: seconds[test.nodeid])
            waiting[self._fork(f"{_dotted(module)}.{mutant}", tests)] = (module, mutant)
            if len(waiting) == AT_ONCE:
                self._await_one(waiting)
        while waiting:
            self._await_one(waiting)
        return True

    def _run_unchanged(self, session: pytest.Session) -> tuple[dict[str, list[pytest.Item]], dict[str, float]]:
        reaching: dict[str, list[pytest.Item]] = defaultdict(list)
        seconds = {}
        self._trampoline.set_mutant_under_test("stats")
        for item in session.items:
            self._reached.clear()
            reports = runtestprotocol(item, log=False, nextitem=None)
            if any(report.failed for report in reports):
                print(f"{item.nodeid} fails without any mutant: mend it first", file=sys.stderr)
                raise session.Failed
            seconds[item.nodeid] = sum(report.duration for report in reports)
            for function in self._reached:
                reaching[function].append(item)
        return reaching, seconds

    def _fork(self, mutant: str, tests: list[pytest.Item]) -> int:
        child = os.fork()
        if child:
            return child
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (60, 61))  # a mutant that hangs counts as dead
            self._trampoline.set_mutant_under_test(mutant)
            for test in tests:
                if any(report.failed for report in runtestprotocol(test, log=False, nextitem=None)):
                    os._exit(KILLED)
            os._exit(0)
        except BaseException:  # whatever it is, the mutant caused it
            os._exit(KILLED)

    def _await_one(self, waiting: dict[int, tuple[str, str]]) -> None:
        child, status = os.wait()
        mutant = waiting.pop(child)
        if status == 0:
            self.survivors.append(mutant)
            print(f"{mutant[0]}: {mutant[1]}", file=sys.stderr)


def _dotted(module: str) -> str:
    return ".".join((*SOURCE.parts, *module.split("/")))


def _report(survivors: list[tuple[str, str]], mutants: dict[str, list[str]]) -> int:
    functions = {module: dict(_functions(SOURCE / f"{module}.py")) for module in mutants}
    for module, mutant in sorted(survivors):
        original = f"{mutant.rpartition('__mutmut_')[0]}__mutmut_orig"
        before, after = (functions[module][name].splitlines()[1:] for name in (original, mutant))
        print(f"\n{module}: {mutant}")
        print(
            "\n".join(
                line for line in difflib.unified_diff(before, after, n=1, lineterm="") if line[:2] not in ("--", "++")
            )
        )
    print()
    for module, names in mutants.items():
        alive = sum(survivor == module for survivor, _ in survivors)
        print(f"{module:24} {len(names) - alive:5} of {len(names):5} killed")
    total = sum(map(len, mutants.values()))
    share = 1 - len(survivors) / max(total, 1)
    print(f"{'all':24} {total - len(survivors):5} of {total:5} killed: {share:.1%} (at least {ENOUGH:.0%} wanted)")
    return 0 if share >= ENOUGH else 1


def _functions(path: Path) -> Iterator[tuple[str, str]]:
    source = path.read_text()
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            yield node.name, "\n".join(lines[node.lineno - 1 : node.end_lineno])


if __name__ == "__main__":
    arguments: Any = sys.argv[1:]
    sys.exit(main(arguments))
