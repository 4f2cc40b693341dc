"""A small game to break in tests, and plugins that replace installed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from wargrid import Game, Plugin, RulesetError, hookimpl
from wargrid.loading.loader import load_text
from wargrid.plugins import discovery
from wargrid.source.diagnostics import Diagnostic

BOX = """\
name: Duel
sides: [red, blue]
board: {columns: 4, rows: 5, facing: 4}
first: {player: red}
turn:
  actions: 2
  may: {move: 1, turn: 1, attack: 1}
  per_unit: {attack: 1}
dice:
  d: [hit, miss]
units:
  guard:
    letter: G
    name: Guard
    men: 2
    move: {ahead: 2}
    attack: {at: front, by: {dice: {hits_on: hit}}}
  chief:
    like: guard
    letter: C
    men: 1
victory:
  slay: chief
setup: |
  . c g .
  . . . .
  . . . .
  . . . .
  . G C .
options:
  reach: units.guard.move.ahead
silence: [W406]
"""
"""A whole game without plugins: four by five cells, a guard and a chief on each side."""


ROLL_TEST = """\
ruleset: box.yaml
tests:
  - name: A guard rolls a die for each man.
    board: |
      . c . .
      . . . .
      . . . .
      . g . .
      . G C .
    play: b1xb2
    dice: hit miss
    expect: {men: {b2: 1}}
"""
"""A rule test of the box in ``box.yaml``: the only roll where random games are short."""


def broken(*changes: str, base: str = BOX) -> str:
    """Return the box with changes, each ``old => new`` of a text that occurs once."""
    text = base
    for change in changes:
        old, _, new = change.partition(" => ")
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in the box"
        text = text.replace(old, new)
    return text


def boxed(*changes: str, settings: Mapping[str, object] | None = None) -> Game:
    """Load the game in the box."""
    return load_text(broken(*changes), "box.yaml", settings=settings)


def diagnostics(text: str, settings: Mapping[str, object] | None = None) -> tuple[Diagnostic, ...]:
    """Return the errors of a text, which must be refused."""
    with pytest.raises(RulesetError) as caught:
        load_text(text, "box.yaml", settings=settings)
    return caught.value.diagnostics


def located(diagnostic: Diagnostic) -> str:
    """Return a diagnostic as ``line:column key``."""
    return f"{diagnostic.line}:{diagnostic.column} {diagnostic.name}"


@dataclass(frozen=True)
class Point:
    """An entry point without a package."""

    name: str
    offers: object
    value: str = "boxes:Point"

    def load(self) -> Any:
        """Return what is offered; an exception is raised, as in a broken package."""
        if isinstance(self.offers, Exception):
            raise self.offers
        return self.offers


@contextmanager
def offering(monkeypatch: pytest.MonkeyPatch, **offers: object) -> Iterator[None]:
    """Install only these plugins for a while; ``a__b`` is named ``a.b``."""
    points = {
        name.replace("__", "."): Point(name.replace("__", "."), offer)
        for name, offer in offers.items()
    }
    with monkeypatch.context() as patched:
        patched.setattr(discovery, "installed", lambda: points)
        yield


class Kinds(Plugin):
    """A plugin that offers words."""

    answer: ClassVar[Any] = None

    @hookimpl
    def kinds(self) -> Any:
        """Return the words."""
        return answered(self.answer)


def answered(answer: Any) -> Any:
    """Return an answer; an exception is raised."""
    if isinstance(answer, Exception):
        raise answer
    return answer


def answering(base: type[Plugin], answer: Any) -> type[Plugin]:
    """Return a plugin with this answer."""
    kept = {
        "answer": answer,
        "__annotations__": {"answer": "ClassVar[Any]"},
        "__module__": __name__,
    }
    return type("Stub", (base,), kept)


def with_plugins(*lines: str) -> str:
    """Return the box with these plugins, the first in line 23."""
    return broken(
        "victory:\n => " + "plugins:\n" + "".join(f"  {line}\n" for line in lines) + "victory:\n"
    )
