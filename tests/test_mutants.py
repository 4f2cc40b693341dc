"""Thousands of broken copies of a shipped ruleset: each is refused at a place in the file, or can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from wargrid import RulesetError
from wargrid.faults import Fault
from wargrid.ruleset.loader import load_text

LEVEL1 = Path(__file__).parent.parent / "rulesets" / "lionheart" / "level1.yaml"
SOUND = yaml.safe_load(LEVEL1.read_text("utf-8"))

WRONG: list[object] = [
    None, True, 0, -1, 10**9, 61, 2.5, "", "zzz", "é", "x y", [], ["a"], {}, {"a": 1}, [[1]], [None], "\n. .\n",
]  # fmt: skip

Steps = tuple[Any, ...]
Mutant = tuple[Steps, str, Any]


def places(value: Any, steps: Steps = ()) -> Iterator[Steps]:
    """Every key and index of a document, from the top down."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, below in inside:
        yield (*steps, step)
        yield from places(below, (*steps, step))


def changed(document: Any, steps: Steps, change: Callable[[Any, Any], None]) -> Any:
    """A copy of a document with a change made where a path leads."""
    copy = holder = deepcopy(document)
    for step in steps[:-1]:
        holder = holder[step]
    change(holder, steps[-1])
    return copy


def removed(holder: Any, step: Any) -> None:
    """Leave a key or item out."""
    del holder[step]


def replaced_by(wrong: object) -> Callable[[Any, Any], None]:
    """Put a wrong value there."""

    def replaced(holder: Any, step: Any) -> None:
        holder[step] = wrong

    return replaced


def renamed(holder: Any, step: Any) -> None:
    """Misspell a key, or an item of a list."""
    if isinstance(holder, list):
        holder[step] = f"{holder[step]}q"
        return
    entries = list(holder.items())
    holder.clear()
    holder.update((f"{key}q" if key == step else key, value) for key, value in entries)


def mutants(document: Any) -> Iterator[Mutant]:
    """Every place with its key removed, its key misspelt, and every wrong value in its stead."""
    for steps in places(document):
        yield steps, "removed", changed(document, steps, removed)
        yield steps, "misspelt", changed(document, steps, renamed)
        for wrong in WRONG:
            yield steps, repr(wrong), changed(document, steps, replaced_by(wrong))


def is_fit(fault: Fault, lines: int) -> bool:
    """Whether a fault has a place in the file and both its sentences."""
    return fault.file == "mutant.yaml" and 1 <= fault.line <= lines and bool(fault.what() and fault.cure())


def judged(mutant: Any) -> str:
    """What is wrong with how a mutant is taken; an empty text if nothing is."""
    text = yaml.safe_dump(mutant, sort_keys=False, allow_unicode=True)
    try:
        game = load_text(text, "mutant.yaml")
        position, moves = game.start(), 0
        while position.result is None and moves < 10:
            position, moves = game.step(position, game.moves(position)[-1 - moves % 2]), moves + 1
    except RulesetError as error:
        return "; ".join(fault.text() for fault in error.faults if not is_fit(fault, text.count("\n") + 1))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def unfit(every: int) -> list[str]:
    """What is wrong with how mutants of level 1 are taken, of each so many one."""
    found = [(steps, what, judged(mutant)) for steps, what, mutant in list(mutants(SOUND))[::every]]
    return [f"{steps} {what}: {wrong}" for steps, what, wrong in found if wrong]


def test_there_are_thousands_of_mutants() -> None:
    """Of each of a hundred and fifty places."""
    assert len(list(places(SOUND))) > 140
    assert len(list(mutants(SOUND))) > 3000


def test_some_mutants_of_level_one_are_refused_in_place_or_played() -> None:
    """One in fifty-three, of every kind."""
    assert unfit(every=53) == []


@pytest.mark.slow
def test_all_mutants_of_level_one_are_refused_in_place_or_played() -> None:
    """No key and no value can be broken so that anything but a fault is raised."""
    assert unfit(every=1) == []
