"""Finds files of tests and reads them, with the place of every value for whatever turns out to be wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wargrid.authoring.ruletests.models import RuleTest, Step, TestFile
from wargrid.loading import library
from wargrid.loading.complaints import complaints
from wargrid.loading.keys import keys_at
from wargrid.ruleset import TESTS_SUFFIX
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError, diagnostic
from wargrid.source.document import Document, Mark
from wargrid.source.merge import Merged, never
from wargrid.source.yaml_reader import read
from wargrid.text.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Tests:
    """A file of tests that was read; ``document`` knows the place of every value."""

    path: Path
    file: TestFile
    document: Document

    def places(self) -> Iterator[tuple[Place, RuleTest]]:
        """Every test with its place in the document."""
        yield from ((("tests", number), test) for number, test in enumerate(self.file.tests))

    def mark(self, place: Place) -> Mark:
        """Where something stands: its key, or itself if it has none."""
        return self.document.root.place(place, "key")


def read_tests(path: Path) -> Tests:
    """Read a file of tests.

    Raises:
        RulesetError: it cannot be read, says something unknown, or a test in it could never fail.
    """
    document = _document_of(path)
    merged = Merged(document.root, {document.file: document.lines}, (document.file,), never)
    try:
        file = TestFile.model_validate(document.data)
    except ValidationError as error:
        raise RulesetError(
            complaints(error, merged, near=lambda place: keys_at(TestFile, place))
        ) from None
    tests = Tests(path, file, document)
    diagnostics = list(_faults(tests))
    if diagnostics:
        raise RulesetError(diagnostics)
    return tests


def _document_of(path: Path) -> Document:
    """What a file of tests says; of an empty one, how tests begin."""
    try:
        return read(path)
    except RulesetError as error:
        begin = {"cure": Message("tests.begin")}
        raise RulesetError(
            replace(each, values={**each.values, **begin}) if each.name == "empty_file" else each
            for each in error.diagnostics
        ) from None


def _faults(tests: Tests) -> Iterator[Diagnostic]:
    """Tests that say nothing, or that are called the same."""
    names: dict[str, Place] = {}
    for place, test in tests.places():
        first = names.setdefault(test.name, place)
        if first is not place:
            line = tests.document.root.place((*first, "name"), "value").line
            yield tests.document.diagnostic(
                (*place, "name"), "test_twice", name=test.name, line=line
            )
        if not any(_says_something(step) for step in (test, *test.then)):
            yield tests.document.diagnostic(place, "test_empty", name=test.name)


def _says_something(step: Step) -> bool:
    """Whether a step plays or expects anything: an empty map or list holds of any table."""
    expected = (getattr(step.expect, key) for key in step.expect.model_fields_set)
    return bool(step.play or step.dice) or any(value not in (None, {}, []) for value in expected)


def files_at(given: str) -> list[Path]:
    """The files of tests that a path or a ruleset's name stands for.

    A file of tests is itself, a folder all below it, a ruleset those that lie beside it and bear
    its name.

    Raises:
        RulesetError: there is no such ruleset, or there are no tests.
    """
    path = Path(given)
    if given.endswith(TESTS_SUFFIX):
        return [path]
    if path.is_dir():
        below = sorted(path.rglob(f"*{TESTS_SUFFIX}"))
        found = [
            file
            for file in below
            if not any(part[0] in "._" for part in file.relative_to(path).parts)
        ]
    else:
        ruleset = library.locate(given)
        found = sorted(
            other for other in ruleset.parent.glob(f"*{TESTS_SUFFIX}") if _belongs(other, ruleset)
        )
    if not found:
        raise RulesetError([diagnostic("no_tests", values={"path": given})])
    return found


def _belongs(tests: Path, ruleset: Path) -> bool:
    """Whether tests bear a ruleset's name: ``level1.tests.yaml``, or ``level1.panic.tests.yaml``."""
    return f"{tests.name.removesuffix(TESTS_SUFFIX)}.".startswith(f"{ruleset.stem}.")
