"""Events in the words of authors: cells by name, facings by letter, sides by word; and whether they came in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from wargrid.core.events import Event, Rolled
from wargrid.core.grid import FACINGS

if TYPE_CHECKING:
    from wargrid.engine.game import Game

_CELLS: Final = ("cell", "source", "target")
_SIDES: Final = ("side", "winner")
_UNSAID: Final = ("limit", "pending", "mark")
"""Facts that are numbers of the program's own."""

RuleOptions = tuple[str, Mapping[str, object]]
"""An event's name and its facts in words."""


def known_events() -> dict[str, tuple[str, ...]]:
    """Every kind of event by name, with the names of its facts."""
    return {
        kind.name: _facts_of(kind) for kind in sorted(_kinds(Event), key=lambda kind: kind.name)
    }


def _kinds(kind: type[Event]) -> Iterator[type[Event]]:
    for below in kind.__subclasses__():
        if hasattr(below, "name"):
            yield below
        yield from _kinds(below)


def _facts_of(kind: type[Event]) -> tuple[str, ...]:
    return (
        ("faces",)
        if kind is Rolled
        else tuple(name for name in kind.__slots__ if name not in _UNSAID)
    )


def facts_in_words(game: Game, event: Event) -> dict[str, object]:
    """An event's facts as an author writes them."""
    facts = event.facts()
    return {
        name: _in_words(game, name, value)
        for name, value in facts.items()
        if name not in _UNSAID and value != ""
    }


def _in_words(game: Game, name: str, value: Any) -> object:
    if name in _CELLS:
        return game.grid.name(value)
    if name == "cells":
        return [game.grid.name(cell) for cell in value]
    if name == "facing":
        return FACINGS[value] if game.grid.facings > 1 else value
    if name in _SIDES:
        return "draw" if value is None else list(game.ruleset.sides)[value]
    return list(value) if isinstance(value, tuple) else value


def in_order(claims: Sequence[RuleOptions], happened: Sequence[RuleOptions]) -> int | None:
    """The number of the first claim that does not follow those before it, or None if all of them do."""
    rest = iter(happened)
    for number, claim in enumerate(claims):
        if not any(_holds(claim, event) for event in rest):
            return number
    return None


def _holds(claim: RuleOptions, event: RuleOptions) -> bool:
    """Whether an event is of the kind that is claimed, and its facts are those that are said."""
    (name, facts), (found, known) = claim, event
    return name == found and all(
        _alike(value, known.get(fact, "")) for fact, value in facts.items()
    )


def _alike(said: object, found: object) -> bool:
    """Whether a fact is as it is said; several words may be said in one text, in any order if they are faces."""
    if isinstance(found, list):
        every = (
            said.split() if isinstance(said, str) else said if isinstance(said, list) else [said]
        )
        return sorted(map(str, every)) == sorted(map(str, found))
    return said == found
