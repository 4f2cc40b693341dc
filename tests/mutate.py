"""Change a package a hundred times, once each, and print the changes that no fast test feels.

    nice -n 10 python tests/mutate.py engine [--number 100] [--seed 1] [--jobs 2] [--bound 10]

The changes are single ones: a comparison, a sign, a constant, a condition, a removed statement,
``and`` and ``or``, a returned value. Left out is what no test should feel: docstrings, annotations,
imports, assertions, ``__repr__``, and named constants of a module, which are decisions. The draw
depends on the seed and on the text of each place, so that work elsewhere does not change it.

Each fast test runs once at first, to see which lines it executes and how long it takes (kept in
``--map FILE``, if given). A change is then judged by the tests that execute its line, the quickest
first, and by others of the same files, until ``--bound`` seconds of tests are done; the first
failure ends it. All happens in copies of the tree. Needs Python 3.12, and a system that forks.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import importlib
import os
import pickle
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("framework", "plugins", "frontends")
WARM = ("hypothesis", "jsonschema", "pluggy", "pydantic", "yaml", "pygame", "pytest_cov")
"""Libraries loaded once, before the processes that judge one change each."""

REWRITTEN = "ignore::pytest.PytestAssertRewriteWarning"

NAMED = (ast.FunctionDef, ast.ClassDef)
SWAPPED: dict[type[ast.AST], tuple[type[Any], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.FloorDiv,), ast.Mod: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,), ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,),
    ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,), ast.And: (ast.Or,), ast.Or: (ast.And,),
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One piece of a file, and what stands there instead."""

    file: str
    line: int
    lines: range
    start: int
    end: int
    old: str
    new: str
    rank: str = field(compare=False)

    def __str__(self) -> str:
        old, new = (" ".join(text.split())[:100] for text in (self.old, self.new))
        return f"{self.file}:{self.line}: {old}  →  {new}"


# Changes


def changes_of(path: Path, seed: int) -> Iterator[Change]:
    """Yield every change that could be made to a file."""
    text = path.read_text("utf-8")
    offsets = [0]
    for line in text.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    seen: dict[str, int] = defaultdict(int)
    for node, scope in _changeable(ast.parse(text), ""):
        for new in _changed(node):
            start = offsets[node.lineno - 1] + node.col_offset
            end = offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            old = text.encode()[start:end].decode()
            name = f"{seed} {path.name} {scope} {old} {new}"
            seen[name] += 1
            rank = hashlib.sha256(f"{name} {seen[name]}".encode()).hexdigest()
            lines = range(node.lineno, (node.end_lineno or 0) + 1)
            file = str(path.relative_to(ROOT))
            yield Change(file, node.lineno, lines, start, end, old, new, rank)


def files_of(package: str) -> list[Path]:
    """Return the modules of a package, or the module, of this name."""
    for source in ("framework/wargrid", *SOURCES):
        named = ROOT / source / package
        if found := sorted(named.rglob("*.py")) or [*named.parent.glob(f"{named.name}.py")]:
            return found
    raise SystemExit(f"There is no package {package}.")


def _changeable(node: ast.AST, scope: str) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the expressions and statements that a change could be felt in, with their scope."""
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom)) or _is_typing(node):
        return
    if isinstance(node, NAMED):
        if node.name in ("__repr__", "__str__"):
            return
        scope = f"{scope}.{node.name}"
    if isinstance(node, ast.expr | ast.stmt) and not isinstance(node, NAMED):
        yield node, scope
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_named_constant(child, scope):
                yield from _changeable(child, scope)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_named_constant(node: ast.AST, scope: str) -> bool:
    """Return whether this is a constant of a module or a class, or a docstring."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    in_a_function = scope.rpartition(".")[2].lstrip("_")[:1].islower()
    return isinstance(node, ast.AnnAssign | ast.Assign) and not in_a_function


def _changed(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Yield what could stand in place of an expression or statement."""
    match node:
        case ast.Compare(ops=ops):
            for at, operator in enumerate(ops):
                for other in SWAPPED[type(operator)]:
                    swapped = [*ops[:at], other(), *ops[at + 1 :]]
                    yield _text(ast.Compare(node.left, swapped, node.comparators))
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator):
            for other in SWAPPED.get(type(operator), ()):
                changed = copy.copy(node)
                changed.op = other()
                yield _text(changed)
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield _text(node.operand)
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield str(value + 1)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield "pass"
        case ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.IfExp():
            yield _text(ast.IfExp(node.test, node.orelse, node.body))
        case _:
            pass


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


# Tests


@dataclass
class Map:
    """Which tests execute which lines: ``tests`` have seconds, ``lines`` files of the tree."""

    tests: dict[str, float] = field(default_factory=dict)
    lines: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))

    @cached_property
    def files(self) -> dict[str, set[str]]:
        """Return the tests that execute any line of a file."""
        found: dict[str, set[str]] = defaultdict(set)
        for (file, _), names in self.lines.items():
            found[file] |= names & self.tests.keys()
        return found

    def judges(self, change: Change, bound: float) -> list[str]:
        """Return the tests that judge a change, at most so many seconds of them."""
        direct = set().union(*(self.lines.get((change.file, line), ()) for line in change.lines))
        if not direct:  # another process may come here, or an import
            direct = self.files[change.file]
        files = {test.partition("::")[0] for test in direct}
        direct &= set(self.tests)
        others = {test for test in self.tests if test.partition("::")[0] in files} - direct
        chosen: list[str] = []
        for test in (*sorted(direct, key=self._cost), *sorted(others, key=self._cost)):
            bound -= self.tests[test]
            if bound < 0 and chosen:
                break
            chosen.append(test)
        return chosen

    def _cost(self, test: str) -> tuple[float, str]:
        return self.tests[test], test


class Watcher:
    """A pytest plugin that notes the lines that each test executes; imports count for the file."""

    TOOL = 4

    def __init__(self, tree: Path) -> None:
        self.map = Map()
        self._sources = tuple(str(tree / source) + os.sep for source in SOURCES)
        self._cut = len(str(tree)) + 1
        self._now = ""
        self._file = ""
        events = sys.monitoring  # type: ignore[attr-defined]
        self._events: Any = events
        events.use_tool_id(self.TOOL, "mutate")
        events.register_callback(self.TOOL, events.events.LINE, self._line)
        events.set_events(self.TOOL, events.events.LINE)

    def _line(self, code: object, line: int) -> object:
        name: str = code.co_filename  # type: ignore[attr-defined]
        if name.startswith(self._sources):
            self.map.lines[name[self._cut :], line].add(self._now)
        return self._events.DISABLE

    def _begin(self, name: str) -> None:
        self._now = name
        self._events.restart_events()

    def pytest_pycollect_makemodule(self, module_path: Path) -> None:
        self._begin(f"{module_path.relative_to(Path.cwd())}::")

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Forget kept games with every file, so that its first tests load theirs."""
        file = item.nodeid.partition("::")[0]
        if file != self._file:
            self._file = file
            for module, kept in (("support", "_loaded"), ("rulesets", "made")):
                if module in sys.modules:
                    getattr(sys.modules[module], kept).cache_clear()
        self._begin(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds = self.map.tests.get(report.nodeid, 0.0) + report.duration
        self.map.tests[report.nodeid] = seconds if report.passed else float("inf")


class Chosen:
    """A pytest plugin that runs the tests chosen only, in their order."""

    def __init__(self, tests: list[str]) -> None:
        self._order = {test: at for at, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self._order]
        items[:] = sorted(chosen, key=lambda item: self._order[item.nodeid])


# Processes


def in_a_fork(work: Callable[[], int], log: Path, limit: float) -> int:
    """Do some work in a child of this process and return its result; 99 if it takes too long."""
    child = os.fork()
    if not child:
        os.setsid()
        with log.open("wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        result = 98
        try:
            result = work()
        finally:
            os._exit(result)
    begun = time.monotonic()
    while time.monotonic() < begun + limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 99


def tested(tree: Path, arguments: list[str], plugin: object) -> int:
    """Run pytest in a tree."""
    os.chdir(tree)
    paths = [str(tree / source) for source in SOURCES]
    sys.path[:0] = paths
    sys.dont_write_bytecode = True
    os.environ |= {
        "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1",
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip
    options = ["-q", "-x", "-n", "0", "-m", "not slow", "--tb=line", "-p", "no:cacheprovider"]
    options += ["-o", "addopts=", "--hypothesis-seed=0", "-W", REWRITTEN]
    return int(pytest.main([*options, *arguments], plugins=[plugin]))


def seen(tree: Path, files: list[str], kept: Path) -> int:
    """Run test files in a tree and write down which lines each test executes."""
    watcher = Watcher(tree)
    tested(tree, ["--maxfail=1000", *files], watcher)
    kept.write_bytes(pickle.dumps((watcher.map.tests, dict(watcher.map.lines))))
    return 0


def judged(tree: Path, change: Change, tests: list[str]) -> int:
    """Return what pytest returns for the tests of a tree with a change."""
    path = tree / change.file
    text = path.read_bytes()
    path.write_bytes(text[: change.start] + change.new.encode() + text[change.end :])
    os.utime(path, (1, 1))  # compiled files of the original are those of another time
    return tested(tree, sorted({test.partition("::")[0] for test in tests}), Chosen(tests))


def each(work: Iterable[Callable[[Path], None]], trees: list[Path]) -> None:
    """Do work in as many processes as there are trees, each in its own."""
    workers = []
    for at, tree in enumerate(trees):
        worker = os.fork()
        if not worker:
            for piece in list(work)[at :: len(trees)]:
                piece(tree)
            os._exit(0)
        workers.append(worker)
    for worker in workers:
        os.waitpid(worker, 0)


def map_of(files: list[str], trees: list[Path], folder: Path) -> Map:
    """Run test files, and return which lines each test executes."""

    def look(file: str, tree: Path) -> None:
        kept = folder / (file.replace(os.sep, "-") + ".map")
        in_a_fork(partial(seen, tree, [file], kept), kept.with_suffix(".log"), 600)

    each([partial(look, file) for file in files], trees)
    whole = Map()
    for kept in sorted(folder.glob("*.map")):
        tests, lines = pickle.loads(kept.read_bytes())
        passed = {test: seconds for test, seconds in tests.items() if seconds < float("inf")}
        whole.tests |= passed
        for place, names in lines.items():
            whole.lines[place] |= names
    return whole


def survivors(changes: list[Change], known: Map, trees: list[Path], bound: float) -> None:
    """Print what becomes of each change."""
    folder = trees[0].parent

    def judge(number: int, change: Change, tree: Path) -> None:
        tests, result = known.judges(change, bound), 5
        before = (tree / change.file).read_bytes()
        if tests:
            log = folder / f"{number}.log"
            result = in_a_fork(partial(judged, tree, change, tests), log, 30 + 5 * bound)
            (tree / change.file).write_bytes(before)
        (folder / f"{number}.result").write_text(str(result))
        if result in (0, 5):
            why = f"{len(tests)} tests" if tests else "no test comes here"
            print(f"{change}  ({why})", flush=True)

    each([partial(judge, number, change) for number, change in enumerate(changes)], trees)
    results = [int(path.read_text()) for path in folder.glob("*.result")]
    alive = sum(result in (0, 5) for result in results)
    print(f"{alive} of {len(results)} changes survive.")


def main() -> None:
    """Read the command line and judge the changes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("package", help="such as engine, match/journal or wargrid_pygame")
    parser.add_argument("tests", nargs="*", help="the test files that judge, all if omitted")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bound", type=float, default=10.0)
    parser.add_argument("--only", default="", help="only changes whose lines contain this")
    parser.add_argument("--map", type=Path)
    given = parser.parse_intermixed_args()
    paths = files_of(given.package)
    possible = [change for path in paths for change in changes_of(path, given.seed)]
    drawn = sorted(possible, key=lambda change: change.rank)[: given.number]
    drawn = [change for change in drawn if given.only in str(change)]
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    for library in WARM:
        importlib.import_module(library)
    with tempfile.TemporaryDirectory(prefix="wargrid-mutate-") as name:
        folder = Path(name)
        trees = [folder / f"tree{job}" for job in range(given.jobs)]
        for tree in trees:
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "dist"))
        if given.map and given.map.exists():
            known = Map()
            known.tests, lines = pickle.loads(given.map.read_bytes())
            known.lines |= lines
        else:
            files = given.tests or sorted(
                str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")
            )
            known = map_of(files, trees, folder)
            if given.map:
                given.map.write_bytes(pickle.dumps((known.tests, dict(known.lines))))
        print(f"{len(drawn)} of {len(possible)} changes, {len(known.tests)} tests", flush=True)
        survivors(drawn, known, trees, given.bound)


if __name__ == "__main__":
    main()
