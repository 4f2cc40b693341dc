"""Choices that a plugin asks for: the example of the guide, and texts of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from boxes import Kinds, answering, offering
from places import ROOT
from rulesets import written
from support import Table
from wargrid import Plugin, Position, hookimpl
from wargrid.core.attacks import Choice
from wargrid.events import Asks, Attack, Eliminated, Event, Moved
from wargrid.loading.loader import load_text
from wargrid.match import Match, PositionError, read_position, write_position
from wargrid.ruleset.units.combat import Dice
from wargrid_play.table import Table as View

PAGE = (ROOT / "docs/choices.md").read_text("utf-8")

BODY = """
sides: {white: {edge: south}, black: {edge: north}}
zones: {camp: a2}
units:
  man: {letter: M, name: Man, men: 2, move: {step: all}}
plugins: {mine.toll: {zone: camp}}
victory: {eliminate: {}}
"""

BOARD = "m .\n. .\nM ."


def from_the_guide(name: str, plugin: str) -> type[Plugin]:
    """Return a plugin whose code stands on the page."""
    (code,) = re.findall(rf"`{name}.py`:\n\n```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, f"{name}.py", "exec", dont_inherit=True), names)
    found: type[Plugin] = names[plugin]
    return found


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Table:
    """White before the camp, in a game with the plugin of the guide."""
    with offering(monkeypatch, mine__toll=from_the_guide("toll", "Toll")):
        game = load_text(written(BODY, size="2 x 3"), "box.yaml")
    return Table(game, read_position(game, BOARD), "", (2, 3))


def test_the_question_is_part_of_the_position(board: Table) -> None:
    """Its numbers are read again; a side that is none, or numbers that fail, are refused."""
    board.play("a1-a2")
    text = write_position(board.position)
    assert read_position(board.game, text) == board.position
    for wrong in ("mine.toll green 0 2", "mine.toll white 0", "mine.toll white 0 99"):
        with pytest.raises(PositionError):
            read_position(board.game, re.sub("pending: .*", f"pending: {wrong}", text))


def test_the_window_asks_with_buttons(board: Table) -> None:
    """Yes and no, and a click on the cell that an answer names."""
    view = View(Match(board.game, start=board.position), "en")
    view.click(0)
    view.click(2)
    prompt = view.view().prompt
    assert prompt is not None
    assert [label for _, label in prompt.options] == ["Yes", "No"]
    view.click(0)
    assert view.view().prompt is None


class Doubting(Plugin):
    """White is asked something after its attack."""

    @hookimpl
    def after_attack(self) -> list[Event]:
        """Ask."""
        return [Asks("own.first", 0, (0,))]

    @hookimpl
    def choices(self) -> list[Choice]:
        """Nothing follows."""
        return [Choice((), 0, 0, "yes")]


class Sparing(Dice):
    """Dice that drive a unit away."""

    word = "sparing"

    def casualties(self, position: Position, attack: Attack, hits: int) -> list[Event]:
        """Move it to a3, then ask its side: a3 or c3."""
        side = position.side_of(attack.defender)
        return [Moved(attack.target, 6, 0, "own.spared"), Asks("choice", side, (6, 8))]


class Following(Plugin):
    """The attacker is lost after its attack."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        """Remove it."""
        return [Eliminated(attack.source)]


@pytest.mark.parametrize(
    ("first", "by"), [(Doubting, "dice"), (answering(Kinds, [Sparing]), "sparing")]
)
def test_nothing_more_follows_an_attack_once_a_question_is_open(
    monkeypatch: pytest.MonkeyPatch, first: type[Plugin], by: str
) -> None:
    """The plugin named later, which would remove the attacker, is not called."""
    body = f"""
    dice: {{die: [hit, miss]}}
    units:
      man: {{letter: M, name: Man, attack: {{at: around, by: {{{by}: {{hits_on: hit}}}}}}}}
    plugins: {{own.first: {{}}, own.second: {{}}}}
    victory: {{eliminate: {{}}}}
    """
    with offering(monkeypatch, own__first=first, own__second=Following):
        game = load_text(written(body, setup=". m .\n. m .\n. M M"), "box.yaml")
    field = Table(game, game.start(), "hit", (3, 3)).play("b1xb2")
    assert field.position.pending is not None
    assert field.position.board[1] > 0
