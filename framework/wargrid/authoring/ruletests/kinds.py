"""Files of tests of other kinds than rule tests, such as those of campaigns, by entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from wargrid.authoring.ruletests.report import TestOutcome
from wargrid.offers import load_offer, offers
from wargrid.source.diagnostics import RulesetError
from wargrid.source.document import Location
from wargrid.source.yaml_reader import read

GROUP: Final = "wargrid.rule_tests"
"""The entry point group: a key at the top of a file of tests, and a function that takes its path
and yields a ``Case`` for each test."""


class Case(NamedTuple):
    """One test of a file: its name, its title, its place, and what runs it."""

    name: str
    title: str
    mark: Location
    run: Callable[[], TestOutcome]


def other_cases(path: Path) -> Iterator[Case] | None:
    """Return the tests of a file of another kind, or None for rule tests and an unreadable file.

    Raises:
        InputError: the package that reads such files is broken, or lacks another.
        RulesetError: the file is wrong; raised when the cases are read.
    """
    try:
        keys = read(path).data
    except RulesetError:
        return None
    kind = next((name for name in offers(GROUP) if name in keys), None)
    if kind is None:
        return None
    cases: Iterator[Case] = load_offer(GROUP, kind)(path)
    return cases
