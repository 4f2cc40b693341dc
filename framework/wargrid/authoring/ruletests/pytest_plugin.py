"""Lets pytest collect the tests of rules that stand in ``*.tests.yaml``; imports nothing heavy until it meets one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from wargrid.ruleset import TESTS_SUFFIX
from wargrid.text.catalog import preferred_language

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.report import Outcome

_OURS: Final = (re.compile("^ruleset:", re.MULTILINE), re.compile("^tests:", re.MULTILINE))
"""What a file of tests says, and another program's hardly does."""

_MOST: Final = 1 << 20
"""The most characters that are looked at."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleTests | None:
    """Collect a file whose name ends in ``.tests.yaml``, if it names a ruleset and tests."""
    if file_path.name.endswith(TESTS_SUFFIX) and _is_ours(file_path):
        found: RuleTests = RuleTests.from_parent(parent, path=file_path)
        return found
    return None


def _is_ours(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as stream:
        text = stream.read(_MOST)
    return all(said.search(text) for said in _OURS)


class RuleTests(pytest.File):
    """A file of tests of rules."""

    def collect(self) -> Iterator[RuleItem]:
        """One item for each test. Raises CollectError, with every fault of the file."""
        from wargrid.authoring.ruletests.files import read_tests
        from wargrid.authoring.ruletests.runner import Games
        from wargrid.source.diagnostics import RulesetError

        try:
            tests = read_tests(self.path)
        except RulesetError as error:
            raise self.CollectError(error.text(preferred_language())) from None
        games = Games()
        for place, test in tests.places():
            item: RuleItem = RuleItem.from_parent(self, name=test.name)
            item.asks(tests, place, games)
            yield item


class RuleItem(pytest.Item):
    """One test of rules; it fails if anything is not as expected."""

    def asks(self, tests: Tests, place: tuple[str | int, ...], games: Any) -> None:
        """Say what is to be tried."""
        self._asked = (tests, place, games)

    def runtest(self) -> None:
        """Try the test; code beside a ruleset is run, as pytest runs that of the folder. Raises NotAsExpected."""
        from wargrid.authoring.ruletests.runner import try_one
        from wargrid.plugins.trust import trusting

        tests, place, games = self._asked
        with trusting():
            outcome = try_one(tests, place, tests.file.tests[int(place[-1])], games)
        if outcome.word != "passed":
            raise NotAsExpected(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is not as expected, as ``wargrid test`` prints it; anything else as pytest shows it."""
        if isinstance(excinfo.value, NotAsExpected):
            return excinfo.value.outcome.wrong(preferred_language())
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line from 0, and the test's title; pytest would read its dot as part of a path."""
        tests, place, _ = self._asked
        title = tests.file.tests[int(place[-1])].title
        return self.path, tests.mark(place).line - 1, title.removesuffix(".")


class NotAsExpected(Exception):
    """A test of rules failed, or could not be tried; ``outcome`` says why."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.text())
        self.outcome = outcome
