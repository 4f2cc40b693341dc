"""The pytest plugin: collects rule tests from ``*.tests.yaml``; heavy imports wait until then."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.report import TestOutcome
    from wargrid.authoring.ruletests.runner import Games

_SUFFIX: Final = ".tests.yaml"

_KEYS: Final = (re.compile("^ruleset:", re.MULTILINE), re.compile("^tests:", re.MULTILINE))
"""The keys by which a file of rule tests differs from another program's."""

_MAX_SEARCHED: Final = 1 << 20
"""How much of a file is searched for the keys, in characters."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleTests | None:
    """Collect a file that ends in ``.tests.yaml`` and has the keys of rule tests."""
    if not file_path.name.endswith(_SUFFIX):
        return None
    with file_path.open(encoding="utf-8", errors="replace") as stream:
        text = stream.read(_MAX_SEARCHED)
    if not all(key.search(text) for key in _KEYS):
        return None
    found: RuleTests = RuleTests.from_parent(parent, path=file_path)
    return found


class RuleTests(pytest.File):
    """A file of rule tests."""

    def collect(self) -> Iterator[RuleItem]:
        """Yield an item for each test; raise CollectError with every error of the file."""
        from wargrid.authoring.ruletests.files import read_tests
        from wargrid.authoring.ruletests.runner import Games
        from wargrid.source.diagnostics import RulesetError

        try:
            tests = read_tests(self.path)
        except RulesetError as error:
            raise self.CollectError(error.text("en")) from None
        games = Games()
        for place, test in tests.places():
            item: RuleItem = RuleItem.from_parent(self, name=test.name)
            item.assign(tests, place, games)
            yield item


class RuleItem(pytest.Item):
    """One rule test."""

    def assign(self, tests: Tests, place: tuple[str | int, ...], games: Games) -> None:
        """Set the test that this item runs."""
        self._tests, self._place, self._games = tests, place, games
        self._test = tests.file.tests[int(place[-1])]

    def runtest(self) -> None:
        """Run the test; plugins beside a ruleset are trusted. Raises RuleTestError."""
        from wargrid.authoring.ruletests.runner import run_one
        from wargrid.plugins.trust import trusting

        with trusting():
            outcome = run_one(self._tests, self._place, self._test, self._games)
        if outcome.word != "passed":
            raise RuleTestError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report of ``wargrid test``; other exceptions as pytest shows them."""
        if isinstance(excinfo.value, RuleTestError):
            return excinfo.value.outcome.problems()
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file, the line from 0 and the title; pytest would split it at a final dot."""
        mark = self._tests.document.root.place(self._place, "key")
        return self.path, mark.line - 1, self._test.title.removesuffix(".")


class RuleTestError(Exception):
    """A rule test failed or could not run; ``outcome`` has the reasons."""

    def __init__(self, outcome: TestOutcome) -> None:
        super().__init__(outcome.text())
        self.outcome = outcome
