"""Find files of rule tests and read them with the place of every value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from wargrid.authoring.ruletests.models import RuleTest, TestFile, TestStep
from wargrid.loading import campaigns, library
from wargrid.loading.library import TESTS_SUFFIX
from wargrid.loading.validation import validate_document
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError, diagnostic
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read
from wargrid.text import Message


@dataclass(frozen=True, slots=True)
class Tests:
    """A file of tests; ``document`` has the place of every value."""

    path: Path
    file: TestFile
    document: Document

    def places(self) -> Iterator[tuple[Place, RuleTest]]:
        """Yield every test with its place in the document."""
        for number, test in enumerate(self.file.tests):
            yield ("tests", number), test

    def written(self, place: Place) -> Place:
        """Return a place; for an item of a list that is written as one text, the list."""
        is_item = isinstance(place[-1], int)
        return place[:-1] if is_item and self.document.root.at(place) is None else place


def read_tests(path: Path) -> Tests:
    """Read a file of tests.

    Raises:
        RulesetError: it cannot be read, has unknown keys, or a test that cannot fail.
    """
    try:
        document = read(path)
    except RulesetError as error:
        raise RulesetError(map(_with_example, error.diagnostics)) from None
    file, found = validate_document(TestFile, document)
    if file is None:
        raise RulesetError(found)
    tests = Tests(path, file, document)
    if diagnostics := list(_check(tests)):
        raise RulesetError(diagnostics)
    return tests


def files_at(given: str) -> list[Path]:
    """Return the files of tests at a path: a file, all below a folder, or those of a ruleset.

    Raises:
        RulesetError: there is no such ruleset, or it has no tests.
    """
    path = Path(given)
    if given.endswith(TESTS_SUFFIX):
        return [path]
    if path.is_dir():
        below = sorted(path.rglob(f"*{TESTS_SUFFIX}"))
        found = [
            file for file in below
            if not any(part[0] in "._" for part in file.relative_to(path).parts)
        ]  # fmt: skip
    else:
        ruleset = located(given)
        beside = sorted(ruleset.parent.glob(f"*{TESTS_SUFFIX}"))
        # level1.tests.yaml, or level1.panic.tests.yaml
        found = [file for file in beside if file.name.startswith(f"{ruleset.stem}.")]
    if not found:
        raise RulesetError([diagnostic("no_tests", values={"path": given})])
    return found


def located(given: str) -> Path:
    """Return the file of a ruleset or campaign by its name or path; raises RulesetError."""
    return campaigns.locate(given) if campaigns.is_named(given) else library.locate(given)


def _with_example(error: Diagnostic) -> Diagnostic:
    """Add how tests begin to the error of an empty file."""
    if error.name != "empty_file":
        return error
    return replace(error, values={**error.values, "fix": Message("tests.begin")})


def _check(tests: Tests) -> Iterator[Diagnostic]:
    names: dict[str, Place] = {}
    for place, test in tests.places():
        first = names.setdefault(test.name, place)
        if first is not place:
            line = tests.document.root.place((*first, "name"), "value").line
            yield tests.document.diagnostic(
                (*place, "name"), "test_twice", name=test.name, line=line
            )
        if not any(_can_fail(step) for step in (test, *test.then)):
            yield tests.document.diagnostic(place, "test_empty", name=test.name)


def _can_fail(step: TestStep) -> bool:
    """Return whether a step plays or expects anything; an empty map or list always holds."""
    expected = (getattr(step.expect, key) for key in step.expect.model_fields_set)
    return bool(step.play or step.dice) or any(value not in (None, {}, []) for value in expected)
