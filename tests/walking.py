"""Random walks through the rulesets that are found: each is walked through once."""

from __future__ import annotations

from functools import cache

from support import loaded
from wargrid.authoring.plugintests import Step, Walk
from wargrid.authoring.plugintests import walk as walk_through


@cache
def walked(name: str, length: int = 250) -> Walk:
    """A random walk through a ruleset."""
    return walk_through(loaded(name), length)


def walk(name: str, length: int = 250) -> tuple[Step, ...]:
    """The steps of a random walk through a ruleset."""
    found = walked(name, length)
    assert found.error is None, found.error
    return found.steps
