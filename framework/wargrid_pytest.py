"""The pytest plugin: collects rule tests from ``*.tests.yaml``; heavy imports wait until then.

It is a module of its own, because pytest rewrites each assertion of the package of a plugin.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wargrid.authoring.ruletests.report import TestOutcome
    from wargrid.source.document import Location

_SUFFIX: Final = ".tests.yaml"

_MAX_SEARCHED: Final = 1 << 20
"""How much of a file is searched for the keys, in characters."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleTests | None:
    """Collect a file that ends in ``.tests.yaml`` and has the keys of rule tests."""
    if not file_path.name.endswith(_SUFFIX):
        return None
    with file_path.open(encoding="utf-8-sig", errors="replace") as stream:
        text = stream.read(_MAX_SEARCHED)
    if not (_has_key(text, "tests") and any(_has_key(text, key) for key in _subjects())):
        return None
    found: RuleTests = RuleTests.from_parent(parent, path=file_path)
    return found


def _subjects() -> list[str]:
    """Return the keys for what is tested; they tell rule tests from another program's files."""
    from wargrid.authoring.ruletests.kinds import GROUP
    from wargrid.offers import offers

    return ["ruleset", *offers(GROUP)]


def _has_key(text: str, key: str) -> bool:
    return re.search(f"^{re.escape(key)}:", text, re.MULTILINE) is not None


class RuleTests(pytest.File):
    """A file of rule tests."""

    def collect(self) -> Iterator[RuleItem]:
        """Yield an item for each test; raise CollectError with every error of the file."""
        from wargrid.text import InputError

        try:
            for name, title, location, run in self._runs():
                # pytest splits the ids that it is given at two colons
                item: RuleItem = RuleItem.from_parent(self, name=name.replace("::", ":"))
                item.assign(title, location, run)
                yield item
        except InputError as error:
            raise self.CollectError(error.text("en")) from None

    def _runs(self) -> Iterator[tuple[str, str, Location, Callable[[], TestOutcome]]]:
        """Yield the name, the title and the place of each test, and what runs it."""
        from wargrid.authoring.ruletests.files import read_tests
        from wargrid.authoring.ruletests.kinds import other_cases
        from wargrid.authoring.ruletests.runner import Games, run_one

        cases = other_cases(self.path)
        if cases is not None:
            yield from cases
            return
        tests, games = read_tests(self.path), Games()
        for at, test in tests.places():
            location = tests.document.root.place(at, "key")
            yield test.name, test.title, location, partial(run_one, tests, at, test, games)


class RuleItem(pytest.Item):
    """One rule test."""

    def assign(self, title: str, location: Location, run: Callable[[], TestOutcome]) -> None:
        """Set what this item runs, its title and its place."""
        self._title, self._location, self._run = title, location, run

    def runtest(self) -> None:
        """Run the test; plugins beside a ruleset are trusted. Raises RuleTestError."""
        from wargrid.plugins.trust import trusting

        with trusting():
            outcome = self._run()
        if outcome.word != "passed":
            raise RuleTestError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report of ``wargrid test``; other exceptions as pytest shows them."""
        if isinstance(excinfo.value, RuleTestError):
            return excinfo.value.outcome.problems()
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file, the line from 0 and the title; pytest would split it at a final dot."""
        return self.path, self._location.line - 1, self._title.removesuffix(".")


class RuleTestError(Exception):
    """A rule test failed or could not run; ``outcome`` has the reasons."""

    def __init__(self, outcome: TestOutcome) -> None:
        super().__init__(outcome.text())
        self.outcome = outcome
